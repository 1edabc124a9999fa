import { codeSize } from "./code-size.ts";
import type { BenchClient } from "./types.ts";
import { viemClient } from "./viem-client.ts";

/** viem's `getCode`, one after the other. */
export async function open(url: string): Promise<BenchClient> {
  const client = viemClient(url, false);
  return {
    async read(addresses) {
      const sizes = [];
      for (const address of addresses) {
        sizes.push(codeSize(await client.getCode({ address })));
      }
      return { sizes };
    },
    close: async () => undefined,
  };
}
