import type { Hex } from "../../base/hex.ts";
import type { BlockReader } from "../reader.ts";
import { type CodeReading, type CodeReadings, codeKey } from "../readings.ts";
import { confirmAbsences } from "./confirm-absences.ts";
import {
  areEmpty,
  hasCode,
  judgeByControls,
  judgeItsCode,
  needsItsCode,
  smallestContract,
} from "./judge-codes.ts";
import { type ProbeParameters, probeCodes } from "./probe-codes.ts";
import { readControls, readOneByOne } from "./read-codes.ts";

/** The code at many addresses, and how it was read. */
export interface VerifiedCodes {
  readonly readings: CodeReadings;
  /** Whether the endpoint ran the bulk probe for all of them. */
  readonly isProbed: boolean;
}

/**
 * The code at each address at one block. One valid read proves code. Absence takes
 * two different reads that agree, while a random control address must be empty.
 * Anything else is unknown, with the reason.
 */
export async function verifyCodes(
  reader: BlockReader,
  addresses: readonly Hex[],
  { early, witness }: ProbeParameters = {},
): Promise<VerifiedCodes> {
  const probed = await probeCodes(reader, addresses, { early });
  const unprobed = addresses.filter((address) => !probed.has(codeKey(address)));
  const readings = new Map([
    ...probed,
    ...(await readSingly(reader, unprobed)),
  ]);
  await readDoubtfulSizes(reader, addresses, readings);
  await readFailedAtLatest(reader, addresses, readings);
  const confirmed = await confirmAbsences(reader, addresses, {
    readings,
    probed,
    witness: witness ?? smallestContract(addresses, readings),
  });
  return {
    readings: new Map([...readings, ...confirmed]),
    isProbed: unprobed.length === 0,
  };
}

async function readSingly(
  reader: BlockReader,
  addresses: readonly Hex[],
): Promise<CodeReadings> {
  if (addresses.length === 0) {
    return new Map();
  }
  const [readings, controls] = await Promise.all([
    readOneByOne(reader, addresses, "number"),
    readControls(reader, "number"),
  ]);
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
  const codes = await readOneByOne(reader, doubtful, "number");
  for (const [id, reading] of codes) {
    readings.set(id, judgeItsCode(readings.get(id), reading));
  }
}

/**
 * A backend may not have the pinned block yet. Code at its own latest block proves
 * presence all the same; none there proves nothing.
 */
async function readFailedAtLatest(
  reader: BlockReader,
  addresses: readonly Hex[],
  readings: Map<string, CodeReading>,
): Promise<void> {
  const failed = addresses.filter(
    (address) => readings.get(codeKey(address))?.kind === "unknown",
  );
  if (failed.length === 0) {
    return;
  }
  const [latest, controls] = await Promise.all([
    readOneByOne(reader, failed, "latest"),
    readControls(reader, "latest"),
  ]);
  for (const [id, reading] of latest) {
    if (hasCode(reading) && areEmpty(controls)) {
      readings.set(id, reading);
    }
  }
}
