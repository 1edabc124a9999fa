import type { Decoded } from "../base/records.ts";
import {
  type ContractQuestions,
  contractQuestions,
} from "./contract-questions.ts";
import { NO_QUESTIONS } from "./control/answers.ts";
import { askControl } from "./control/ask-control.ts";
import {
  readUnlistedNames,
  unlistedItems,
  unlistedNotes,
} from "./control/unlisted.ts";
import {
  expectedContract,
  isClone,
  judgeIdentity,
  type KnownCode,
} from "./identity/judge-identity.ts";
import { knownCodes } from "./identity/known-codes.ts";
import {
  judgeToken,
  type TokenJudgement,
  tokenCalls,
} from "./identity/token-behaviour.ts";
import type { BlockReader } from "./reading/reader.ts";
import { type CodeReadings, callKey } from "./reading/readings.ts";
import type { ProbedCalls } from "./reading/state-reader.ts";
import {
  type ContractVerification,
  contractId,
  type FactVerification,
  type IdentityVerification,
} from "./report.ts";
import type { VerificationTarget } from "./targets.ts";

export interface VerifyContractsParameters extends ContractQuestions {
  /** The targets with their presence, in the same order. */
  readonly contracts: readonly ContractVerification[];
  /** The readings of contracts whose code was read. */
  readonly codes: CodeReadings;
  /** The questions' calls, run by the program at the time of the block. */
  readonly calls: ProbedCalls | undefined;
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
 * wired to each other, and who controls them (level `wiring`). All calls go out in
 * one request, next to reads of the codes whose hash no release has.
 */
export async function verifyContracts(
  reader: BlockReader,
  {
    contracts,
    codes: read,
    calls: early,
    doubt,
    ...asked
  }: VerifyContractsParameters,
): Promise<VerifiedContracts> {
  const { targets, policy } = asked;
  const present = new Set(
    contracts.flatMap(({ verdict, address }) =>
      verdict === "present" && address !== undefined ? [address] : [],
    ),
  );
  const { wiring, ...questions } = await contractQuestions(asked, present);
  const inLock = unlistedItems(Object.entries(policy ?? {}), targets);
  const [answers, codes, namesInLock] = await Promise.all([
    askControl(reader, {
      questions,
      furtherOf: wiring?.furtherOf ?? (() => NO_QUESTIONS),
      early,
    }),
    knownCodes(reader, contracts, read),
    wiring === undefined ? undefined : readUnlistedNames(reader, inLock),
  ]);
  const facts = wiring?.judge(answers, (address, contract) =>
    isRelease(codes.get(address), contract),
  );
  const unlisted = unlistedItems(
    (facts ?? []).map(({ id, items }) => [id, items] as const),
    targets,
  );
  const names = await readUnlistedNames(reader, unlisted, namesInLock);
  return {
    contracts: contracts.map((contract, index): ContractVerification => {
      const target = targets[index];
      const expected = target && expectedContract(target);
      return expected === undefined ||
        contract.address === undefined ||
        contract.verdict !== "present"
        ? contract
        : {
            ...contract,
            identity: isAlphaAsEuro(target, targets)
              ? TWO_IN_ONE
              : judgeIdentity(
                  expected,
                  codes.get(contract.address) ?? UNREAD,
                  doubtedToken(
                    judgeToken(
                      tokenCalls(contract.address).map((call) =>
                        answers.calls.get(callKey(call)),
                      ),
                      target?.token ?? {},
                    ),
                    doubt,
                  ),
                ),
          };
    }),
    facts: (facts ?? []).map((fact) => doubtedFact(fact, doubt)),
    notes: [
      ...notIdentified(targets, contracts),
      ...unlistedNotes(unlisted, names),
    ],
  };
}

/** Which contracts are there, but of no known kind. */
function notIdentified(
  targets: readonly VerificationTarget[],
  contracts: readonly ContractVerification[],
): readonly string[] {
  const ids = contracts.flatMap((contract, index) => {
    const target = targets[index];
    return contract.verdict === "present" &&
      target !== undefined &&
      expectedContract(target) === undefined
      ? [contractId(contract)]
      : [];
  });
  return ids.length === 0
    ? []
    : [`Not identified, since no release of them is known: ${ids.join(", ")}.`];
}

const TWO_IN_ONE: IdentityVerification = {
  verdict: "wrong",
  reason: "wrong contract: this is the address of the Alpha token, too",
};

/** Whether the euro token has the Alpha token's address. */
function isAlphaAsEuro(
  target: VerificationTarget | undefined,
  targets: readonly VerificationTarget[],
): boolean {
  const address = target?.address?.toLowerCase();
  return (
    target?.kind === "token" &&
    target.role === "euro" &&
    targets.some(
      (other) =>
        (other.role === "alpha" || other.role === "token") &&
        other.address?.toLowerCase() === address,
    )
  );
}

/** Behind an upgradable proxy, storage is whatever its code makes of it. */
function isRelease(
  code: KnownCode = UNREAD,
  contract: string,
): Decoded<boolean> {
  return code.kind === "unread"
    ? {
        ok: false,
        reason: `whether its code is of a known release is unknown: ${code.reason}`,
      }
    : {
        ok: true,
        value:
          code.kind === "release" &&
          code.release.contract === contract &&
          (code.proxy === undefined || isClone(code.proxy)),
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
