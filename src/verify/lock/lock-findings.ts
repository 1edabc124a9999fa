import type { Cause } from "../../base/problems.ts";
import type {
  LockChange,
  LockVerification,
  NetworkVerification,
} from "../report.ts";

/** What the comparison with the lock found, in words. */
export interface LockFinding extends Cause {
  readonly verdict: "changed" | "unknown";
}

/**
 * Each change since the lock, and each reason why something could not be compared:
 * what is unknown of the contracts already is that reason again, not another one.
 */
export function lockFindings(
  { verdict, block, reason, remedy, changes, unread }: LockVerification,
  { contracts, facts = [] }: Pick<NetworkVerification, "contracts" | "facts">,
): readonly LockFinding[] {
  const known = new Set([...contracts, ...facts].map(({ reason: one }) => one));
  const task = block === undefined ? "locked" : "compared";
  const byReason = Map.groupBy(unread, (one) => one.reason);
  const ofFacts = changes.filter(({ fact }) => fact !== undefined);
  const findings = [
    ...changes
      .filter(({ fact }) => fact === undefined)
      .map((change) => ({
        verdict: "changed" as const,
        reason: describeLockChange(change),
      })),
    // In words at each of the facts.
    ...(ofFacts.length === 0
      ? []
      : [
          {
            verdict: "changed" as const,
            reason: ofFacts.map(({ fact }) => fact).join(", "),
          },
        ]),
    ...[...byReason].map(([why, contractsOf]) => ({
      verdict: "unknown" as const,
      reason: known.has(why)
        ? why
        : `${contractsOf.map(({ contract }) => contract).join(", ")} could not be ${task}: ${why}`,
    })),
  ];
  const help = remedy === undefined ? {} : { remedy };
  if (findings.length === 0) {
    return verdict === "holds"
      ? []
      : [{ verdict, reason: reason ?? verdict, ...help }];
  }
  return findings.map((finding) =>
    finding.verdict === "changed" ? { ...finding, ...help } : finding,
  );
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
export function describePolicyChange({
  fact,
  label = fact ?? "",
  locked,
  actual,
  added = [],
  removed = [],
}: LockChange): string {
  if (actual === undefined) {
    return `${label}: locked as ${locked}, no longer among the facts`;
  }
  const parts = [
    ...(added.length === 0 ? [] : [`added ${added.join(", ")}`]),
    ...(removed.length === 0 ? [] : [`removed ${removed.join(", ")}`]),
  ];
  return parts.length === 0
    ? `${label}: ${locked} → ${actual}`
    : `${label}: ${parts.join("; ")}`;
}
