import type { Address } from "../networks/definition.ts";
import type {
  ContractVerification,
  FactVerification,
  IdentityVerification,
  VerifyLevel,
} from "../report/verify-report.ts";
import type { ProbeCall } from "../rpc/probe/call-program.ts";
import type { Findings } from "./confirm-findings.ts";
import { expectedContract } from "./identity/expected-contract.ts";
import { judgeIdentity, type KnownCode } from "./identity/judge-identity.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "./identity/token-behaviour.ts";
import type { CallReading } from "./read-calls.ts";
import type { VerificationTarget } from "./targets.ts";

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
export async function contractQuestions({
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
