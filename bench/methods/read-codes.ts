import { readNodeView } from "../../src/connect/read-node-view.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { readCodes } from "../../src/verify/presence/read-codes.ts";
import { probeAhead } from "../../src/verify/presence/read-codes-by-probe.ts";
import { DEVNET_CHAIN_ID } from "../chain/chain-id.ts";
import type { BenchClient } from "./types.ts";

/**
 * This project: the node's view of itself, then the code at each address at
 * the head's block, absences confirmed.
 */
export async function open(url: string): Promise<BenchClient> {
  const transport = createHttpTransport({ url, env: {} });
  return {
    async read(addresses) {
      const viewing = readNodeView(transport, false);
      const probing = probeAhead(transport, addresses);
      const { head } = await viewing;
      if (!head.ok) {
        throw new Error(head.reason);
      }
      const { readings } = await readCodes({
        transport,
        addresses,
        block: head.value,
        chainId: DEVNET_CHAIN_ID,
        ahead: await probing,
      });
      return {
        sizes: addresses.map((address) => {
          const reading = readings.get(address.toLowerCase());
          if (reading?.kind === "none") {
            return 0;
          }
          return reading?.kind === "code" ? reading.size : undefined;
        }),
      };
    },
    close: () => transport.close(),
  };
}
