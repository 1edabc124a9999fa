import type { Hex } from "../../base/hex.ts";
import { confirmNegatives, type Sign } from "../confirm.ts";
import type { BlockReader } from "../reader.ts";
import { type CodeReading, type CodeReadings, codeKey } from "../readings.ts";
import {
  type AbsenceEvidence,
  hasCode,
  judgeAbsence,
  judgeDisputed,
} from "./judge-codes.ts";
import { probeCodes } from "./probe-codes.ts";
import {
  readControls,
  readOneByOne,
  readWithWitness,
  type WitnessedCodes,
} from "./read-codes.ts";

/** How many reads must agree that there is no code. */
const ABSENCE_READS = 2;
const NONE: CodeReading = { kind: "none" };

/** Codes, some of which were reported as absent. */
export interface UnconfirmedCodes {
  readonly readings: CodeReadings;
  /** The readings by the bulk probe. */
  readonly probed: CodeReadings;
  /** An address that is known to have code. */
  readonly witness: Hex | undefined;
}

/**
 * The addresses without code, read again in a different way. Nearly every wrong
 * answer about code is a false absence: code that the second read finds counts
 * once a third one agrees, and one false absence discredits all of an endpoint's.
 */
export async function confirmAbsences(
  reader: BlockReader,
  addresses: readonly Hex[],
  { readings, probed, witness }: UnconfirmedCodes,
): Promise<CodeReadings> {
  const absent = addresses.filter(
    (address) => readings.get(codeKey(address))?.kind === "none",
  );
  const reads: Pick<ReadAgain, "ofWitness" | "sample">[] = [];
  const confirmed = await confirmNegatives(
    absent.map(() => NONE),
    {
      reads: ABSENCE_READS,
      readAgain: async () => {
        const again = await readAgain(reader, absent, { probed, witness });
        reads.push(again);
        return absent.map(
          (address) => again.readings.get(codeKey(address)) ?? UNREAD,
        );
      },
      signOf: signOfCode,
      disputed: () => UNREAD,
    },
  );
  const evidence: AbsenceEvidence = {
    witness: witness && reads.flatMap(({ ofWitness }) => ofWitness),
    sample: reads.flatMap(({ sample }) => sample),
    isDisputed: confirmed.some(hasCode),
  };
  return new Map(
    await Promise.all(
      absent.map(async (address, index) => {
        const reading = confirmed[index] ?? UNREAD;
        return [
          codeKey(address),
          hasCode(reading)
            ? await readDisputed(reader, address)
            : judgeAbsence(reading, probed.has(codeKey(address)), evidence),
        ] as const;
      }),
    ),
  );
}

const UNREAD: CodeReading = { kind: "unknown", reason: "it was not read" };

function signOfCode(reading: CodeReading): Sign {
  return hasCode(reading)
    ? "positive"
    : reading.kind === "none"
      ? "negative"
      : "unknown";
}

/** Decides by a third read where one found code and another none. */
async function readDisputed(
  reader: BlockReader,
  address: Hex,
): Promise<CodeReading> {
  const [third, controls] = await Promise.all([
    reader.readCode(address, "number"),
    readControls(reader, "number"),
  ]);
  return judgeDisputed(third, controls);
}

/** Up to here each absence is confirmed by a read of its own. */
const MAX_SINGLE_READS = 16;
/** Without a witness, how many probed absences are read a third way. */
const SAMPLE = 16;

interface ReadAgain extends WitnessedCodes {
  /** Readings of some of the addresses by the block's hash, if there is no witness. */
  readonly sample: readonly CodeReading[];
}

/**
 * Reads probed addresses one by one, or with another probe if they are many, and
 * all others by the block's hash, which a backend without the block or of another
 * chain cannot answer.
 */
async function readAgain(
  reader: BlockReader,
  absent: readonly Hex[],
  { probed, witness }: Omit<UnconfirmedCodes, "readings">,
): Promise<ReadAgain> {
  const byProbe = absent.filter((address) => probed.has(codeKey(address)));
  const others = absent.filter((address) => !probed.has(codeKey(address)));
  // A node that has no code anywhere may have no state.
  const sampled = witness === undefined ? byProbe.slice(0, SAMPLE) : [];
  const [first, second, sample] = await Promise.all([
    byProbe.length > MAX_SINGLE_READS
      ? probeAgain(reader, byProbe, witness)
      : readWithWitness(reader, byProbe, { witness, form: "number" }),
    others.length > 0
      ? readWithWitness(reader, others, { witness, form: "hash-or-latest" })
      : undefined,
    readOneByOne(reader, sampled, "hash-or-latest"),
  ]);
  return {
    readings: new Map([...first.readings, ...(second?.readings ?? [])]),
    ofWitness: [...first.ofWitness, ...(second?.ofWitness ?? [])],
    sample: [...sample.values()],
  };
}

/**
 * Probes in another order, with the witness in the same request; reads one by one
 * what the probe does not answer this time.
 */
async function probeAgain(
  reader: BlockReader,
  addresses: readonly Hex[],
  witness: Hex | undefined,
): Promise<WitnessedCodes> {
  const probed = await probeCodes(reader, addresses.toReversed(), {
    witness,
  });
  const unread = addresses.filter((address) => !probed.has(codeKey(address)));
  const rest =
    unread.length === 0
      ? undefined
      : await readWithWitness(reader, unread, { witness, form: "number" });
  const ofWitness = witness && probed.get(codeKey(witness));
  return {
    readings: new Map([...probed, ...(rest?.readings ?? [])]),
    ofWitness: [
      ...(ofWitness === undefined ? [] : [ofWitness]),
      ...(rest?.ofWitness ?? []),
    ],
  };
}
