import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { statusOfNetwork } from "../../src/status/status-of-networks.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { codeSizesIn, expectedRegistry } from "./expected-registry.ts";
import type { BenchClient } from "./types.ts";

/**
 * Verifies that devnet's registry is on chain and queries the status of its node in
 * parallel, each on its own transport like the tasks. Any outcome other than `ok` is
 * an error.
 */
export async function open(url: string): Promise<BenchClient> {
  const expected = await expectedRegistry();
  const forVerify = createHttpTransport({ url });
  const forStatus = createHttpTransport({ url });
  return {
    async read(addresses) {
      const [verification, status] = await Promise.all([
        verifyNetwork(forVerify, expected),
        statusOfNetwork(forStatus, expected),
      ]);
      if (verification.outcome !== "ok" || status.state !== "ok") {
        throw new Error(verification.why ?? status.reason ?? "not ok");
      }
      return { sizes: codeSizesIn(verification, addresses) };
    },
    close: async () => {
      await Promise.all([forVerify.close(), forStatus.close()]);
    },
  };
}
