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

/** Several, since of several backends one may have code everywhere. */
const CONTROLS = 4;

/** What an endpoint says of random addresses, which have no code. */
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

/** How often a witness is read beside others. */
const WITNESS_READS = 4;

/** What an endpoint says of some addresses, and beside them of a witness. */
export interface ReadBesideWitness {
  readonly readings: CodeReadings;
  /** Of an address that has code; none where none is known. */
  readonly ofWitness: readonly CodeReading[];
}

/** The code at each address, by a request for each, and several for the witness. */
export async function readBesideWitness(
  reader: BlockReader,
  addresses: readonly Hex[],
  {
    witness,
    form,
  }: { readonly witness: Hex | undefined; readonly form: BlockForm },
): Promise<ReadBesideWitness> {
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
