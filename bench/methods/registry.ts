import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { statusOfNetwork } from "../../src/status/status-of-networks.ts";
import { verificationTargets } from "../../src/verify/targets.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { benchNetwork } from "../chain/bench-network.ts";
import type { BenchClient } from "./types.ts";

/**
 * Devnet's registry verified and its node's status queried, both at once, each
 * over a transport of its own as the tasks have it. It takes no addresses of others: the registry has its own. Anything but `ok` for
 * both is an error.
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
