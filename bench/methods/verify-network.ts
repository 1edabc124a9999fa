import { DEVNET } from "../../src/networks/devnet.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import type { BenchClient } from "./types.ts";

/** Runs the whole verification, which also looks for proxies. */
export async function open(url: string): Promise<BenchClient> {
  const transport = createHttpTransport({ url });
  return {
    async read(addresses) {
      const { contracts } = await verifyNetwork(transport, {
        network: "devnet",
        hardhatNetwork: "devnet",
        chain: { chainId: DEVNET.values.chainId, chainsWithSameId: [] },
        limits: { maxBlockAge: 600, inProcess: false, startBlock: 0 },
        targets: addresses.map((address, index) => ({
          kind: "list",
          key: `contract ${index}`,
          address,
        })),
      });
      return {
        sizes: contracts.map(({ verdict, codeSize }) => {
          if (verdict === "absent") {
            return 0;
          }
          return verdict === "present" ? codeSize : undefined;
        }),
      };
    },
    close: () => transport.close(),
  };
}
