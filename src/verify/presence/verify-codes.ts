import type { Hex } from "../../base/hex.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  type CodeReading,
  type CodeReadings,
  codeKey,
} from "../reading/readings.ts";
import { checkAbsences } from "./check-absences.ts";
import {
  judgeByControls,
  judgeItsCode,
  needsItsCode,
  smallestContract,
} from "./judge-codes.ts";
import { type ProbeParameters, probeCodes } from "./probe-codes.ts";
import { readOneByOne } from "./read-codes.ts";

/** The code at many addresses, and how it was read. */
export interface VerifiedCodes {
  readonly readings: CodeReadings;
  /** Whether the endpoint ran the bulk probe for all of them. */
  readonly isProbed: boolean;
}

/** Codes before their absences are proven. */
export interface StartedCodes extends Pick<VerifiedCodes, "isProbed"> {
  /** What is known already, in the addresses' order; absences are missing. */
  readonly first: CodeReadings;
  /** Proves the absences, and returns all readings. */
  settle(): Promise<CodeReadings>;
}

/**
 * The code at each address at one block. One valid read proves code. No code was
 * read in two different ways, while random addresses are empty, and a contract that
 * is known has code. Anything else is unknown, with the reason.
 */
export async function verifyCodes(
  reader: BlockReader,
  addresses: readonly Hex[],
  parameters?: ProbeParameters,
): Promise<VerifiedCodes> {
  const started = await startCodes(reader, addresses, parameters);
  return { readings: await started.settle(), isProbed: started.isProbed };
}

/**
 * {@link verifyCodes} in two steps, so that more can be asked of the contracts that
 * are there while the absences are proven.
 */
export async function startCodes(
  reader: BlockReader,
  addresses: readonly Hex[],
  { early, witness }: ProbeParameters = {},
): Promise<StartedCodes> {
  const probed = await probeCodes(reader, addresses, { early });
  const unprobed = addresses.filter((address) => !probed.has(codeKey(address)));
  const readings = new Map([
    ...probed,
    ...(await readSingly(reader, unprobed)),
  ]);
  await readDoubtfulSizes(reader, addresses, readings);
  return {
    isProbed: unprobed.length === 0,
    first: presentOf(addresses, readings),
    settle: async () => {
      const checked = await checkAbsences(reader, addresses, {
        readings,
        probed,
        witness: witness ?? smallestContract(addresses, readings),
      });
      return new Map([...readings, ...checked]);
    },
  };
}

function presentOf(
  addresses: readonly Hex[],
  readings: CodeReadings,
): CodeReadings {
  return new Map(
    addresses.flatMap((address) => {
      const key = codeKey(address);
      const reading = readings.get(key);
      return reading === undefined || reading.kind === "none"
        ? []
        : [[key, reading] as const];
    }),
  );
}

async function readSingly(
  reader: BlockReader,
  addresses: readonly Hex[],
): Promise<CodeReadings> {
  const { readings, controls } = await readOneByOne(reader, addresses);
  return new Map(
    [...readings].map(([id, reading]) => [
      id,
      judgeByControls(reading, controls),
    ]),
  );
}

async function readDoubtfulSizes(
  reader: BlockReader,
  addresses: readonly Hex[],
  readings: Map<string, CodeReading>,
): Promise<void> {
  const doubtful = addresses.filter((address) =>
    needsItsCode(readings.get(codeKey(address))),
  );
  const read = await readOneByOne(reader, doubtful);
  for (const [id, reading] of read.readings) {
    readings.set(id, judgeItsCode(readings.get(id), reading));
  }
}
