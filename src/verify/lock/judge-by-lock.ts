import { isRecord, ownValue } from "../../base/records.ts";
import { isExpectedAny } from "../../config/expectations.ts";
import type { FactVerification, Gap, NetworkFindings } from "../found.ts";
import { LOCK_FILE, type LockedNetwork } from "../lock-file/lock-file.ts";
import type {
  LockChange,
  LockVerification,
  OpenValue,
} from "../lock-report.ts";
import { encodePart } from "../values/codec.ts";
import type { Difference } from "../values/compare.ts";
import type { Reason } from "../values/reason.ts";
import { acceptCode } from "./accept-code.ts";
import { compareWithLock } from "./compare-with-lock.ts";
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
    notLookedAt: isOtherChain ? network.notLookedAt : withLocked(network, lock),
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

/**
 * Adds what was not read now, and the locked values that could be complete by
 * now.
 */
function withLocked(
  { facts = [], notLookedAt }: NetworkFindings,
  { open = [] }: LockVerification,
): NetworkFindings["notLookedAt"] {
  // The same root proves that nothing has changed that was not read.
  const proven = new Set(
    facts.filter((one) => isProvenByRoot(one, open)).map(({ id }) => id),
  );
  const now = notLookedAt?.filter(({ id = "" }) => !proven.has(id));
  const named = new Set(now?.map(({ id }) => id));
  const gaps = open.flatMap(({ id, open: side, difference }): Gap[] => {
    const { label = id } = facts.find((one) => one.id === id) ?? {};
    if (side === "lock") {
      return [{ id, label, reason: { code: "locked-incompletely" } }];
    }
    const reason: Reason = {
      code: "changed-in-use",
      facts: partsOf(difference),
    };
    if (side === "use" && !named.has(id)) {
      return [{ id, label, reason }];
    }
    return [];
  });
  return gaps.length === 0 ? now : [...(now ?? []), ...gaps];
}

/** Tells whether a value has the root of all storage, and is the locked one. */
function isProvenByRoot(
  { id, value, isInUse }: FactVerification,
  open: readonly OpenValue[],
): boolean {
  const hasRoot = isInUse === true && isRecord(value) && "root" in value;
  return hasRoot && !open.some((one) => one.id === id);
}

/** What was there before, and what is there now. */
function partsOf({
  removed = [],
  added = [],
}: Partial<Difference> = {}): Reason["facts"] {
  const text = (parts: typeof added) =>
    parts.map(({ value }) => JSON.stringify(encodePart(value))).join(", ");
  return { before: text(removed) || "none", now: text(added) || "none" };
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
