import type { Address } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Hex } from "../rpc/types.ts";
import type { Outcome } from "./outcome.ts";

/** The report of `alpha verify`; `schemas/verify.json` describes it. */
export interface VerifyReport {
  readonly schemaVersion: 1;
  readonly task: "verify";
  readonly level: VerifyLevel;
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
  readonly contracts: readonly ContractVerification[];
  /** What the contracts say of each other (level `wiring`). */
  readonly facts?: readonly FactVerification[];
  readonly notes: readonly string[];
}

export interface ReportedBlock {
  /** In decimal. */
  readonly number: string;
  readonly hash: Hex;
  /** In seconds since 1970. */
  readonly timestamp: number;
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
