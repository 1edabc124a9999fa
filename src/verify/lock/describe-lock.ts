import { type Finding, findingOf } from "../../base/problems.ts";
import type {
  LockChange,
  LockVerification,
  NetworkFindings,
} from "../report.ts";

/**
 * Each change since the lock, and each reason why something could not be compared. A
 * reason that the contracts or facts have already is not stated another way.
 */
export function lockFindings(
  lock: LockVerification,
  { contracts, facts = [] }: Pick<NetworkFindings, "contracts" | "facts">,
): readonly Finding[] {
  const { verdict, block, remedy, changes, unread } = lock;
  if (verdict === "unknown" && unread.length === 0) {
    return [findingOf("unknown", verdict, lock)];
  }
  const known = new Set([...contracts, ...facts].map(({ reason: one }) => one));
  const task = block === undefined ? "locked" : "compared";
  const byReason = Map.groupBy(unread, (one) => one.reason);
  const changedFacts = changes.flatMap(({ fact }) => fact ?? []);
  const changed = [
    ...changes.filter(({ fact }) => fact === undefined).map(describeLockChange),
    // Described at each of the facts.
    ...(changedFacts.length === 0 ? [] : [changedFacts.join(", ")]),
  ];
  const unknown = [...byReason].map(([why, all]) =>
    known.has(why)
      ? why
      : `${all.map(({ contract }) => contract).join(", ")} could not be ${task}: ${why}`,
  );
  return [
    ...changed.map((why) =>
      findingOf("failed", "changed", { reason: why, remedy }),
    ),
    ...unknown.map((why) => findingOf("unknown", "unknown", { reason: why })),
  ];
}

const FIELDS = {
  alphaNetwork: "Alpha network",
  chainId: "chain id",
  genesisHash: "hash of the genesis block",
  blockHash: "hash of the locked block",
  address: "address",
  codeHash: "code hash",
  proxy: "proxy",
} as const;

/** One change since the lock, in words. */
export function describeLockChange(change: LockChange): string {
  const { contract, field, locked, actual } = change;
  switch (field) {
    case "policy":
      return describePolicyChange(change);
    case "contract":
      return locked === undefined
        ? `${contract}: not in the lock, now ${actual ?? "there"}`
        : `${contract}: locked as ${locked}, no longer among the network's contracts`;
    case "genesisHash":
    case "blockHash":
      return `the chain was created again, or is another one: the ${FIELDS[field]} was ${locked ?? "none"}, now ${actual ?? "none"}`;
    default:
      return `${contract === undefined ? "" : `${contract}: `}the ${FIELDS[field]} was ${locked ?? "none"}, now ${actual ?? "none"}`;
  }
}

/** `Router swap fee for approved tokens: 0.1 % → 50 %`. */
export function describePolicyChange(change: LockChange): string {
  const {
    fact,
    label = fact,
    locked,
    actual,
    added = [],
    removed = [],
  } = change;
  if (actual === undefined) {
    return `${label}: locked as ${locked}, no longer among the facts`;
  }
  const parts = [
    ...(added.length === 0 ? [] : [`added ${added.join(", ")}`]),
    ...(removed.length === 0 ? [] : [`removed ${removed.join(", ")}`]),
  ];
  return `${label}: ${parts.join("; ") || `${locked} → ${actual}`}`;
}
