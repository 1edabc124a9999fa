import type { Address } from "../base/address.ts";
import type { ProbeCall } from "../rpc/probe-calls.ts";
import type { RpcTransport } from "../rpc/types.ts";
import {
  confirmFindings,
  type Findings,
  hasFailure,
} from "./confirm-findings.ts";
import { knownCodes } from "./identity/identify-code.ts";
import {
  expectedContract,
  judgeIdentity,
  type KnownCode,
} from "./identity/judge-identity.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "./identity/token-behaviour.ts";
import { type CallReading, type PinnedBlock, readCalls } from "./read-calls.ts";
import type {
  ContractVerification,
  FactVerification,
  IdentityVerification,
  VerifyLevel,
} from "./report.ts";
import type { VerificationTarget } from "./targets.ts";

/** How often what is wrong is read again, each time begun at another call. */
const ROTATIONS: readonly number[] = [1, 2, 3];

export interface ExamineContractsParameters {
  readonly transport: RpcTransport;
  readonly level: VerifyLevel;
  readonly strict: boolean;
  readonly targets: readonly VerificationTarget[];
  /** The targets with their presence, in the same order. */
  readonly contracts: readonly ContractVerification[];
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** Why what is missing now proves nothing; `undefined` where it does. */
  readonly doubt: string | undefined;
}

/** The contracts with their identities, and the facts between them. */
export interface ExaminedContracts {
  readonly contracts: readonly ContractVerification[];
  readonly facts: readonly FactVerification[];
  readonly notes: readonly string[];
}

/**
 * Whether contracts that are present are the right ones (level `identity`), and
 * wired to each other (level `wiring`): the calls of all of it in one request,
 * beside the codes that no release's hash tells. What is wrong by the calls is
 * read again.
 */
export async function examineContracts({
  transport,
  level,
  strict,
  targets,
  contracts,
  block,
  chainId,
  doubt,
}: ExamineContractsParameters): Promise<ExaminedContracts> {
  const { calls, judge } = await contractQuestions({
    level,
    targets,
    contracts,
    doubt,
  });
  const [readings, codes] = await Promise.all([
    readCalls(transport, calls, block, chainId),
    knownCodes(transport, contracts, block),
  ]);
  const first = judge(readings, codes);
  const { identities, structural, policy } = hasFailure(first, strict)
    ? confirmFindings(first, await Promise.all(ROTATIONS.map(judgeAgain)))
    : first;
  return {
    contracts: contracts.map((contract, index): ContractVerification => {
      const identity = identities[index];
      return identity === undefined ? contract : { ...contract, identity };
    }),
    facts: [...structural, ...(strict ? policy : [])],
    notes: strict
      ? []
      : policy.flatMap(({ id, verdict, reason }) =>
          verdict === "holds" ? [] : [`${id} (policy): ${reason}`],
        ),
  };

  /** The same calls in another order, which no cache has an answer to. */
  async function judgeAgain(rotation: number): Promise<Findings> {
    const start = rotation % Math.max(1, calls.length);
    const rotated = [...calls.slice(start), ...calls.slice(0, start)];
    const again = await readCalls(transport, rotated, block, chainId);
    const end = again.length - start;
    return judge([...again.slice(end), ...again.slice(0, end)], codes);
  }
}

/** The targets, and what is known of them before any is called. */
export interface ContractQuestionsParameters {
  readonly level: VerifyLevel;
  readonly targets: readonly VerificationTarget[];
  /** The targets with their presence, in the same order. */
  readonly contracts: readonly ContractVerification[];
  /** Why what is missing now proves nothing; `undefined` where it does. */
  readonly doubt: string | undefined;
}

/** What to call contracts with, and what the answers tell. */
export interface ContractQuestions {
  readonly calls: readonly ProbeCall[];
  /** Of answers in the calls' order, beside the contracts' codes. */
  judge(
    answers: readonly CallReading[],
    codes: ReadonlyMap<Address, KnownCode>,
  ): Findings;
}

/** The calls that tell payment tokens and, at its level, the wiring. */
async function contractQuestions({
  level,
  targets,
  contracts,
  doubt,
}: ContractQuestionsParameters): Promise<ContractQuestions> {
  const present = new Set(
    contracts.flatMap(({ verdict, address }) =>
      verdict === "present" && address !== undefined ? [address] : [],
    ),
  );
  const tokens = [
    ...new Set(
      targets.flatMap((target) =>
        target.address !== undefined &&
        present.has(target.address) &&
        expectedContract(target)?.kind === "token"
          ? [target.address]
          : [],
      ),
    ),
  ];
  const wiring =
    level === "wiring" ? await askWiring(targets, present) : undefined;
  const perToken = tokens.length === 0 ? 0 : tokenCalls("0x").length;
  return {
    calls: [...tokens.flatMap(tokenCalls), ...(wiring?.calls ?? [])],
    judge: (answers, codes) => {
      const doubted = (fact: FactVerification) => doubtedFact(fact, doubt);
      const facts = wiring?.judge(answers.slice(perToken * tokens.length));
      return {
        identities: contracts.map(({ verdict }, index) => {
          const target = targets[index];
          return target === undefined || verdict !== "present"
            ? undefined
            : identityOf(target, answers, codes);
        }),
        structural: facts?.structural.map(doubted) ?? [],
        policy: facts?.policy.map(doubted) ?? [],
      };
    },
  };

  function identityOf(
    target: VerificationTarget,
    answers: readonly CallReading[],
    codes: ReadonlyMap<Address, KnownCode>,
  ): IdentityVerification | undefined {
    const { address, token = {} } = target;
    const expected = expectedContract(target);
    if (expected === undefined || address === undefined) {
      return undefined;
    }
    const place = tokens.indexOf(address);
    const own =
      place === -1
        ? undefined
        : answers.slice(perToken * place, perToken * (place + 1));
    return judgeIdentity(
      expected,
      codes.get(address) ?? { kind: "unread", reason: "it was not read" },
      own === undefined
        ? undefined
        : doubtedToken(judgeToken(own, token), doubt),
    );
  }
}

/** What an old block shows to be broken may hold by now. */
function doubtedFact(
  fact: FactVerification,
  doubt: string | undefined,
): FactVerification {
  return doubt !== undefined && fact.verdict === "broken"
    ? { ...fact, verdict: "unknown", reason: unproven(fact.reason, doubt) }
    : fact;
}

function doubtedToken(
  token: TokenJudgement,
  doubt: string | undefined,
): TokenJudgement {
  return doubt !== undefined && token.verdict === "wrong"
    ? { verdict: "unknown", reason: unproven(token.reason, doubt) }
    : token;
}

function unproven(reason: string | undefined, doubt: string): string {
  return `${reason}, which proves nothing: ${doubt}`;
}

/** Loaded at its level only, since it brings an ABI codec. */
async function askWiring(
  targets: readonly VerificationTarget[],
  present: ReadonlySet<Address>,
) {
  const { wiringQuestions } = await import("./wiring/wiring-questions.ts");
  return wiringQuestions(targets, present);
}
