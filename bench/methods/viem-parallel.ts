import { readInParallel } from "./code-size.ts";
import type { BenchClient } from "./types.ts";
import { viemClient } from "./viem-client.ts";

/** viem's `getCode`, in parallel. */
export async function open(url: string): Promise<BenchClient> {
  const client = viemClient(url, false);
  return {
    read: (addresses) =>
      readInParallel(addresses, (address) => client.getCode({ address })),
    close: async () => undefined,
  };
}
