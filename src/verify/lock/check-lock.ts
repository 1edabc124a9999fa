import { combineOutcomes, type Outcome } from "../../base/report.ts";
import {
  type ContractVerification,
  contractId,
  type LockVerification,
  type NetworkVerification,
  type VerifyReport,
} from "../report.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import { LOCK_FILE, type Lock } from "./lock-file.ts";

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

/**
 * The report with the networks unknown of which too little was read to lock
 * them, however well they verified.
 */
export function checkLockable(report: VerifyReport): VerifyReport {
  return withLockVerdicts(report, lockVerdictOf);
}

function lockVerdictOf({
  outcome,
  contracts,
}: NetworkVerification): LockVerification | undefined {
  const unread = contracts.flatMap((contract) => {
    const reason = obstacle(contract);
    return reason === undefined
      ? []
      : [{ contract: contractId(contract), reason }];
  });
  return outcome !== "ok" || unread.length === 0
    ? undefined
    : {
        verdict: "unknown",
        reason: "too little could be read to lock it",
        changes: [],
        unread,
      };
}

function obstacle({
  verdict,
  codeHash,
  proxyUnknown,
}: ContractVerification): string | undefined {
  if (verdict !== "present") {
    return undefined;
  }
  if (codeHash === undefined) {
    return "the node does not tell its code hash";
  }
  return proxyUnknown === undefined
    ? undefined
    : `whether it is a proxy is unknown: ${proxyUnknown}`;
}

const OUTCOMES: Readonly<Record<LockVerification["verdict"], Outcome>> = {
  holds: "ok",
  changed: "failed",
  unknown: "unknown",
};

/**
 * The report with a verdict on the lock for each network, which counts for its
 * outcome; those for which there is none stay as they are.
 */
function withLockVerdicts(
  report: VerifyReport,
  verdictOf: (network: NetworkVerification) => LockVerification | undefined,
): VerifyReport {
  const networks = report.networks.map((network): NetworkVerification => {
    const lock = verdictOf(network);
    if (lock === undefined) {
      return network;
    }
    const reasons = [network.reason, lock.reason].filter(
      (reason) => reason !== undefined,
    );
    return {
      ...network,
      outcome: combineOutcomes([network.outcome, OUTCOMES[lock.verdict]]),
      ...(reasons.length === 0 ? {} : { reason: reasons.join("; ") }),
      lock,
    };
  });
  return {
    ...report,
    outcome: combineOutcomes(networks.map(({ outcome }) => outcome)),
    networks,
  };
}
