/**
 * The reason why something is not known, or not as it should be, as a value:
 * what decides compares it, and `words/` has one sentence for each code.
 */
export interface Reason {
  readonly code: ReasonCode;
  /** The id or the address that it is about, where several findings have one cause. */
  readonly subject?: string | undefined;
  /** The facts that its sentence names. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
  /** The reason that it follows from. */
  readonly cause?: Reason | undefined;
  /** The reason why a later read says nothing. */
  readonly by?: Reason | undefined;
}

/** Every reason of a report; `schemas/verify.json` lists them. */
export const REASON_CODES = [
  // What was asked, and did not answer as it must.
  "endpoint",
  "network",
  "read",
  "unknown",
  "not-read",
  "not-asked",
  "not-a-contract",
  "not-confirmed",
  "disagreement",
  "in-doubt",
  "nothing-to-verify",
  "outdated",
  // Whether a contract is there.
  "no-code",
  "no-code-proof",
  "delegated",
  "unset",
  "skipped",
  "wrong-entry",
  "address-elsewhere",
  // What it runs.
  "proxy",
  "implementation",
  "proxy-unread",
  "proxy-hidden",
  "no-implementation-hash",
  "implementation-unread",
  "no-code-hash",
  // What it is.
  "other-contract",
  "unreleased",
  "proxy-of-release",
  "code-unread",
  "behaviour",
  "not-a-token",
  "token-unread",
  "other-symbol",
  "other-decimals",
  "token-twice",
  "artifact",
  "no-artifact",
  "other-artifact",
  "artifact-unread",
  "accepted",
  // Values.
  "unread",
  "unexpected",
  "too-many-items",
  "item-unread",
  "release-unread",
  "dependency-unread",
  "storage-written",
  "naming-unread",
  // What the endpoint never shows, or nothing tells.
  "storage-hidden",
  "not-of-release",
  "no-access-list",
  "no-events",
  "code-not-found",
  "depth",
  "too-many-followed",
  "old-safe",
  "not-analysed",
  "analysis-limit",
  "storage-unread",
  "storage-changed",
  "roots-unread",
  "changed-in-use",
  "block-pruned",
  // Who can change a value.
  "power-of-code",
  "power-of-no-release",
  "power-unread",
  "no-setter",
  "code-at-address",
  "beacon-unread",
  "implementation-decides",
  // Since the lock file was written.
  "changed",
  "changes",
  "not-locked",
  "not-lockable",
  "not-compared",
  "differs-in-doubt",
  "locked-block-unread",
  "not-in-lock",
  "newer-values",
  "incomplete-baseline",
  "locked-incompletely",
  // What people expect.
  "expectation-broken",
  "expectation-unread",
  "expectation-malformed",
  "expectation-unmatched",
  // Of a simulation.
  "differs-from-before",
  "may-have-changed",
  "transaction",
] as const;

/** The code of a reason in a report. */
export type ReasonCode = (typeof REASON_CODES)[number];

/** A statement of a node, a file or the configuration, in its own words. */
export function told(text: string): Reason {
  return { code: "endpoint", facts: { text } };
}

/** A reason that follows from another one. */
export function because(
  code: ReasonCode,
  cause: Reason,
  facts?: Reason["facts"],
): Reason {
  return facts === undefined ? { code, cause } : { code, facts, cause };
}

/** Equal for reasons that say the same. */
export function reasonKey(reason: Reason): string {
  const { code, subject, facts = {}, cause, by } = reason;
  return JSON.stringify([
    code,
    subject,
    Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)),
    cause && reasonKey(cause),
    by && reasonKey(by),
  ]);
}
