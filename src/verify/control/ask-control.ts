import type { Address } from "../../base/address.ts";
import { startCalls } from "../reading/call-contracts.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  type CodeReadings,
  callKey,
  codeKey,
  NOT_READ,
} from "../reading/readings.ts";
import type { ProbedCalls } from "../reading/state-reader.ts";
import {
  type ControlAnswers,
  type ControlQuestions,
  mergeAnswers,
  NO_QUESTIONS,
  slotKey,
} from "./answers.ts";
import {
  type HolderReading,
  SAFE_IMPLEMENTATIONS,
  safeImplementation,
} from "./holders.ts";

/** What is asked of the contracts, and what is known before. */
export interface ControlToAsk {
  readonly questions: ControlQuestions;
  /** What else to ask, by what was answered. */
  readonly furtherOf: (answers: ControlAnswers) => ControlQuestions;
  /** The calls, run by the program at the time of the block. */
  readonly early?: ProbedCalls | undefined;
}

/**
 * Asks everything at once. What follows from the calls is asked as soon as they are
 * answered, while those that failed are made again; what follows from the rest is
 * asked in the end.
 */
export async function askControl(
  reader: BlockReader,
  { questions, furtherOf, early }: ControlToAsk,
): Promise<ControlAnswers> {
  const unique = new Map(questions.calls.map((call) => [callKey(call), call]));
  const keys = [...unique.keys()];
  const known = new Set(questions.holders.map(codeKey));
  const [calls, slots, holders] = await Promise.all([
    startCalls(reader, [...unique.values()], early).then(async (started) => {
      const first = { ...NO_ANSWERS, calls: byKey(keys, started.first) };
      const named = furtherOf(first);
      return await Promise.all([
        started.settle(),
        askFurther(reader, {
          ...named,
          holders: named.holders.filter(
            (holder) => !known.has(codeKey(holder)),
          ),
        }),
      ]);
    }),
    readSlots(reader, questions),
    readHolders(reader, questions.holders),
  ]);
  const [settled, named] = calls;
  const all = mergeAnswers(
    { calls: byKey(keys, settled), slots, holders },
    named,
  );
  return mergeAnswers(all, await askFurther(reader, furtherOf(all)));
}

async function askFurther(
  reader: BlockReader,
  questions: ControlQuestions,
): Promise<ControlAnswers> {
  const { calls, slots, holders } = questions;
  return calls.length + slots.length + holders.length === 0
    ? NO_ANSWERS
    : await askControl(reader, { questions, furtherOf: () => NO_QUESTIONS });
}

const NO_ANSWERS: ControlAnswers = {
  calls: new Map(),
  slots: new Map(),
  holders: new Map(),
};

function byKey<T>(
  keys: readonly string[],
  values: readonly (T | undefined)[],
): ReadonlyMap<string, T> {
  return new Map(
    keys.flatMap((key, index) => {
      const value = values[index];
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

async function readSlots(
  reader: BlockReader,
  { slots }: ControlQuestions,
): Promise<ControlAnswers["slots"]> {
  const words = await reader.readSlots(
    slots.map(({ address, slot }) => [address, slot]),
  );
  return new Map(
    slots.flatMap((word, index) => {
      const value = words[index];
      return value === undefined ? [] : [[slotKey(word), value] as const];
    }),
  );
}

const FIRST_SLOT = `0x${"0".repeat(64)}` as const;

/** The code behind each address, by the probe and by a read of its own. */
async function readHolders(
  reader: BlockReader,
  holders: readonly Address[],
): Promise<ControlAnswers["holders"]> {
  if (holders.length === 0) {
    return new Map();
  }
  const [{ readings }, codes, slots] = await Promise.all([
    reader.readCodes([...holders, ...SAFE_IMPLEMENTATIONS]),
    reader.readCodesTogether(holders),
    reader.readSlots(holders.map((holder) => [holder, FIRST_SLOT])),
  ]);
  return new Map(
    await Promise.all(
      holders.map(async (holder, index): Promise<[string, HolderReading]> => {
        const key = codeKey(holder);
        const reading = {
          codes: [codes[index] ?? NOT_READ, readings.get(key) ?? NOT_READ],
          slot: slots[index] ?? { ok: false, reason: NOT_READ.reason },
        } as const;
        return [
          key,
          { ...reading, safes: await readSafe(reader, reading, readings) },
        ];
      }),
    ),
  );
}

/** The codes of the implementations, with the one that a proxy of Safe runs. */
async function readSafe(
  reader: BlockReader,
  holder: Pick<HolderReading, "codes" | "slot">,
  probed: CodeReadings,
): Promise<CodeReadings> {
  const implementation = safeImplementation(holder);
  const known = implementation && probed.get(codeKey(implementation));
  return implementation === undefined ||
    (known?.kind === "code" && known.hash !== undefined)
    ? probed
    : new Map([
        ...probed,
        [codeKey(implementation), await reader.readCode(implementation)],
      ]);
}
