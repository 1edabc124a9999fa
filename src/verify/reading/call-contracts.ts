import { randomBytes } from "node:crypto";
import type { Hex } from "../../base/hex.ts";
import { shuffled } from "../../base/random.ts";
import type {
  CallOutcome,
  CallsAnswer,
  ProbeCall,
} from "../../rpc/probe-calls.ts";
import type { BlockReader, CallsProber } from "./reader.ts";
import { type CallReading, callKey } from "./readings.ts";

/** The precompiled contract that returns what it is given, on every EVM chain. */
const IDENTITY: Hex = "0x0000000000000000000000000000000000000004";
/** The least that any of the functions returns: one word. */
const WORD_BYTES = 32;
const NO_PROOF: CallReading = {
  kind: "unknown",
  reason:
    "the call returned nothing, as it does on a backend without the contract's code",
};
/** Requests that must confirm a result of a call that failed in the program. */
const FURTHER_READS = 2;
const DISAGREE: CallReading = {
  kind: "unknown",
  reason: "the call failed once and returned another time",
};
const NO_CONTROL =
  "the endpoint does not run calls: a precompiled contract returned a wrong result";

/**
 * Makes view calls at one block, in random order: all in one request where the
 * endpoint runs the probe, else one by one. A failing call is proven by the probe and
 * a single request, or by two single requests; the result of one that fails in the probe
 * takes three. An answer that is too short also comes
 * from backends without the contract's code: it counts only where the probe has seen
 * that code. One more call, whose answer is known, shows answers to other requests.
 */
export async function callContracts(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<readonly CallReading[]> {
  const started = await startCalls(reader, calls);
  return await started.settle();
}

/** Calls after their first request. */
export interface StartedCalls {
  /** What is read already; `undefined` of what another request must tell. */
  readonly first: readonly (CallReading | undefined)[];
  /** Makes those requests. */
  settle(): Promise<readonly CallReading[]>;
}

/**
 * {@link callContracts} in two steps, so that what follows from the first answers
 * can be asked together with what is asked again.
 *
 * @param early the calls, run by the program at the time of the block
 */
export async function startCalls(
  reader: BlockReader,
  calls: readonly ProbeCall[],
  early?: ProbedCalls,
): Promise<StartedCalls> {
  if (calls.length === 0) {
    return settled([]);
  }
  const outcomes = await probe(reader, calls, early);
  if (outcomes === undefined) {
    return settled(await callOneByOne(reader, calls));
  }
  const first = calls.map((call): CallReading | undefined => {
    const outcome = outcomes.get(callKey(call));
    return outcome?.success === true && isWhole(outcome.data)
      ? { kind: "returned", data: outcome.data }
      : undefined;
  });
  return {
    first,
    settle: async () => {
      const again = calls.filter((_, index) => first[index] === undefined);
      const readings = await reader.readCalls(again);
      const settledAgain = new Map(
        await Promise.all(
          again.map(async (call, index) => {
            const reading = readings[index] ?? NO_PROOF;
            const outcome = outcomes.get(callKey(call));
            return [
              call,
              await settle(reader, call, { reading, outcome }),
            ] as const;
          }),
        ),
      );
      return calls.map(
        (call, index) => first[index] ?? settledAgain.get(call) ?? NO_PROOF,
      );
    },
  };
}

/** What a request of its own makes of a call that the program did not settle. */
async function settle(
  reader: BlockReader,
  call: ProbeCall,
  {
    reading,
    outcome,
  }: {
    readonly reading: CallReading;
    readonly outcome: CallOutcome | undefined;
  },
): Promise<CallReading> {
  if (outcome?.success === true && !outcome.isCodeless) {
    return reading;
  }
  const alone = judgeAlone(reading);
  if (outcome?.success === true || alone.kind !== "returned") {
    return alone;
  }
  // It failed in the program, so that one result proves nothing.
  const further = await Promise.all(
    Array.from({ length: FURTHER_READS }, () => reader.readCall(call)),
  );
  return further.every(
    (one) => one.kind === "returned" && one.data === alone.data,
  )
    ? alone
    : DISAGREE;
}

function settled(readings: readonly CallReading[]): StartedCalls {
  return { first: readings, settle: async () => readings };
}

type Outcomes = ReadonlyMap<string, CallOutcome>;

/** Calls that the program has run, and where. */
export interface ProbedCalls {
  readonly origin: Omit<CallsAnswer, "outcomes">;
  /** Each by its {@link callKey}. */
  readonly outcomes: Outcomes;
}

/** Runs the program again if a backend without a contract's code ran it. */
async function probe(
  reader: BlockReader,
  calls: readonly ProbeCall[],
  early: ProbedCalls | undefined,
): Promise<Outcomes | undefined> {
  const first =
    outcomesHere(early, reader, calls) ?? (await probeOnce(reader, calls));
  const isCodeless = calls.some(
    (call) => first?.get(callKey(call))?.isCodeless,
  );
  const second = isCodeless ? await probeOnce(reader, calls) : first;
  return second ?? first;
}

async function probeOnce(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<Outcomes | undefined> {
  return outcomesHere(await probeCalls(reader, calls), reader, calls);
}

/** `undefined` if the program was not run on the pinned block, or not with all calls. */
function outcomesHere(
  probed: ProbedCalls | undefined,
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Outcomes | undefined {
  return probed !== undefined &&
    reader.isHere(probed.origin) &&
    calls.every((call) => probed.outcomes.has(callKey(call)))
    ? probed.outcomes
    : undefined;
}

/** `undefined` if the program is not answered. */
export async function probeCalls(
  prober: CallsProber,
  calls: readonly ProbeCall[],
): Promise<ProbedCalls | undefined> {
  if (calls.length === 0) {
    return undefined;
  }
  const control = controlCall();
  const asked = shuffled([...calls, control], prober.random);
  const answer = await prober.probeCalls(asked);
  if (!answer.ok) {
    return undefined;
  }
  const { outcomes: all, ...origin } = answer.value;
  const outcomes = new Map(
    asked.flatMap((call, index) => {
      const outcome = all[index];
      return outcome === undefined ? [] : [[callKey(call), outcome] as const];
    }),
  );
  return outcomes.get(callKey(control))?.data === control.data
    ? { origin, outcomes }
    : undefined;
}

/** Counts only on an endpoint that shows that it runs calls at all. */
async function callOneByOne(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<readonly CallReading[]> {
  const control = controlCall();
  const readings = new Map(
    await Promise.all(
      shuffled([...calls, control], reader.random).map(
        async (call) =>
          [
            call,
            call === control
              ? await reader.readCall(call)
              : await callTwice(reader, call),
          ] as const,
      ),
    ),
  );
  const shown = readings.get(control);
  if (shown?.kind === "returned" && shown.data === control.data) {
    return calls.map((call) => readings.get(call) ?? NO_PROOF);
  }
  const reason = shown?.kind === "unknown" ? shown.reason : NO_CONTROL;
  return calls.map(() => ({ kind: "unknown", reason }));
}

/** A call that fails or returns too little is made twice. */
async function callTwice(
  reader: BlockReader,
  call: ProbeCall,
): Promise<CallReading> {
  const first = judgeAlone(await reader.readCall(call));
  return first.kind === "reverted" || first === NO_PROOF
    ? judgeAlone(await reader.readCall(call))
    : first;
}

/** A call that returns its own random data. */
function controlCall(): ProbeCall {
  return {
    to: IDENTITY,
    data: `0x${randomBytes(WORD_BYTES).toString("hex")}`,
  };
}

/** A reading where the contract's code was not seen. */
function judgeAlone(reading: CallReading): CallReading {
  return reading.kind === "returned" && !isWhole(reading.data)
    ? NO_PROOF
    : reading;
}

function isWhole(data: Hex): boolean {
  return data.length >= 2 + 2 * WORD_BYTES;
}
