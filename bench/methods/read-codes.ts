import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { probeEarly } from "../../src/verify/presence/probe-codes.ts";
import { verifyCodes } from "../../src/verify/presence/verify-codes.ts";
import { NetworkReader } from "../../src/verify/reading/reader.ts";
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
      const probing = probeEarly(reader, addresses);
      const { head } = await viewing;
      if (!head.ok) {
        throw new Error(head.reason);
      }
      const { readings } = await verifyCodes(reader.at(head.value), addresses, {
        early: await probing,
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
