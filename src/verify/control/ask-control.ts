import type { Address } from "../../base/address.ts";
import { probeCodes } from "../presence/probe-codes.ts";
import { startCalls } from "../reading/call-contracts.ts";
import type { BlockReader } from "../reading/reader.ts";
import { type CodeReadings, codeKey } from "../reading/readings.ts";
import {
  type ControlAnswers,
  type ControlQuestions,
  callKey,
  mergeAnswers,
  NO_QUESTIONS,
  slotKey,
} from "./answers.ts";
import {
  type HolderReading,
  SAFE_IMPLEMENTATIONS,
  safeImplementation,
} from "./holders.ts";

/**
 * Asks everything at once, then what follows from the first answers, while calls
 * that failed are made again.
 *
 * @param furtherOf what else to ask
 */
export async function askControl(
  reader: BlockReader,
  questions: ControlQuestions,
  furtherOf: (answers: ControlAnswers) => ControlQuestions,
): Promise<ControlAnswers> {
  const unique = new Map(questions.calls.map((call) => [callKey(call), call]));
  const keys = [...unique.keys()];
  const [started, slots, holders] = await Promise.all([
    startCalls(reader, [...unique.values()]),
    readSlots(reader, questions),
    readHolders(reader, questions.holders),
  ]);
  const [settled, more] = await Promise.all([
    started.settle(),
    askFurther(
      reader,
      furtherOf({ calls: byKey(keys, started.first), slots, holders }),
    ),
  ]);
  const all = { calls: byKey(keys, settled), slots, holders };
  return more === undefined ? all : mergeAnswers(all, more);
}

async function askFurther(
  reader: BlockReader,
  questions: ControlQuestions,
): Promise<ControlAnswers | undefined> {
  const { calls, slots, holders } = questions;
  return calls.length + slots.length + holders.length === 0
    ? undefined
    : await askControl(reader, questions, () => NO_QUESTIONS);
}

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
  return new Map(
    await Promise.all(
      slots.map(
        async (word) =>
          [
            slotKey(word),
            await reader.readSlot(word.address, word.slot),
          ] as const,
      ),
    ),
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
  const [probed, singles] = await Promise.all([
    probeCodes(reader, [...holders, ...SAFE_IMPLEMENTATIONS], {}),
    Promise.all(
      holders.map(async (holder) => {
        const [code, slot] = await Promise.all([
          reader.readCode(holder),
          reader.readSlot(holder, FIRST_SLOT),
        ]);
        return { holder, code, slot };
      }),
    ),
  ]);
  return new Map(
    await Promise.all(
      singles.map(
        async ({ holder, code, slot }): Promise<[string, HolderReading]> => {
          const key = codeKey(holder);
          const second = probed.get(key) ?? (await reader.readCode(holder));
          const reading = { codes: [code, second], slot } as const;
          return [
            key,
            { ...reading, safes: await readSafe(reader, reading, probed) },
          ];
        },
      ),
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
