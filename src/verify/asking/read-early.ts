import {
  type BlockHeader,
  isSameParent,
  isSameTime,
} from "../../rpc/decode-block.ts";
import {
  type ContractQuestions,
  contractQuestions,
  isToken,
} from "../contract-questions.ts";
import {
  distinctAddresses,
  type VerificationTarget,
} from "../expect/targets.ts";
import { type CodeReadings, codeKey } from "../questions/readings.ts";
import type { ProbedCalls, ProbedCodes, StateReader } from "./state-reader.ts";

/**
 * What is read together with the node's state, which saves round trips: of the latest
 * block while it is not known yet which one that is, or of a block that is known.
 */
export interface EarlyReads {
  /** The answers say what block they are of. */
  readonly probes: readonly ProbedCodes[];
  /** The codes of tokens, which need not be of a release; no proof by themselves. */
  readonly codes: CodeReadings;
  /** The answer says what block it is of. */
  readonly calls: ProbedCalls | undefined;
}

/** More tokens than any network has are not read early. */
const MAX_TOKENS = 4;
/**
 * A longer list takes more than one wave of calls. Reading it early would save next to
 * nothing, and be in the way on an endpoint that turns out to be the wrong one.
 */
const MAX_ADDRESSES = 4_000;

/** Asks all that is known to be needed before anything is answered. */
export async function readEarly(
  reader: StateReader,
  questions: ContractQuestions,
): Promise<EarlyReads> {
  const { targets, level } = questions;
  const addresses = distinctAddresses(targets);
  const [probes, codes, calls] = await Promise.all([
    addresses.length > MAX_ADDRESSES ? [] : reader.probeCodes(addresses),
    readTokens(reader, targets),
    level === "presence" ? undefined : probeCalls(reader, questions),
  ]);
  return { probes, codes, calls };
}

async function readTokens(
  reader: StateReader,
  targets: readonly VerificationTarget[],
): Promise<CodeReadings> {
  const tokens = distinctAddresses(targets.filter(isToken));
  const reading = tokens
    .slice(0, MAX_TOKENS)
    .map(
      async (token) => [codeKey(token), await reader.readCode(token)] as const,
    );
  return new Map(await Promise.all(reading));
}

async function probeCalls(
  reader: StateReader,
  questions: ContractQuestions,
): Promise<ProbedCalls | undefined> {
  const all = new Set(distinctAddresses(questions.targets));
  const { calls } = await contractQuestions(questions, all);
  return calls.length === 0 ? undefined : await reader.probeCalls(calls);
}

/**
 * The early reads that belong to `head`: two blocks of one height and time may differ
 * in their parents. What does not tell its parent is read again by the block's hash.
 */
export function earlyAt(
  { probes, codes, calls }: EarlyReads,
  head: BlockHeader,
): EarlyReads {
  const isOfHead = ({ origin }: Pick<ProbedCalls, "origin">) =>
    isSameTime(origin, head) && isSameParent(origin, head) === true;
  return {
    probes: probes.filter(isOfHead),
    codes,
    calls: calls !== undefined && isOfHead(calls) ? calls : undefined,
  };
}
