import type { Decoded } from "../base/records.ts";
import {
  type ContractQuestions,
  contractQuestions,
} from "./contract-questions.ts";
import { doubted } from "./doubted.ts";
import {
  expectedContract,
  isClone,
  judgeIdentity,
  type KnownCode,
} from "./identity/judge-identity.ts";
import { knownCodes, UNREAD } from "./identity/known-codes.ts";
import { judgeToken, tokenCalls } from "./identity/token-behaviour.ts";
import type { ProbedCalls } from "./reading/call-contracts.ts";
import type { BlockReader } from "./reading/reader.ts";
import { type CodeReadings, callKey } from "./reading/readings.ts";
import {
  type ContractVerification,
  contractId,
  type FactVerification,
  type IdentityVerification,
} from "./report.ts";
import type { VerificationTarget } from "./targets.ts";
import { readWiring } from "./wiring/read-wiring.ts";
import { verifyUnlisted } from "./wiring/verify-unlisted.ts";

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
  const { targets } = asked;
  const present = new Set(
    contracts.flatMap(({ verdict, address }) =>
      verdict === "present" && address !== undefined ? [address] : [],
    ),
  );
  const { questionsOf, wiring } = await contractQuestions(asked, present);
  const [answers, codes] = await Promise.all([
    readWiring(reader, questionsOf, early),
    knownCodes(reader, contracts, read),
  ]);
  const identityOf = (
    target: VerificationTarget,
    { address, verdict }: ContractVerification,
  ): IdentityVerification | undefined => {
    const expected = expectedContract(target);
    if (
      expected === undefined ||
      address === undefined ||
      verdict !== "present"
    ) {
      return undefined;
    }
    const token = judgeToken(
      tokenCalls(address).map((call) => answers.calls.get(callKey(call))),
      target.token ?? {},
    );
    return isAlphaAsEuro(target, targets)
      ? TWO_IN_ONE
      : judgeIdentity(
          expected,
          codes.get(address) ?? UNREAD,
          doubted(token, doubt),
        );
  };
  const facts =
    wiring?.judge(answers, (address, contract) =>
      isRelease(codes.get(address) ?? UNREAD, contract),
    ) ?? [];
  const lists = facts.filter(({ id }) => wiring?.lists.has(id));
  return {
    contracts: contracts.map((contract, index): ContractVerification => {
      const target = targets[index];
      const identity = target && identityOf(target, contract);
      return identity === undefined ? contract : { ...contract, identity };
    }),
    facts: facts.map((fact) => doubted(fact, doubt)),
    notes: [
      ...notIdentified(targets, contracts),
      ...(await verifyUnlisted(reader, lists, targets)),
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
  { kind, role, address }: VerificationTarget,
  targets: readonly VerificationTarget[],
): boolean {
  return (
    kind === "token" &&
    role === "euro" &&
    targets.some(
      (other) =>
        (other.role === "alpha" || other.role === "token") &&
        other.address?.toLowerCase() === address?.toLowerCase(),
    )
  );
}

/** The storage of an upgradable proxy is what the code that it runs makes of it. */
function isRelease(code: KnownCode, contract: string): Decoded<boolean> {
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
