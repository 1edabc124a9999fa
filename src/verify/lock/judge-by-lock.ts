import { ownValue } from "../../base/records.ts";
import type { FactVerification, NetworkFindings } from "../report.ts";
import { readingOf } from "../values/codec.ts";
import { compare, sameness } from "../values/compare.ts";
import { render } from "../words/render.ts";
import { acceptCode } from "./accept-code.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import { describeLockChange } from "./describe-lock.ts";
import { withGoneContracts } from "./gone-contracts.ts";
import { LOCK_FILE, type LockedNetwork } from "./lock-file.ts";
import type { LockChange, LockVerification } from "./lock-report.ts";
import { lockedWords, readingOfFact } from "./locked-values.ts";

/**
 * What the lock file says of a network: what changed, which unrecognised code was
 * accepted, and which policy values hold.
 */
export function judgeByLock(
  read: NetworkFindings,
  locked: LockedNetwork | undefined,
): NetworkFindings {
  const network = withGoneContracts(read, locked);
  if (locked === undefined) {
    const name = network.hardhatNetwork ?? network.network;
    const reason = `${name} is not in ${LOCK_FILE}`;
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
      : network.facts?.map((fact) => judgeFact(fact, locked, lock)),
    notes: [...network.notes, ...notesOf(network)],
    lock: { ...lock, reason: reasonOf(lock) },
  };
}

/** Whether a change shows that it is another chain. */
function isOfChain({ field }: LockChange): boolean {
  return field === "genesisHash" || field === "blockHash";
}

/** Whether a change is neither of a contract nor of a fact. */
function isOfNetwork({ contract, fact }: LockChange): boolean {
  return contract === undefined && fact === undefined;
}

function reasonOf(lock: LockVerification): string | undefined {
  const { verdict, block, changes, unread, unpinned = [] } = lock;
  const counts = [
    counted(changes.length, "change"),
    counted(unread.length, "value", " that could not be compared"),
    unpinned.length === 0 ? "" : `incomplete, without ${unpinned.join(", ")}`,
  ].filter(Boolean);
  const of = block === undefined ? LOCK_FILE : `${LOCK_FILE} of block ${block}`;
  return verdict === "holds" ? undefined : `${of}: ${counts.join(", ")}`;
}

function counted(number: number, what: string, more = ""): string {
  return number === 0
    ? ""
    : `${number} ${what}${number === 1 ? "" : "s"}${more}`;
}

/** What was not compared; nothing was if there is a cause. */
function notesOf({ cause, facts }: NetworkFindings): readonly string[] {
  return cause === undefined && facts === undefined
    ? [`The policy values in ${LOCK_FILE} are compared at --level wiring only.`]
    : [];
}

/** A fact by what the lock has of it: one that it does not have stays listed. */
function judgeFact(
  fact: FactVerification,
  entry: LockedNetwork,
  { changes, unread }: LockVerification,
): FactVerification {
  const { id, verdict } = fact;
  const json = ownValue(entry.policy, id);
  if (fact.class !== "policy" || json === undefined) {
    return fact;
  }
  const locked = readingOf(json);
  const expected = render(locked, lockedWords(entry, fact));
  const change = changes.find((one) => one.fact === id);
  if (change !== undefined) {
    const reason = describeLockChange(change);
    return { ...fact, expected, verdict: "changed", reason };
  }
  const unknown = unread.find(({ contract }) => contract === id);
  if (unknown !== undefined && verdict === "listed") {
    return { ...fact, expected, verdict: "unknown", reason: unknown.reason };
  }
  if (verdict !== "listed") {
    return { ...fact, expected };
  }
  // What an incomplete value lacks may be another one.
  const difference = compare(locked, readingOfFact(fact));
  return sameness(difference) === "same"
    ? { ...fact, expected, verdict: "holds" }
    : fact;
}
