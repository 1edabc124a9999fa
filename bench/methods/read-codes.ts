import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { startCodes } from "../../src/verify/presence/verify-codes.ts";
import { NetworkReader } from "../../src/verify/reading/network-reader.ts";
import { DEVNET_CHAIN_ID } from "../chain/chain-id.ts";
import type { BenchClient } from "./types.ts";

/**
 * Reads the node's state and the code at each address in the latest block, and
 * confirms absences.
 */
export async function open(url: string): Promise<BenchClient> {
  const transport = createHttpTransport({ url });
  return {
    async read(addresses) {
      const reader = new NetworkReader(transport, {
        chainId: DEVNET_CHAIN_ID,
        chainsWithSameId: [],
      });
      const viewing = reader.readView();
      const probing = reader.probeCodes(addresses);
      const { head } = await viewing;
      if (!head.ok) {
        throw new Error(head.reason);
      }
      const { settle } = await startCodes(reader.at(head.value), addresses, {
        probes: await probing,
        codes: new Map(),
      });
      const readings = await settle();
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
