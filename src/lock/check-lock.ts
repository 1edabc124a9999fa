import type {
  LockVerification,
  NetworkVerification,
  VerifyReport,
} from "../report/verify-report.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import { LOCK_FILE, type Lock } from "./lock-file.ts";
import { withLockVerdicts } from "./with-lock-verdicts.ts";

/**
 * The report with each network held against the lock file. A network that is not
 * in it is unknown: nobody said what it should be.
 */
export function checkLock(report: VerifyReport, lock: Lock): VerifyReport {
  return withLockVerdicts(report, (network) => verdictOf(network, lock));
}

function verdictOf(
  network: NetworkVerification,
  { networks }: Lock,
): LockVerification {
  const { hardhatNetwork } = network;
  const locked =
    hardhatNetwork !== null && Object.hasOwn(networks, hardhatNetwork)
      ? networks[hardhatNetwork]
      : undefined;
  if (locked === undefined) {
    const name = hardhatNetwork ?? network.network;
    return {
      verdict: "unknown",
      reason: `${name} is not in ${LOCK_FILE}: add it with "hardhat alpha verify ${name} --write-lock"`,
      changes: [],
      unread: [],
    };
  }
  const comparison = compareWithLock(network, locked);
  const { verdict, changes, unread } = comparison;
  if (verdict === "holds") {
    return comparison;
  }
  const parts = [
    ...(changes.length === 0 ? [] : [count(changes.length, "change")]),
    ...(unread.length === 0
      ? []
      : [`${count(unread.length, "contract")} that could not be compared`]),
  ];
  return {
    ...comparison,
    reason: `${LOCK_FILE} of block ${locked.block}: ${parts.join(", ")}`,
  };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
