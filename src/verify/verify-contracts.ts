import type { Address } from "../base/address.ts";
import type { ProbeCall } from "../rpc/probe-calls.ts";
import { callContracts } from "./call-contracts.ts";
import {
  expectedContract,
  judgeIdentity,
  type KnownCode,
} from "./identity/judge-identity.ts";
import { knownCodes } from "./identity/known-codes.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "./identity/token-behaviour.ts";
import type { BlockReader } from "./reader.ts";
import type { CallReading } from "./readings.ts";
import type {
  ContractVerification,
  FactVerification,
  IdentityVerification,
  VerifyLevel,
} from "./report.ts";
import type { VerificationTarget } from "./targets.ts";

export interface VerifyContractsParameters {
  readonly level: VerifyLevel;
  readonly strict: boolean;
  readonly targets: readonly VerificationTarget[];
  /** The targets with their presence, in the same order. */
  readonly contracts: readonly ContractVerification[];
  /** Why what is missing now proves nothing; `undefined` where it does. */
  readonly doubt: string | undefined;
}

/** The contracts with their identities, and the facts between them. */
export interface VerifiedContracts {
  readonly contracts: readonly ContractVerification[];
  readonly facts: readonly FactVerification[];
  readonly notes: readonly string[];
}

/**
 * Whether contracts that are present are the right ones (level `identity`), and
 * wired to each other (level `wiring`). All calls go out in one request, next to
 * reads of the codes whose hash no release has.
 */
export async function verifyContracts(
  reader: BlockReader,
  parameters: VerifyContractsParameters,
): Promise<VerifiedContracts> {
  const { contracts, strict } = parameters;
  const { calls, judge } = await contractQuestions(parameters);
  const [answers, codes] = await Promise.all([
    callContracts(reader, calls),
    knownCodes(reader, contracts),
  ]);
  const findings = judge(answers, codes);
  const facts = (of: "structural" | "policy") =>
    findings.flatMap((finding) => (finding.of === of ? [finding.value] : []));
  const identities = new Map(
    findings.flatMap((finding) =>
      finding.of === "identity" ? [[finding.index, finding.value]] : [],
    ),
  );
  return {
    contracts: contracts.map((contract, index): ContractVerification => {
      const identity = identities.get(index);
      return identity === undefined ? contract : { ...contract, identity };
    }),
    facts: [...facts("structural"), ...(strict ? facts("policy") : [])],
    notes: strict
      ? []
      : facts("policy").flatMap(({ id, verdict, reason }) =>
          verdict === "holds" ? [] : [`${id} (policy): ${reason}`],
        ),
  };
}

/** One result of the calls to contracts. */
type Finding =
  | {
      readonly of: "identity";
      /** The contract's place. */
      readonly index: number;
      readonly value: IdentityVerification;
    }
  | {
      readonly of: "structural" | "policy";
      readonly value: FactVerification;
    };

/** The calls to contracts, and how to judge the answers. */
interface ContractQuestions {
  readonly calls: readonly ProbeCall[];
  /** Takes the answers in the calls' order, and the contracts' codes. */
  judge(
    answers: readonly CallReading[],
    codes: ReadonlyMap<Address, KnownCode>,
  ): readonly Finding[];
}

/** The calls that identify payment tokens and, at its level, check the wiring. */
async function contractQuestions({
  level,
  targets,
  contracts,
  doubt,
}: VerifyContractsParameters): Promise<ContractQuestions> {
  const present = new Set(
    contracts.flatMap(({ verdict, address }) =>
      verdict === "present" && address !== undefined ? [address] : [],
    ),
  );
  const tokens = tokenQuestions(targets, present);
  const wiring =
    level === "wiring" ? await wiringQuestions(targets, present) : undefined;
  return {
    calls: [...tokens.calls, ...(wiring?.calls ?? [])],
    judge: (answers, codes) => {
      const tokenAt = tokens.judge(answers);
      const facts = wiring?.judge(answers.slice(tokens.calls.length));
      return [
        ...targets.flatMap((target, index): Finding[] => {
          const { address } = target;
          const expected = expectedContract(target);
          return expected === undefined ||
            address === undefined ||
            contracts[index]?.verdict !== "present"
            ? []
            : [
                {
                  of: "identity",
                  index,
                  value: judgeIdentity(
                    expected,
                    codes.get(address) ?? UNREAD,
                    doubtedToken(tokenAt(target), doubt),
                  ),
                },
              ];
        }),
        ...(["structural", "policy"] as const).flatMap((of) =>
          (facts?.[of] ?? []).map((fact) => ({
            of,
            value: doubtedFact(fact, doubt),
          })),
        ),
      ];
    },
  };
}

const UNREAD: KnownCode = { kind: "unread", reason: "it was not read" };

/** What is broken at an old block may hold by now. */
function doubtedFact(
  fact: FactVerification,
  doubt: string | undefined,
): FactVerification {
  return doubt !== undefined && fact.verdict === "broken"
    ? { ...fact, verdict: "unknown", reason: unproven(fact.reason, doubt) }
    : fact;
}

function doubtedToken(
  token: TokenJudgement | undefined,
  doubt: string | undefined,
): TokenJudgement | undefined {
  return doubt !== undefined && token?.verdict === "wrong"
    ? { verdict: "unknown", reason: unproven(token.reason, doubt) }
    : token;
}

function unproven(reason: string | undefined, doubt: string): string {
  return `${reason}, which proves nothing: ${doubt}`;
}

/** The calls that identify payment tokens. */
function tokenQuestions(
  targets: readonly VerificationTarget[],
  present: ReadonlySet<Address>,
) {
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
  const calls = tokens.map(tokenCalls);
  return {
    calls: calls.flat(),
    judge:
      (answers: readonly CallReading[]) =>
      ({ address, token = {} }: VerificationTarget) => {
        const place = address === undefined ? -1 : tokens.indexOf(address);
        const each = calls[0]?.length ?? 0;
        return place === -1
          ? undefined
          : judgeToken(answers.slice(each * place, each * (place + 1)), token);
      },
  };
}

/** Loaded at its level only, since it brings an ABI codec. */
async function wiringQuestions(
  targets: readonly VerificationTarget[],
  present: ReadonlySet<Address>,
) {
  const wiring = await import("./wiring/wiring-questions.ts");
  return wiring.wiringQuestions(targets, present);
}
