import type { Findings } from "./agree.ts";
import {
  type ContractQuestions,
  contractQuestions,
} from "./contract-questions.ts";
import {
  expectedContract,
  judgeIdentity,
  UNREAD,
} from "./identity/judge-identity.ts";
import { judgeToken, tokenCalls } from "./identity/judge-token.ts";
import { knownCodes } from "./identity/verify-releases.ts";
import { doubted } from "./presence/doubted.ts";
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
import { readWiring } from "./wiring/read-wiring.ts";
import { isNotReadable } from "./wiring/values.ts";
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
): Promise<Findings> {
  const { targets } = asked;
  const present = new Set(
    contracts.flatMap(({ verdict, address }) =>
      verdict === "present" && address !== undefined ? [address] : [],
    ),
  );
  const { questionsOf, judge } = await contractQuestions(asked, present);
  const [answers, codes] = await Promise.all([
    readWiring(reader, questionsOf, early),
    knownCodes(reader, contracts, read),
  ]);
  const identified = contracts.map((contract, index): ContractVerification => {
    const { address, verdict } = contract;
    const target = targets[index];
    const expected = target && expectedContract(target);
    if (
      expected === undefined ||
      address === undefined ||
      verdict !== "present"
    ) {
      return contract;
    }
    const token = judgeToken(
      tokenCalls(address).map((call) => answers.calls.get(callKey(call))),
      target?.token ?? {},
    );
    const code = codes.get(address) ?? UNREAD;
    const identity = judgeIdentity(expected, code, doubted(token, doubt));
    return {
      ...contract,
      identity: isAlphaAsEuro(target, targets) ? TWO_IN_ONE : identity,
    };
  });
  const facts = judge(answers, codes);
  return {
    contracts: identified,
    facts: facts.map((fact) => doubted(fact, doubt)),
    notes: [
      ...notIdentified(identified),
      ...notReadable(facts),
      ...(await verifyUnlisted(reader, facts, targets)),
    ],
  };
}

/** Which contracts are there, but of no known kind. */
function notIdentified(
  contracts: readonly ContractVerification[],
): readonly string[] {
  const ids = contracts
    .filter((one) => one.verdict === "present" && one.identity === undefined)
    .map(contractId);
  return ids.length === 0
    ? []
    : [`Not identified, since no release of them is known: ${ids.join(", ")}.`];
}

/** Which values are kept in storage that the node does not show. */
function notReadable(facts: readonly FactVerification[]): readonly string[] {
  const ids = facts.filter(isNotReadable).map(({ id }) => id);
  return ids.length === 0
    ? []
    : [
        `Not readable, since the endpoint does not show the storage of contracts: ${ids.join(", ")}.`,
      ];
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
    target?.role === "euro" &&
    targets.some(
      (other) =>
        (other.role === "alpha" || other.role === "token") &&
        other.address?.toLowerCase() === address,
    )
  );
}
