import { contractId } from "../report/contract-id.ts";
import type {
  ContractVerification,
  LockVerification,
  NetworkVerification,
  VerifyReport,
} from "../report/verify-report.ts";
import { withLockVerdicts } from "./with-lock-verdicts.ts";

/**
 * The report with the networks unknown of which too little was read to lock
 * them, however well they verified.
 */
export function checkLockable(report: VerifyReport): VerifyReport {
  return withLockVerdicts(report, verdictOf);
}

function verdictOf({
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
