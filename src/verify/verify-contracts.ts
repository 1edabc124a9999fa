import type { Findings } from "./agree.ts";
import { readWiring } from "./asking/ask-all.ts";
import type { BlockReader } from "./asking/reader.ts";
import type { ProbedCalls } from "./asking/state-reader.ts";
import {
  type ContractQuestions,
  contractQuestions,
  isToken,
} from "./contract-questions.ts";
import type { VerificationTarget } from "./expect/targets.ts";
import type { Delegation } from "./follow/dependencies.ts";
import type { Naming } from "./follow/followed.ts";
import { mayCallOthers } from "./follow/runs-other-code.ts";
import {
  type ContractVerification,
  hiddenIn,
  type IdentityVerification,
} from "./found.ts";
import {
  expectedContract,
  judgeIdentity,
  UNREAD,
} from "./identity/judge-identity.ts";
import { judgeToken, tokenCalls } from "./identity/judge-token.ts";
import { verifyOwn } from "./identity/own-contracts.ts";
import { knownCodes } from "./identity/verify-releases.ts";
import { doubted } from "./presence/doubted.ts";
import { type CodeReadings, codeKey } from "./questions/readings.ts";
import { contractId } from "./report.ts";
import { hopsOf } from "./values/proxy.ts";

export interface VerifyContractsParameters extends ContractQuestions {
  /** The targets with their presence, in the same order. */
  readonly contracts: readonly ContractVerification[];
  /** The readings of contracts whose code was read. */
  readonly codes: CodeReadings;
  /** The questions' calls, run by the program at the time of the block. */
  readonly calls: ProbedCalls | undefined;
  /** Why what is missing now proves nothing; `undefined` where it does. */
  readonly doubt: string | undefined;
  /** The contracts that may run other code, by the keys of their addresses. */
  readonly possibleProxies: readonly string[];
  /** The first block of the network. */
  readonly startBlock?: number | undefined;
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
    possibleProxies,
    startBlock,
    ...asked
  }: VerifyContractsParameters,
): Promise<Findings> {
  const { targets } = asked;
  const present = new Set(
    contracts.flatMap(({ verdict, address }) =>
      verdict === "present" && address !== undefined ? [address] : [],
    ),
  );
  const { questionsOf, judge } = await contractQuestions(
    {
      ...asked,
      delegating: delegationsOf(contracts, targets, {
        possibleProxies,
        codes: read,
      }),
      proxies: proxyPowers(contracts),
    },
    present,
  );
  const [answers, codes, own] = await Promise.all([
    readWiring(reader, questionsOf, { early, startBlock }),
    knownCodes(reader, contracts, read),
    Promise.all(
      contracts.map((contract, index) =>
        verifyOwn(reader, contract, targets[index]?.own?.artifact),
      ),
    ),
  ]);
  const identified = contracts.map((contract, index): ContractVerification => {
    const { address, verdict } = contract;
    const target = targets[index];
    const expected = target && expectedContract(target);
    const ofOwn = own[index];
    if (ofOwn !== undefined) {
      return { ...contract, identity: doubted(ofOwn, doubt) };
    }
    if (
      expected === undefined ||
      address === undefined ||
      verdict !== "present"
    ) {
      return contract;
    }
    const token = judgeToken(
      tokenCalls(address).map((call) => answers.get({ kind: "call", call })),
      target?.token ?? {},
    );
    const code = codes.get(address) ?? UNREAD;
    const identity = judgeIdentity(expected, code, doubted(token, doubt));
    return {
      ...contract,
      identity: isAlphaAsEuro(target, targets) ? TWO_IN_ONE : identity,
    };
  });
  const { facts, notes, notLookedAt } = judge(answers, codes);
  return {
    contracts: identified,
    facts: facts.map((fact) => doubted(fact, doubt)),
    notes: [
      ...noteOn(
        "Not identified, since no release of them is known",
        identified.filter(isNotIdentified).map(contractId),
      ),
      ...noteOn(
        "Not readable, since the endpoint does not show the storage of contracts",
        facts
          .filter((fact) => hiddenIn(fact) === "storage-hidden")
          .map(({ id }) => id),
      ),
      ...notes,
    ],
    notLookedAt,
  };
}

/** How contracts may run other code, besides what is compared as their proxy. */
function delegationsOf(
  contracts: readonly ContractVerification[],
  targets: readonly VerificationTarget[],
  {
    possibleProxies,
    codes,
  }: Pick<VerifyContractsParameters, "possibleProxies" | "codes">,
): ReadonlyMap<string, Delegation> {
  const found = new Map<string, Delegation>();
  for (const [index, { address = "", proxy }] of contracts.entries()) {
    const key = codeKey(address);
    const target = targets[index];
    const runs = hopsOf(proxy).map(({ implementation }) => implementation);
    const pinned = [...runs, ...(proxy?.beacon ? [proxy.beacon] : [])];
    const code = codes.get(key);
    const text = code?.kind === "code" ? code.code : undefined;
    if (possibleProxies.includes(key)) {
      found.set(key, { named: [], isWhole: false, pinned });
    } else if (target !== undefined && isToken(target) && text !== undefined) {
      // A token may delegate to another contract, whose code is checked too.
      const isCalling = mayCallOthers(text);
      if (isCalling) {
        found.set(key, { named: [], isWhole: false, isCalling });
      }
    }
  }
  return found;
}

/** Who may change what the contracts run as proxies. */
function proxyPowers(
  contracts: readonly ContractVerification[],
): readonly Naming[] {
  return contracts.flatMap((contract) =>
    (["admin", "beacon"] as const).flatMap((power) => {
      const address = contract.proxy?.[power];
      const id = contractId(contract);
      return address === undefined
        ? []
        : [{ label: `${id} proxy ${power}`, by: id, addresses: [address] }];
    }),
  );
}

/** Whether a contract is there, but of no known kind. */
function isNotIdentified({
  kind,
  verdict,
  identity,
}: ContractVerification): boolean {
  return verdict === "present" && identity === undefined && kind !== "own";
}

function noteOn(what: string, ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [] : [`${what}: ${ids.join(", ")}.`];
}

const TWO_IN_ONE: IdentityVerification = {
  verdict: "wrong",
  reason: { code: "token-twice" },
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
