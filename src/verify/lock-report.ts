import type { Severity } from "../base/problems.ts";
import type { LockedNetwork, LockedProxy } from "./lock-file/lock-file.ts";
import type { LockVerdict } from "./report.ts";
import type { Difference } from "./values/compare.ts";
import type { Reason } from "./values/reason.ts";
import type { Reading } from "./values/value.ts";

/** A network against its entry in the lock file. */
export interface LockVerification {
  readonly verdict: LockVerdict;
  /** The block at which it was locked, in decimal. */
  readonly block?: string | undefined;
  /** The reason why nothing could be compared. */
  readonly reason?: Reason | undefined;
  /** All that is proven to differ, the gravest first. */
  readonly changes: readonly LockChange[];
  /** Values that could not be compared, and why. */
  readonly unread: readonly Uncompared[];
  /** Values that are the same as far as they are known. */
  readonly open?: readonly OpenValue[] | undefined;
  /**
   * Values missing from the lock, although it is always written with them: facts by id,
   * and members of the network's entry, such as `genesisHash`.
   */
  readonly unpinned?: readonly string[] | undefined;
  /** Facts that the version which wrote the lock did not read yet. */
  readonly newer?: readonly string[] | undefined;
  /** The entry that it was compared with. */
  readonly entry?: LockedNetwork | undefined;
}

/** A value that could not be compared with the lock. */
export interface Uncompared {
  /** The id of a contract or a fact, or a block. */
  readonly id: string;
  readonly reason: Reason;
}

/** A value that is not known to be complete, of which nothing is new or gone. */
export interface OpenValue {
  readonly id: string;
  /** Which one is incomplete, or whether a value that changes in use has changed. */
  readonly open: "lock" | "now" | "use";
  /** Of a value that has changed in use. */
  readonly difference?: Difference | undefined;
}

/** One difference from the lock. */
export type LockChange = {
  /** How much it matters. */
  readonly severity: Severity;
  /** `registry.Router`; not there where it is the network's own, or a fact's. */
  readonly contract?: string | undefined;
  /** `router.owner`. */
  readonly fact?: string | undefined;
} & Changed;

/** The value before and now; missing where there is none. */
type Changed =
  | {
      /** `contract` where one is new or gone as a whole. */
      readonly field:
        | "alphaNetwork"
        | "chainId"
        | "genesisHash"
        | "blockHash"
        | "contract"
        | "address"
        | "codeHash";
      readonly before?: string | undefined;
      readonly now?: string | undefined;
    }
  | {
      readonly field: "proxy";
      readonly before?: LockedProxy | undefined;
      readonly now?: LockedProxy | undefined;
    }
  | {
      readonly field: "policy";
      readonly before: Reading;
      readonly now?: Reading | undefined;
      readonly difference?: Difference | undefined;
    };

/** The verdict of a comparison: proven changes count before what is unknown. */
export function verdictOn(
  compared: Pick<LockVerification, "changes" | "unread" | "unpinned">,
): LockVerdict {
  const { changes, unread, unpinned = [] } = compared;
  if (changes.length > 0) {
    return "changed";
  }
  if (unread.length > 0) {
    return "unknown";
  }
  return unpinned.length > 0 ? "incomplete" : "holds";
}
