import { combineOutcomes, type Outcome } from "../report/outcome.ts";
import type {
  LockVerification,
  NetworkVerification,
  VerifyReport,
} from "../report/verify-report.ts";

const OUTCOMES: Readonly<Record<LockVerification["verdict"], Outcome>> = {
  holds: "ok",
  changed: "failed",
  unknown: "unknown",
};

/**
 * The report with a verdict on the lock for each network, which counts for its
 * outcome; those for which there is none stay as they are.
 */
export function withLockVerdicts(
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
