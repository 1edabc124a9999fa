import type { Severity } from "../../base/problems.ts";

/** A network against its entry in the lock file. */
export interface LockVerification {
  readonly verdict: "holds" | "changed" | "unknown" | "incomplete";
  /** The block at which it was locked, in decimal. */
  readonly block?: string | undefined;
  /** Given unless it holds. */
  readonly reason?: string | undefined;
  /** All that is proven to differ, the gravest first. */
  readonly changes: readonly LockChange[];
  /** What could not be compared, and why. */
  readonly unread: readonly {
    /** The id of a contract or a fact, or `chain`. */
    readonly contract: string;
    readonly reason: string;
  }[];
  /**
   * What the lock lacks, although it is always written: facts by id, and fields of the
   * network's entry, such as `genesisHash`; not there if it is complete.
   */
  readonly unpinned?: readonly string[] | undefined;
  /** Facts that the version which wrote the lock did not read yet; not there if none. */
  readonly newer?: readonly string[] | undefined;
}

/** One difference from the lock. */
export interface LockChange {
  /** `registry.Router`; not there where it is the network's own, or a fact's. */
  readonly contract?: string | undefined;
  /** `router.owner`. */
  readonly fact?: string | undefined;
  /** The fact in words: `Router owner`. */
  readonly label?: string | undefined;
  /** `contract` where one is new or gone as a whole. */
  readonly field:
    | "alphaNetwork"
    | "chainId"
    | "genesisHash"
    | "blockHash"
    | "contract"
    | "address"
    | "codeHash"
    | "proxy"
    | "policy";
  /** Not there where the lock has none. Of a proxy, only what differs. */
  readonly locked?: string | undefined;
  /** Not there where there is none now. */
  readonly actual?: string | undefined;
  /** What was added to a list, removed from it, enabled or disabled in it. */
  readonly text?: string | undefined;
  /** Of a list. */
  readonly added?: readonly string[] | undefined;
  readonly removed?: readonly string[] | undefined;
  readonly severity: Severity;
  /** Who could change it on chain: `the Router's owner`. */
  readonly power?: string | undefined;
  /** Who has this power: `multisig, Safe 1.4.1 at 0x…`. */
  readonly holder?: string | undefined;
  /** Why the power or its holder is not known. */
  readonly unknownPower?: string | undefined;
}
