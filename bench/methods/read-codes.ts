import { DEVNET } from "../../src/networks/devnet.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { NetworkReader } from "../../src/verify/asking/network-reader.ts";
import { runsOf } from "../../src/verify/asking/read-early.ts";
import {
  judgeAbsence,
  provenAbsence,
  smallestContract,
} from "../../src/verify/questions/judge-absence.ts";
import {
  type CodeReading,
  codeKey,
} from "../../src/verify/questions/readings.ts";
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
        chainId: DEVNET.values.chainId,
        chainsWithSameId: [],
      });
      const viewing = reader.readView();
      const probing = reader.probeCodes(addresses);
      const { head } = await viewing;
      if (!head.ok) {
        throw new Error(head.reason);
      }
      const pinned = reader.at(head.value);
      const early = runsOf(await probing, head.value);
      const readings = new Map<string, CodeReading>(pinned.answersHere(early));
      const others = await pinned.readCodes(
        addresses.filter((one) => !readings.has(codeKey(one))),
      );
      for (const [key, reading] of others) {
        readings.set(key, reading);
      }
      const evidence = await pinned.readAbsences(
        addresses.filter((one) => readings.get(codeKey(one))?.kind === "none"),
        smallestContract(
          addresses.flatMap((one) => {
            const reading = readings.get(codeKey(one));
            return reading === undefined ? [] : [[one, reading] as const];
          }),
        ),
      );
      return {
        sizes: addresses.map((address) => {
          const key = codeKey(address);
          const reading = readings.get(key);
          if (reading?.kind === "none") {
            const { kind } = provenAbsence(reading, judgeAbsence(evidence));
            return kind === "none" ? 0 : undefined;
          }
          return reading?.kind === "code" ? reading.size : undefined;
        }),
      };
    },
    close: () => transport.close(),
  };
}
