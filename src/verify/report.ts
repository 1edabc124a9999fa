import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";
import type { Cause, Problem } from "../base/problems.ts";
import type { Outcome, ReportedBlock } from "../base/report.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";

/** The report of `alpha verify`; `schemas/verify.json` describes it. */
export interface VerifyReport {
  readonly schemaVersion: 1;
  readonly task: "verify";
  readonly level: VerifyLevel;
  /** Whether what a live network may do otherwise counts too (`--strict`). */
  readonly strict?: boolean;
  readonly outcome: Outcome;
  readonly networks: readonly NetworkVerification[];
}

/** How much is verified; each level includes those before it. */
export type VerifyLevel = "presence" | "identity" | "wiring";

export interface NetworkVerification {
  readonly network: AlphaNetworkName;
  /** The Hardhat network that was asked; `null` where there is none. */
  readonly hardhatNetwork: string | null;
  readonly chainId: number;
  readonly outcome: Outcome;
  /** An origin or `in-process`; `null` where the network has no endpoint. */
  readonly endpoint: string | null;
  /** The block that the reads are pinned to. */
  readonly block?: ReportedBlock;
  readonly reason?: string;
  /** Why no contract could be judged: its node, or its chain. */
  readonly cause?: NetworkCause;
  /** What is wrong, unknown or doubtful, each cause once, the worst first. */
  readonly problems?: readonly Problem[];
  readonly contracts: readonly ContractVerification[];
  /** What the contracts say of each other (level `wiring`). */
  readonly facts?: readonly FactVerification[];
  /** What changed since the lock file was written, where it was asked for. */
  readonly lock?: LockVerification;
  readonly notes: readonly string[];
}

/** What keeps all of a network's contracts from being judged. */
export interface NetworkCause extends Cause {
  readonly outcome: Exclude<Outcome, "ok">;
}

export type PresenceVerdict =
  | "present"
  | "absent"
  | "delegated"
  | "unknown"
  | "unset"
  | "skipped";

export interface ContractVerification {
  readonly kind: "registry" | "token" | "portal" | "list";
  readonly key: string;
  readonly index?: number;
  readonly role?: string;
  readonly address?: Address;
  readonly verdict: PresenceVerdict;
  /** In bytes. */
  readonly codeSize?: number;
  readonly codeHash?: Hex;
  readonly reason?: string;
  readonly proxy?: ProxyVerification;
  /** Why it could not be told whether it is a proxy. */
  readonly proxyUnknown?: string;
  /** Whether it is the contract that its key says (level `identity`). */
  readonly identity?: IdentityVerification;
}

export interface IdentityVerification {
  readonly verdict: "recognised" | "wrong" | "unrecognised" | "unknown";
  /** The released contract that it is, or `ERC-20`. */
  readonly contract?: string;
  /** The releases that have this code: `1.1.12–2.0.4`. */
  readonly releases?: string;
  /** Given unless it is recognised. */
  readonly reason?: string;
}

/** One fact that is read from the chain. */
export interface FactVerification {
  readonly id: string;
  readonly expected: string;
  /** As read; not there where it could not be. */
  readonly actual?: string;
  readonly verdict: "holds" | "broken" | "unknown";
  /** Given unless it holds. */
  readonly reason?: string;
}

export interface ProxyVerification {
  readonly kind: "eip1967" | "eip1167";
  readonly implementation: Address;
  readonly verdict: "present" | "absent" | "delegated" | "unknown";
  readonly reason?: string;
}

/** A network against its entry in the lock file. */
export interface LockVerification {
  readonly verdict: "holds" | "changed" | "unknown";
  /** The block at which it was locked, in decimal. */
  readonly block?: string;
  /** Given unless it holds. */
  readonly reason?: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** All that is proven to differ. */
  readonly changes: readonly LockChange[];
  /** What could not be compared, and why. */
  readonly unread: readonly {
    readonly contract: string;
    readonly reason: string;
  }[];
}

/** One difference from the lock. */
export interface LockChange {
  /** `registry.Router`; not there where it is the network's own. */
  readonly contract?: string;
  /** `contract` where one is new or gone as a whole. */
  readonly field:
    | "alphaNetwork"
    | "chainId"
    | "contract"
    | "address"
    | "codeHash"
    | "proxy";
  /** Not there where the lock has none. */
  readonly locked?: string;
  /** Not there where there is none now. */
  readonly actual?: string;
}

/** What a contract's presence means for the outcome; skipped ones do not count. */
export const PRESENCE_OUTCOMES: Readonly<
  Record<Exclude<ContractVerification["verdict"], "skipped">, Outcome>
> = {
  present: "ok",
  absent: "failed",
  delegated: "failed",
  unknown: "unknown",
  unset: "unknown",
};

/** What a fact means for the outcome. */
export const FACT_OUTCOMES: Readonly<
  Record<FactVerification["verdict"], Outcome>
> = {
  holds: "ok",
  broken: "failed",
  unknown: "unknown",
};

/**
 * What a contract's identity means for the outcome.
 *
 * @param strict whether code that no release has fails; else it is a warning,
 * since a network may run a release that nobody fingerprinted
 */
export function outcomeOfIdentity(
  verdict: IdentityVerification["verdict"],
  strict: boolean,
): Outcome {
  switch (verdict) {
    case "recognised":
      return "ok";
    case "wrong":
      return "failed";
    case "unrecognised":
      return strict ? "failed" : "ok";
    case "unknown":
      return "unknown";
  }
}

/** Why it is unknown whether a contract is a proxy, as a reason. */
export function describeUnknownProxy(reason: string): string {
  return `whether it is a proxy is unknown: ${reason}`;
}

/** How a contract is called where there is one name for it: `registry.Router`, `registry.ERC20Template[1]`. */
export function contractId({
  kind,
  key,
  index,
}: Pick<ContractVerification, "kind" | "key" | "index">): string {
  return `${kind}.${key}${index === undefined ? "" : `[${index}]`}`;
}
