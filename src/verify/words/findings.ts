import {
  type CheckStatus,
  type Finding,
  isProblem,
  worstOf,
} from "../../base/problems.ts";
import type { VerifyRow } from "../found.ts";
import { type Reason, reasonKey, told } from "../values/reason.ts";
import { sentence } from "./sentences.ts";

/** The verdict on a network that the lock file does not have. */
export const NOT_LOCKED = "not locked";
/** The verdict on values that the version which wrote the lock did not read. */
export const NEWER = "newer";

/** A finding for a reason, which is by default its verdict. */
export function findingFor(
  status: CheckStatus,
  verdict: string,
  reason: Reason = told(verdict),
  { remedy, severity }: Partial<Pick<Finding, "remedy" | "severity">> = {},
): Finding {
  const { code, subject } = reason;
  const about = { code, subject, cause: reasonKey(reason) };
  const text = sentence(reason);
  return { status, verdict, ...about, reason: text, remedy, severity };
}

/** A row that ended as the worst of its findings, or with a verdict without any. */
export function rowOf(
  subject: Omit<VerifyRow, "status" | "verdict" | "severity" | "findings">,
  findings: readonly Finding[],
  fine = "ok",
): VerifyRow {
  const { status = "ok", verdict = fine, severity } = worstOf(findings) ?? {};
  return { ...subject, status, verdict, severity, findings };
}

/**
 * Tells whether a finding says that an expectation is broken, or could not be
 * compared.
 */
export function isOfExpectation(finding: Finding): boolean {
  return (
    isProblem(finding) && finding.code?.startsWith("expectation-") === true
  );
}
