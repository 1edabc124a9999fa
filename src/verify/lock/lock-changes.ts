import type { LockChange, LockVerification } from "../report.ts";

/** What differs from the lock, and what could not be compared. */
export interface Comparison {
  readonly changes: readonly LockChange[];
  readonly unread: LockVerification["unread"];
}

/** A field that both have in some spelling, or neither. */
export function changeOf(
  field: LockChange["field"],
  locked: string | undefined,
  actual: string | undefined,
): readonly LockChange[] {
  return isSameText(locked, actual)
    ? []
    : [
        {
          field,
          ...(locked === undefined ? {} : { locked }),
          ...(actual === undefined ? {} : { actual }),
        },
      ];
}

/** Whether both are the same in some spelling, or not there. */
export function isSameText(
  locked: string | undefined,
  actual: string | undefined,
): boolean {
  return locked?.toLowerCase() === actual?.toLowerCase();
}
