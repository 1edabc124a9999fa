import { type BlockHeader, isSameTime } from "../rpc/decode-block.ts";
import {
  type ContractQuestions,
  contractQuestions,
  isToken,
} from "./contract-questions.ts";
import { probeEarly } from "./presence/probe-codes.ts";
import {
  NO_PROXIES,
  type StartedProxies,
  startProxies,
} from "./presence/start-proxies.ts";
import { type ProbedCalls, probeCalls } from "./reading/call-contracts.ts";
import type {
  BlockReader,
  CallsProber,
  CodeProber,
  NetworkReader,
} from "./reading/reader.ts";
import {
  type CodeReadings,
  codeKey,
  type ProbedChunk,
} from "./reading/readings.ts";
import { distinctAddresses, type VerificationTarget } from "./targets.ts";

/**
 * What is read together with the node's state, which saves round trips: of the latest
 * block while it is not known yet which one that is, or of a block that is known.
 */
export interface EarlyReads {
  /** The answers say what block they are of. */
  readonly probes: readonly ProbedChunk[];
  /** The codes of tokens, which need not be of a release; no proof by themselves. */
  readonly codes: CodeReadings;
  /** The answer says what block it is of. */
  readonly calls: ProbedCalls | undefined;
  /** Reads that begin before all of the probes have ended, and may end after them. */
  readonly proxies: Promise<StartedProxies>;
}

/** Reads the latest block, or a known one. */
type EarlyReader = CodeProber & CallsProber & Pick<NetworkReader, "readCode">;

/** More tokens than any network has are not read early. */
const MAX_TOKENS = 4;

/**
 * Asks all that is known to be needed before anything is answered.
 *
 * @param pinning the reader of the block, as soon as that is known; `undefined` on
 * another chain
 */
export async function readEarly(
  reader: EarlyReader,
  questions: ContractQuestions,
  pinning: Promise<BlockReader | undefined>,
): Promise<EarlyReads> {
  const { targets, level } = questions;
  const addresses = distinctAddresses(targets);
  let proxies = Promise.resolve(NO_PROXIES);
  const [probes, codes, calls] = await Promise.all([
    probeEarly(reader, addresses, (chunk) => {
      proxies = pinning.then(async (pinned) =>
        pinned === undefined
          ? NO_PROXIES
          : await startProxies(pinned, addresses, chunk),
      );
    }),
    readTokens(reader, targets),
    level === "presence"
      ? undefined
      : contractQuestions(questions, new Set(addresses)).then(
          async ({ calls }) => await probeCalls(reader, calls),
        ),
  ]);
  return { probes, codes, calls, proxies };
}

async function readTokens(
  reader: EarlyReader,
  targets: readonly VerificationTarget[],
): Promise<CodeReadings> {
  const tokens = distinctAddresses(targets.filter(isToken));
  return new Map(
    await Promise.all(
      tokens
        .slice(0, MAX_TOKENS)
        .map(
          async (token) =>
            [codeKey(token), await reader.readCode(token)] as const,
        ),
    ),
  );
}

/** Of what was read early, what is of the given block, or need not be. */
export function earlyAt(
  { probes, codes, calls, proxies }: EarlyReads,
  head: BlockHeader,
): EarlyReads {
  return {
    proxies,
    probes: probes.filter(({ answer }) => isSameTime(answer, head)),
    codes,
    calls:
      calls !== undefined && isSameTime(calls.origin, head) ? calls : undefined,
  };
}
