import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";
import type { CheckStatus, Problem, Severity } from "../base/problems.ts";
import type { Outcome, ReportedBlock } from "../base/report.ts";
import type { ExpectationVerdict } from "../config/expectations.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Simulation } from "./simulation-report.ts";
import type { Json } from "./values/codec.ts";
import type { ProxyChain } from "./values/proxy.ts";
import type { Unit } from "./values/value.ts";

/** The report of `alpha verify`; `schemas/verify.json` describes it. */
export interface VerifyReport {
  readonly schemaVersion: 2;
  readonly task: "verify";
  readonly level: VerifyLevel;
  /**
   * True if what is unidentified, or not in the lock file, fails (`--strict`).
   */
  readonly strict?: boolean | undefined;
  readonly outcome: Outcome;
  readonly networks: readonly ReportedNetwork[];
}

/** A network in a report, which says each verdict once. */
export interface ReportedNetwork {
  readonly network: AlphaNetworkName;
  /** The Hardhat network that was asked; `null` where there is none. */
  readonly hardhatNetwork: string | null;
  readonly chainId: number;
  readonly outcome: Outcome;
  /** Given unless the outcome is `ok`. */
  readonly reason?: string | undefined;
  /** The reason why what is missing or different now proves nothing. */
  readonly doubt?: string | undefined;
  /** An origin or `in-process`; `null` where the network has no endpoint. */
  readonly endpoint: string | null;
  /** The block that the reads are pinned to. */
  readonly block?: ReportedBlock | undefined;
  /** The blocks that identify the chain, if asked for. */
  readonly anchors?: ChainAnchors | undefined;
  /**
   * The reason why no contract could be judged, or what is said of values is not certain:
   * its node, or its chain.
   */
  readonly finding?: ReportedFinding | undefined;
  readonly contracts: readonly ReportedContract[];
  /** How the contracts are wired, and who controls them (level `wiring`). */
  readonly facts?: readonly ReportedFact[] | undefined;
  /** The comparison with the lock file, where it was asked for. */
  readonly lock?: ReportedLock | undefined;
  /**
   * The parts of those who control the contracts that were not read, and why
   * (level `wiring`).
   */
  readonly notLookedAt?: readonly ReportedGap[] | undefined;
  /** The problems, each cause once, the worst first. */
  readonly problems: readonly ReportedProblem[];
  /** The effects of transactions, which alone decide the outcome then. */
  readonly simulation?: Simulation | undefined;
  readonly notes: readonly string[];
}

/** The reason why a verdict is what it is. */
export interface ReportedFinding {
  readonly status: CheckStatus;
  /** The report's term for it, such as `absent`. */
  readonly verdict: string;
  /** A {@link ReasonCode}. */
  readonly code?: string | undefined;
  readonly reason: string;
  readonly remedy?: string | undefined;
}

/** A contract in a report of `alpha verify`. */
export interface ReportedContract {
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
  readonly proxy?: ReportedProxy | undefined;
  /** Tells whether it is the contract that its key says (level `identity`). */
  readonly identity?: ReportedIdentity | undefined;
  /** The change since the lock file was written. */
  readonly change?: ReportedChange | undefined;
  /** The worst that was found of it, and what was found besides. */
  readonly finding?: ReportedFinding | undefined;
  readonly further?: readonly ReportedFinding[] | undefined;
}

/** A proxy in a report, and what it runs. */
export interface ReportedProxy extends ProxyChain {
  readonly verdict: "present" | "absent" | "delegated" | "unknown";
}

/** Which contract the code at an address is, in a report. */
export interface ReportedIdentity {
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
}

/** One fact that is read from the chain. */
export interface ReportedFact {
  readonly id: string;
  /** `structural` follows from the registry; `policy` is for the owners to set. */
  readonly class: "structural" | "policy";
  /** The name of the fact in words: `Router owner`. Given for policy. */
  readonly label?: string | undefined;
  /** The contract that is asked: `registry.Router`. Given for policy. */
  readonly contract?: string | undefined;
  /** How much a change matters. Given for policy. */
  readonly severity?: Severity | undefined;
  /** Not there where nothing is expected. */
  readonly expected?: Json | undefined;
  /** The value, as the lock file has it; missing where it could not be read. */
  readonly value?: Json | undefined;
  /** The value in words: `0.1 %`. */
  readonly text?: string | undefined;
  /** The unit of the number: a share of 10^18, or seconds. */
  readonly unit?: Unit | undefined;
  /** The catalogue of the lock file that has it first; not there of the first one. */
  readonly since?: number | undefined;
  readonly verdict: "holds" | "broken" | "listed" | "changed" | "unknown";
  /** What the Hardhat config says that it must be. */
  readonly expectation?: ReportedExpectation | undefined;
  /** The change since the lock file was written. */
  readonly change?: ReportedChange | undefined;
  readonly finding?: ReportedFinding | undefined;
}

/** What the Hardhat config says of a value. */
export interface ReportedExpectation {
  /** `alpha.networks.devnet.expect["router.owner"]`. */
  readonly path: string;
  /** As it is written there: `at least 2`. */
  readonly text: string;
  /**
   * `any` if the value may change, `unread` if it is not known as a whole, and
   * `malformed` if the text is not how such a value is written.
   */
  readonly verdict: ExpectationVerdict;
}

/** A difference from the lock file. */
export interface ReportedChange {
  /** As the lock file has it; not there where it has none. */
  readonly before?: Json | undefined;
  /** The items that a list gained. */
  readonly added?: readonly Json[] | undefined;
  readonly removed?: readonly Json[] | undefined;
  /** The powers that could have made it, where that is certain. */
  readonly by?: readonly ReportedChanger[] | undefined;
  /** In words, with who could have made it. */
  readonly text: string;
}

/** A holder of the power to change a value. */
export interface ReportedChanger {
  /** The fact that names the holder: `router.owner`. */
  readonly path: string;
  /** The locked holder, and the present one. */
  readonly was?: Address | undefined;
  readonly is?: Address | undefined;
  /** The number of owners of a locked Safe who must sign, in decimal. */
  readonly threshold?: string | undefined;
  readonly owners?: readonly Address[] | undefined;
}

/** The result of the comparison with the lock file. */
export type LockVerdict = "holds" | "changed" | "unknown" | "incomplete";

/** A network against its entry in the lock file. */
export interface ReportedLock {
  readonly verdict: LockVerdict;
  /** The block at which it was locked, in decimal. */
  readonly block?: string | undefined;
  /** Findings that belong to no contract and no fact. */
  readonly findings?: readonly ReportedFinding[] | undefined;
}

/** Something that was not read. */
export interface ReportedGap {
  /** The fact or the address; not there of the network as a whole. */
  readonly id?: string | undefined;
  readonly code: string;
  readonly reason: string;
}

/** One cause, and everything that it explains. */
export interface ReportedProblem extends Problem {
  /** The code of its reason, what it is about, and the verdict. */
  readonly id: string;
  readonly title: string;
  /** Those of the affected rows that are named, rather than counted. */
  readonly named: readonly string[];
}

/** How much is verified; each level includes those before it. */
export type VerifyLevel = "presence" | "identity" | "wiring";

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
  /** The reason why one of them is `null` or not there. */
  readonly reason?: string | undefined;
}

/** A block by its number, in decimal. */
export interface NumberedBlock {
  readonly number: string;
  readonly hash: Hex;
}

/** Tells whether there is a contract at an address. */
export type PresenceVerdict =
  | "present"
  | "absent"
  | "delegated"
  | "unknown"
  | "unset"
  | "skipped";
