import { codeSize } from "./code-size.ts";
import type { BenchClient } from "./types.ts";
import { viemClient } from "./viem-client.ts";

/** viem's `getCode` in parallel, on a transport with `batch: true`. */
export async function open(url: string): Promise<BenchClient> {
  const client = viemClient(url, true);
  return {
    async read(addresses) {
      const sizes = await Promise.all(
        addresses.map(async (address) =>
          codeSize(await client.getCode({ address })),
        ),
      );
      return { sizes };
    },
    close: async () => undefined,
  };
}
