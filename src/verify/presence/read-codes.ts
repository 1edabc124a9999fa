import type { Hex } from "../../base/hex.ts";
import type { BlockForm, BlockReader } from "../reader.ts";
import {
  type CodeReading,
  type CodeReadings,
  codeKey,
  controlAddress,
} from "../readings.ts";

/**
 * The code at each address, by a request for each. The transport bounds how many
 * are under way.
 */
export async function readOneByOne(
  reader: BlockReader,
  addresses: readonly Hex[],
  form: BlockForm,
): Promise<CodeReadings> {
  return new Map(
    await Promise.all(
      addresses.map(
        async (address) =>
          [codeKey(address), await reader.readCode(address, form)] as const,
      ),
    ),
  );
}

/** Several, since one of the backends may report code everywhere. */
const CONTROLS = 4;

/** The codes that an endpoint reports at random addresses, which have none. */
export async function readControls(
  reader: BlockReader,
  form: BlockForm,
): Promise<readonly CodeReading[]> {
  return await Promise.all(
    Array.from({ length: CONTROLS }, () =>
      reader.readCode(controlAddress(), form),
    ),
  );
}

/** How often the witness is read with each list. */
const WITNESS_READS = 4;

/** The codes of some addresses, and what was read of a witness at the same time. */
export interface WitnessedCodes {
  readonly readings: CodeReadings;
  /** Readings of an address that is known to have code; empty without one. */
  readonly ofWitness: readonly CodeReading[];
}

/** The code at each address, and several readings of the witness's. */
export async function readWithWitness(
  reader: BlockReader,
  addresses: readonly Hex[],
  {
    witness,
    form,
  }: { readonly witness: Hex | undefined; readonly form: BlockForm },
): Promise<WitnessedCodes> {
  const reads =
    witness === undefined
      ? []
      : Array.from({ length: WITNESS_READS }, () => witness);
  const [readings, ofWitness] = await Promise.all([
    readOneByOne(reader, addresses, form),
    Promise.all(reads.map((address) => reader.readCode(address, form))),
  ]);
  return { readings, ofWitness };
}
