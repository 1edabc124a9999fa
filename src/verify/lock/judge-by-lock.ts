import { ownValue } from "../../base/records.ts";
import type {
  FactVerification,
  LockVerification,
  NetworkFindings,
} from "../report.ts";
import { isNotReadable } from "../wiring/values.ts";
import { acceptLockedCode } from "./accept-code.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import { describePolicyChange } from "./describe-lock.ts";
import { LOCK_FILE, type LockedNetwork, textOf } from "./lock-file.ts";

/**
 * What the lock file says of a network: what changed, which unrecognised code was
 * accepted, and which policy values hold.
 */
export function judgeByLock(
  network: NetworkFindings,
  locked: LockedNetwork | undefined,
  strict: boolean,
): NetworkFindings {
  const name = network.hardhatNetwork ?? network.network;
  const command = `"npx hardhat alpha verify ${name} --write-lock"`;
  if (locked === undefined) {
    return {
      ...network,
      lock: {
        verdict: "unknown",
        reason: `${name} is not in ${LOCK_FILE}`,
        remedy: `Add it with ${command}.`,
        changes: [],
        unread: [],
      },
    };
  }
  const comparison = compareWithLock(network, locked);
  const { verdict, changes } = comparison;
  // Of a chain that was created again, nothing else is compared.
  const isOtherChain = changes.some(
    ({ field }) => field === "genesisHash" || field === "blockHash",
  );
  return {
    ...acceptLockedCode(network, locked),
    facts: isOtherChain
      ? network.facts
      : network.facts?.map((fact) =>
          judgeFact(fact, locked, comparison, strict),
        ),
    notes: [...network.notes, ...notesOf(network, comparison)],
    lock: {
      ...comparison,
      reason: verdict === "holds" ? undefined : reasonOf(comparison),
      remedy:
        changes.length === 0
          ? undefined
          : `If the change is meant, accept it with ${command}.`,
    },
  };
}

function reasonOf({ block, changes, unread }: LockVerification): string {
  const parts = [
    counted(changes.length, "change"),
    counted(unread.length, "value", " that could not be compared"),
  ];
  return `${LOCK_FILE} of block ${block}: ${parts.filter(Boolean).join(", ")}`;
}

function counted(number: number, what: string, more = ""): string {
  return number === 0
    ? ""
    : `${number} ${what}${number === 1 ? "" : "s"}${more}`;
}

/** What the lock does not say, or was not compared; nothing was if there is a cause. */
function notesOf(
  { cause, facts }: NetworkFindings,
  { unpinned = [] }: LockVerification,
): readonly string[] {
  if (cause !== undefined) {
    return [];
  }
  if (facts === undefined) {
    return [
      `The policy values in ${LOCK_FILE} are compared at --level wiring only.`,
    ];
  }
  return unpinned.length === 0
    ? []
    : [`${LOCK_FILE} has no value of ${unpinned.join(", ")}.`];
}

/**
 * A fact by what the lock has of it: one that it does not have stays listed, and fails
 * only where everything must be pinned.
 */
function judgeFact(
  fact: FactVerification,
  { policy }: LockedNetwork,
  { changes, unread }: LockVerification,
  strict: boolean,
): FactVerification {
  const { id, label = id, actual, verdict } = fact;
  if (fact.class !== "policy" || isNotReadable(fact)) {
    return fact;
  }
  const locked = ownValue(policy, id);
  if (locked === undefined) {
    const reason = `${label} is not in ${LOCK_FILE}: ${actual}`;
    return strict && verdict === "listed"
      ? { ...fact, verdict: "changed", reason }
      : fact;
  }
  const expected = textOf(locked);
  const change = changes.find((one) => one.fact === id);
  if (change !== undefined) {
    const reason = describePolicyChange(change);
    return { ...fact, expected, verdict: "changed", reason };
  }
  const unknown = unread.find(({ contract }) => contract === id);
  if (unknown !== undefined && verdict === "listed") {
    return { ...fact, expected, verdict: "unknown", reason: unknown.reason };
  }
  return verdict === "listed"
    ? { ...fact, expected, verdict: "holds" }
    : { ...fact, expected };
}
