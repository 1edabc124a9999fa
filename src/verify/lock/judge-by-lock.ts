import { ownValue } from "../../base/records.ts";
import { isExpectedAny } from "../../config/expectations.ts";
import type { FactVerification, NetworkFindings } from "../found.ts";
import { LOCK_FILE, type LockedNetwork } from "../lock-file/lock-file.ts";
import type { LockChange, LockVerification } from "../lock-report.ts";
import type { Reason } from "../values/reason.ts";
import { acceptCode } from "./accept-code.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import { gapsByLock } from "./gaps-by-lock.ts";
import { withGoneContracts } from "./gone-contracts.ts";

/**
 * Judges a network by the lock file: the changes, the accepted unrecognised
 * code, and the policy values that hold.
 */
export function judgeByLock(
  read: NetworkFindings,
  locked: LockedNetwork | undefined,
): NetworkFindings {
  const network = withGoneContracts(read, locked);
  if (locked === undefined) {
    const facts = { network: network.hardhatNetwork ?? network.network };
    const reason: Reason = { code: "not-locked", facts };
    return {
      ...network,
      lock: { verdict: "unknown", reason, changes: [], unread: [] },
    };
  }
  const all = compareWithLock(network, locked);
  const isOtherChain = all.changes.some(isOfChain);
  // On a chain that was created again, everything else differs for that reason.
  const lock = isOtherChain
    ? { ...all, changes: all.changes.filter(isOfNetwork), unread: [] }
    : all;
  return {
    ...acceptCode(network, locked),
    facts: isOtherChain
      ? network.facts
      : network.facts?.map((fact) => {
          if (isExpectedAny(network.expect, fact.id)) {
            return fact;
          }
          return judgeFact(fact, locked, lock);
        }),
    notLookedAt: isOtherChain
      ? network.notLookedAt
      : gapsByLock(network, lock, locked),
    notes: [...network.notes, ...notesOf(network)],
    lock,
  };
}

/** Tells whether a change shows that it is another chain. */
function isOfChain({ field }: LockChange): boolean {
  return field === "genesisHash" || field === "blockHash";
}

/** Tells whether a change is neither of a contract nor of a fact. */
function isOfNetwork({ contract, fact }: LockChange): boolean {
  return contract === undefined && fact === undefined;
}

/** Notes on what was not compared; nothing was if there is a cause. */
function notesOf({ cause, facts }: NetworkFindings): readonly string[] {
  if (cause === undefined && facts === undefined) {
    return [
      `The policy values in ${LOCK_FILE} are compared at --level wiring only.`,
    ];
  }
  return [];
}

/** A fact by what the lock has of it: one that it does not have stays listed. */
function judgeFact(
  fact: FactVerification,
  { policy }: LockedNetwork,
  { changes, unread, open = [] }: LockVerification,
): FactVerification {
  const { id, verdict } = fact;
  const json = ownValue(policy, id);
  if (fact.class !== "policy" || json === undefined) {
    return fact;
  }
  const expected = json;
  const change = changes.find((one) => one.fact === id);
  if (change !== undefined) {
    return { ...fact, expected, verdict: "changed", reason: undefined };
  }
  const uncompared = unread.find((one) => one.id === id);
  if (uncompared !== undefined && verdict === "listed") {
    const { reason } = uncompared;
    return { ...fact, expected, verdict: "unknown", reason };
  }
  if (verdict !== "listed") {
    return { ...fact, expected };
  }
  // What an incomplete value lacks may be another one.
  if (open.some((one) => one.id === id)) {
    return fact;
  }
  return { ...fact, expected, verdict: "holds" };
}
