import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { statusOfNetwork } from "../../src/status/status-of-networks.ts";
import { verificationTargets } from "../../src/verify/targets.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { benchNetwork } from "../chain/bench-network.ts";
import type { BenchClient } from "./types.ts";

/**
 * Verifies devnet's registry and queries the status of its node in parallel, each
 * on its own transport like the tasks. The addresses are those of the registry, not
 * of the list. Any outcome other than `ok` is an error.
 */
export async function open(url: string): Promise<BenchClient> {
  const { network } = await benchNetwork();
  const { chainId, startBlock } = network.values;
  const targets = verificationTargets(network, false);
  const forVerify = createHttpTransport({ url });
  const forStatus = createHttpTransport({ url });
  const expected = {
    network: "devnet",
    hardhatNetwork: "devnet",
    chain: { chainId, chainsWithSameId: [] },
    limits: { maxBlockAge: 600, inProcess: false, startBlock },
  } as const;
  return {
    async read() {
      const [verification, status] = await Promise.all([
        verifyNetwork(forVerify, { ...expected, targets }),
        statusOfNetwork(forStatus, expected),
      ]);
      if (verification.outcome !== "ok" || status.state !== "ok") {
        throw new Error(verification.reason ?? status.reason ?? "not ok");
      }
      return { sizes: [] };
    },
    close: async () => {
      await Promise.all([forVerify.close(), forStatus.close()]);
    },
  };
}
