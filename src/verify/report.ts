import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";
import type {
  Cause,
  Check,
  CheckStatus,
  Problem,
  Severity,
} from "../base/problems.ts";
import type { Outcome, ReportedBlock } from "../base/report.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { LockVerification } from "./lock/lock-report.ts";
import type { Simulation } from "./simulate/report.ts";
import { decode, type Json } from "./values/codec.ts";
import type { Hidden } from "./values/value.ts";
import type { Unit } from "./words/render.ts";

/** The report of `alpha verify`; `schemas/verify.json` describes it. */
export interface VerifyReport {
  readonly schemaVersion: 1;
  readonly task: "verify";
  readonly level: VerifyLevel;
  /** Whether what is unidentified, or not in the lock file, fails (`--strict`). */
  readonly strict?: boolean | undefined;
  readonly outcome: Outcome;
  readonly networks: readonly NetworkVerification[];
}

/** How much is verified; each level includes those before it. */
export type VerifyLevel = "presence" | "identity" | "wiring";

/** What was read of a network, and what the lock file says of that. */
export interface NetworkFindings {
  readonly network: AlphaNetworkName;
  /** The Hardhat network that was asked; `null` where there is none. */
  readonly hardhatNetwork: string | null;
  readonly chainId: number;
  /** Why what is missing or different now proves nothing. */
  readonly doubt?: string | undefined;
  /** An origin or `in-process`; `null` where the network has no endpoint. */
  readonly endpoint: string | null;
  /** The block that the reads are pinned to. */
  readonly block?: ReportedBlock | undefined;
  /** Why no contract could be judged: its node, or its chain. */
  readonly cause?: NetworkCause | undefined;
  readonly contracts: readonly ContractVerification[];
  /** How the contracts are wired, and who controls them (level `wiring`). */
  readonly facts?: readonly FactVerification[] | undefined;
  /** What identifies the chain, where it was asked for. */
  readonly anchors?: ChainAnchors | undefined;
  /** What changed since the lock file was written, where it was asked for. */
  readonly lock?: LockVerification | undefined;
  readonly notes: readonly string[];
  /** What was not read of those who control the contracts, and why (level `wiring`). */
  readonly notLookedAt?: readonly string[] | undefined;
}

/** The findings that checks are made of. */
export interface CheckedFindings
  extends Pick<
    NetworkFindings,
    "contracts" | "facts" | "cause" | "endpoint" | "lock" | "notLookedAt"
  > {
  /** Not there for a chain of no network. */
  readonly hardhatNetwork?: string | null | undefined;
  /** `null` for a chain of no network. */
  readonly network: AlphaNetworkName | null;
}

/** A network's findings, and what follows from them. */
export interface NetworkVerification extends NetworkFindings {
  readonly outcome: Outcome;
  /** Given unless the outcome is `ok`. */
  readonly reason?: string | undefined;
  /** What is wrong or unknown, each cause once, the worst first. */
  readonly problems?: readonly Problem[];
  /** What transactions would change, which alone decides the outcome then. */
  readonly simulation?: Simulation | undefined;
  /** Everything that was verified, whatever its verdict. */
  readonly checks: readonly VerifyCheck[];
}

/** One thing that was verified of a network. */
export interface VerifyCheck extends Check {
  readonly group:
    | "network"
    | "contracts"
    | "wiring"
    | "control"
    | "lock"
    | "simulation";
  /** A fact's value that is right. */
  readonly expected?: string | undefined;
  /** What was read: a fact's value, a contract's releases or its code size. */
  readonly actual?: string | undefined;
}

/**
 * Hashes that differ on a chain that was created again; `null` where the endpoint does
 * not serve the block, and not there where it was not read.
 */
export interface ChainAnchors {
  readonly genesisHash?: Hex | null | undefined;
  /** The locked block, or without one a block that does not change any more. */
  readonly block?: NumberedBlock | null | undefined;
  /** A block to lock in place of the locked one, where something else has changed. */
  readonly settled?: NumberedBlock | null | undefined;
  /** Why one of them is `null` or not there. */
  readonly reason?: string | undefined;
}

/** A block by its number, in decimal. */
export interface NumberedBlock {
  readonly number: string;
  readonly hash: Hex;
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
  readonly kind: "registry" | "token" | "portal" | "own" | "list";
  readonly key: string;
  readonly index?: number | undefined;
  readonly role?: string | undefined;
  readonly address?: Address | undefined;
  /** Where the address comes from: `the built-in preset`. */
  readonly source?: string | undefined;
  readonly verdict: PresenceVerdict;
  /** In bytes. */
  readonly codeSize?: number | undefined;
  readonly codeHash?: Hex | undefined;
  readonly reason?: string | undefined;
  readonly proxy?: ProxyVerification | undefined;
  /** Why it is unknown whether it is a proxy, or not readable without its storage. */
  readonly proxyUnknown?: string | undefined;
  readonly proxyNotReadable?: string | undefined;
  /** Whether it is the contract that its key says (level `identity`). */
  readonly identity?: IdentityVerification | undefined;
}

export interface IdentityVerification {
  readonly verdict: "recognised" | "wrong" | "unrecognised" | "unknown";
  /**
   * By what it is recognised: a release's code, its behaviour, the lock file, or the
   * project's artifact. Given of every contract of the project's own.
   */
  readonly basis?: "release" | "behaviour" | "lock" | "artifact" | undefined;
  /** The released contract that it is, `ERC-20`, or the artifact. */
  readonly contract?: string | undefined;
  /** The releases that have this code: `1.1.12–2.0.4`. */
  readonly releases?: string | undefined;
  /** Given unless it is recognised by its code as the contract that its key is named after. */
  readonly reason?: string | undefined;
}

/** One fact that is read from the chain. */
export interface FactVerification {
  readonly id: string;
  /** `structural` follows from the registry; `policy` is for the owners to set. */
  readonly class: "structural" | "policy";
  /** What it is, in words: `Router owner`. Given for policy. */
  readonly label?: string | undefined;
  /** The contract that is asked: `registry.Router`. Given for policy. */
  readonly contract?: string | undefined;
  /** How much a change matters. Given for policy. */
  readonly severity?: Severity | undefined;
  /** Who can change it. Given for policy that was read. */
  readonly power?: Power | undefined;
  /** Not there where nothing is expected. */
  readonly expected?: string | undefined;
  /** As read; not there where it could not be. */
  readonly actual?: string | undefined;
  /** What was read, as the lock file has it. Given for policy that was read. */
  readonly value?: Json | undefined;
  /** What the number counts: a share of 10^18, or seconds. */
  readonly unit?: Unit | undefined;
  /** The catalogue of the lock file that has it first; not there of the first one. */
  readonly since?: number | undefined;
  readonly verdict: "holds" | "broken" | "listed" | "changed" | "unknown";
  /** Given unless it holds or is listed. */
  readonly reason?: string | undefined;
}

/** Who can change a value. */
export interface Power {
  /** `the Router's owner`; not there if it is not known. */
  readonly words?: string | undefined;
  /** The fact that names the holder: `router.owner`. */
  readonly fact?: string | undefined;
  /** Why it is not known. */
  readonly reason?: string | undefined;
}

/** How a proxy finds the code that it runs. */
export type ProxyKind = "eip1967" | "eip1167" | "eip7511" | "beacon";

/** One step in a chain of proxies. */
export interface ProxyHop {
  readonly kind: ProxyKind;
  readonly implementation: Address;
  /** Of the implementation's code. */
  readonly implementationCodeHash?: Hex | undefined;
}

export interface ProxyVerification extends ProxyHop {
  /** The contract that names the implementation. */
  readonly beacon?: Address | undefined;
  /** Who may change the implementation (EIP-1967). */
  readonly admin?: Address | undefined;
  /** What the implementation runs in turn, in the order of the chain. */
  readonly further?: readonly ProxyHop[] | undefined;
  readonly verdict: "present" | "absent" | "delegated" | "unknown";
  readonly reason?: string | undefined;
}

/** Why a fact's value is hidden, if it is. */
export function hiddenIn({ value }: FactVerification): Hidden | undefined {
  const reading = value === undefined ? undefined : decode(value);
  return reading?.kind === "hidden" ? reading.reason : undefined;
}

/** What a contract's presence means for the outcome. */
export const PRESENCE_OUTCOMES = {
  present: "ok",
  absent: "failed",
  delegated: "failed",
  unknown: "unknown",
  unset: "unknown",
  skipped: "skipped",
} as const satisfies Readonly<Record<PresenceVerdict, CheckStatus>>;

/** What a fact means for the outcome. */
export const FACT_OUTCOMES: Readonly<
  Record<FactVerification["verdict"], Outcome>
> = {
  holds: "ok",
  listed: "ok",
  broken: "failed",
  changed: "failed",
  unknown: "unknown",
};

/**
 * What a contract's identity means for the outcome.
 *
 * @param strict whether code that no release has fails; else it is unknown whether
 * it is the contract
 */
export function outcomeOfIdentity(
  verdict: IdentityVerification["verdict"],
  strict: boolean,
): Outcome {
  if (verdict === "recognised") {
    return "ok";
  }
  return verdict === "wrong" || (strict && verdict === "unrecognised")
    ? "failed"
    : "unknown";
}

/** Why a fact is unknown whose contract is not proven to be there. */
export function describeNotAsked(address: Address): string {
  return `${address} was not asked, since it is not proven to be a contract`;
}

/** Why a fact is unknown, as its reason. */
export function describeUnreadFact(reason: string): string {
  return `it could not be read: ${reason}`;
}

/** How a contract is called where there is one name for it: `registry.Router`, `registry.ERC20Template[1]`. */
export function contractId(
  contract: Pick<ContractVerification, "kind" | "key" | "index">,
): string {
  const { kind, key, index } = contract;
  return `${kind}.${key}${index === undefined ? "" : `[${index}]`}`;
}
