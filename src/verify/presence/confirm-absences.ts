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
  type ReadBesideWitness,
  readBesideWitness,
  readControls,
  readOneByOne,
} from "./read-codes.ts";

/** How many reads must agree that there is no code. */
const ABSENCE_READS = 2;
const NONE: CodeReading = { kind: "none" };

/** Codes of which some say that there is none. */
export interface UnconfirmedCodes {
  readonly readings: CodeReadings;
  /** Those that the bulk probe gave. */
  readonly probed: CodeReadings;
  /** An address known to have code, whose code an honest endpoint gives. */
  readonly witness: Hex | undefined;
}

/**
 * The addresses without code, read again in a different way. Nearly every wrong
 * answer about code is a false absence, so code that the second read finds counts
 * once a third one agrees, and an endpoint with one false absence proves none.
 */
export async function confirmAbsences(
  reader: BlockReader,
  addresses: readonly Hex[],
  { readings, probed, witness }: UnconfirmedCodes,
): Promise<CodeReadings> {
  const absent = addresses.filter(
    (address) => readings.get(codeKey(address))?.kind === "none",
  );
  const evidenceReads: Pick<ReadAgain, "ofWitness" | "sample">[] = [];
  const confirmed = await confirmNegatives(
    absent.map(() => NONE),
    {
      reads: ABSENCE_READS,
      readAgain: async () => {
        const again = await readAgain(reader, absent, { probed, witness });
        evidenceReads.push(again);
        return absent.map(
          (address) => again.readings.get(codeKey(address)) ?? UNREAD,
        );
      },
      signOf: signOfCode,
      disputed: () => UNREAD,
    },
  );
  const evidence: AbsenceEvidence = {
    witness: witness && evidenceReads.flatMap(({ ofWitness }) => ofWitness),
    sample: evidenceReads.flatMap(({ sample }) => sample),
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

/** Code that one read denies and another finds: a third one decides. */
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
/** Of absences that nothing speaks against, how many are read a third way. */
const SAMPLE = 16;

interface ReadAgain extends ReadBesideWitness {
  /** Of some of the addresses, by the block's hash, where there is no witness. */
  readonly sample: readonly CodeReading[];
}

/**
 * What was probed by single reads, or by another probe where it is much; what was
 * read singly by the block's hash, which a backend without the block or of another
 * chain cannot answer.
 */
async function readAgain(
  reader: BlockReader,
  absent: readonly Hex[],
  { probed, witness }: Omit<UnconfirmedCodes, "readings">,
): Promise<ReadAgain> {
  const byProbe = absent.filter((address) => probed.has(codeKey(address)));
  const singly = absent.filter((address) => !probed.has(codeKey(address)));
  // Where nothing at all is there, the node may have no state: look once more.
  const sampled = witness === undefined ? byProbe.slice(0, SAMPLE) : [];
  const [first, second, sample] = await Promise.all([
    byProbe.length > MAX_SINGLE_READS
      ? probeAgain(reader, byProbe, witness)
      : readBesideWitness(reader, byProbe, { witness, form: "number" }),
    singly.length > 0
      ? readBesideWitness(reader, singly, { witness, form: "hash-or-latest" })
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
 * In another order and beside the witness, in the very answers that it vouches
 * for; singly where the probe, which has worked before, gives no answer now.
 */
async function probeAgain(
  reader: BlockReader,
  addresses: readonly Hex[],
  witness: Hex | undefined,
): Promise<ReadBesideWitness> {
  const probed = await probeCodes(reader, addresses.toReversed(), {
    witness,
  });
  const unread = addresses.filter((address) => !probed.has(codeKey(address)));
  const rest =
    unread.length === 0
      ? undefined
      : await readBesideWitness(reader, unread, { witness, form: "number" });
  const ofWitness = witness && probed.get(codeKey(witness));
  return {
    readings: new Map([...probed, ...(rest?.readings ?? [])]),
    ofWitness: [
      ...(ofWitness === undefined ? [] : [ofWitness]),
      ...(rest?.ofWitness ?? []),
    ],
  };
}
