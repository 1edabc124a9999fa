import type { Cause } from "../../base/problems.ts";
import type {
  ContractVerification,
  LockChange,
  LockVerification,
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
  contracts: readonly ContractVerification[],
): readonly LockFinding[] {
  const known = new Set(contracts.map((contract) => contract.reason));
  const task = block === undefined ? "locked" : "compared";
  const byReason = Map.groupBy(unread, (one) => one.reason);
  const findings = [
    ...changes.map((change) => ({
      verdict: "changed" as const,
      reason: describeLockChange(change),
    })),
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
  address: "address",
  codeHash: "code hash",
  proxy: "proxy",
} as const;

/** One change since the lock, in words. */
function describeLockChange({
  contract,
  field,
  locked,
  actual,
}: LockChange): string {
  const who = contract === undefined ? "" : `${contract}: `;
  if (field === "contract") {
    return locked === undefined
      ? `${who}not in the lock, now ${actual ?? "there"}`
      : `${who}locked as ${locked}, no longer among the network's contracts`;
  }
  return `${who}the ${FIELDS[field]} was ${locked ?? "none"}, now ${actual ?? "none"}`;
}
