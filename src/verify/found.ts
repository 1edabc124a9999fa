import type { Address } from "../base/address.ts";
import type { Cause, Check, CheckStatus } from "../base/problems.ts";
import type { Outcome } from "../base/report.ts";
import type { Expectations } from "../config/expectations.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Power } from "./expect/policy-facts.ts";
import type { LockVerification } from "./lock-report.ts";
import type {
  PresenceVerdict,
  ReportedContract,
  ReportedFact,
  ReportedIdentity,
  ReportedNetwork,
  ReportedProxy,
  VerifyLevel,
} from "./report.ts";
import type { Simulation } from "./simulation-report.ts";
import { decode, readingOf } from "./values/codec.ts";
import { because, type Reason } from "./values/reason.ts";
import type { Hidden, Reading } from "./values/value.ts";

/** What a verification has found, before it is reported. */
export interface JudgedReport {
  readonly level: VerifyLevel;
  /** Whether what is unidentified, or not in the lock file, fails (`--strict`). */
  readonly strict?: boolean | undefined;
  readonly outcome: Outcome;
  readonly networks: readonly JudgedNetwork[];
}

/** What was read of a network, and what the lock file says of that. */
export interface NetworkFindings
  extends Pick<
    ReportedNetwork,
    | "network"
    | "hardhatNetwork"
    | "chainId"
    | "doubt"
    | "endpoint"
    | "block"
    | "anchors"
    | "notes"
  > {
  /** Why no contract could be judged: its node, or its chain. */
  readonly cause?: NetworkCause | undefined;
  readonly contracts: readonly ContractVerification[];
  /** How the contracts are wired, and who controls them (level `wiring`). */
  readonly facts?: readonly FactVerification[] | undefined;
  /** What changed since the lock file was written, where it was asked for. */
  readonly lock?: LockVerification | undefined;
  /** What was not read of those who control the contracts, and why (level `wiring`). */
  readonly notLookedAt?: readonly Gap[] | undefined;
  /** The ids of what is not looked at, which somebody accepted. */
  readonly acceptedGaps?: readonly string[] | undefined;
  /** What people expect of values (level `wiring`). */
  readonly expect?: Expectations | undefined;
  /** The names by which code of no known release was accepted in this run. */
  readonly accepted?: readonly string[] | undefined;
}

/** Something that was not read. */
export interface Gap {
  /** The fact or the address; not there of the network as a whole. */
  readonly id?: string | undefined;
  /** The fact in words. */
  readonly label?: string | undefined;
  readonly reason: Reason;
}

/** The findings that checks are made of. */
export interface CheckedFindings
  extends Omit<
    NetworkFindings,
    "network" | "hardhatNetwork" | "chainId" | "block" | "anchors" | "notes"
  > {
  /** Not there for a chain of no network. */
  readonly hardhatNetwork?: string | null | undefined;
  /** `null` for a chain of no network. */
  readonly network: AlphaNetworkName | null;
}

/** A network's findings, and what follows from them. */
export interface JudgedNetwork extends NetworkFindings {
  readonly outcome: Outcome;
  /** Given unless the outcome is `ok`. */
  readonly why?: string | undefined;
  /** What transactions would change, which alone decides the outcome then. */
  readonly simulation?: Simulation | undefined;
  /** Everything that was verified, whatever its verdict: what every format shows. */
  readonly rows: readonly VerifyRow[];
  /** Of a simulation, all of the state afterwards against the one before. */
  readonly audited?: Pick<JudgedNetwork, "rows" | "lock"> | undefined;
}

/** One thing that was verified of a network. */
export interface VerifyRow extends Check {
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

/** What keeps all of a network's contracts from being judged. */
export interface NetworkCause extends Cause {
  readonly outcome: Exclude<Outcome, "ok">;
}

export interface ContractVerification
  extends Omit<
    ReportedContract,
    "proxy" | "identity" | "change" | "finding" | "further"
  > {
  readonly reason?: Reason | undefined;
  readonly proxy?: ProxyVerification | undefined;
  /** Why it is not known whether it is a proxy, or whether what it runs is one. */
  readonly proxyUnread?: UnreadProxy | undefined;
  readonly identity?: IdentityVerification | undefined;
}

export interface IdentityVerification extends ReportedIdentity {
  /** Given unless it is recognised by its code as the contract that its key is named after. */
  readonly reason?: Reason | undefined;
}

export interface FactVerification
  extends Omit<ReportedFact, "text" | "change" | "finding"> {
  /** At an address behind a power, what that controls: `Router owner`. */
  readonly controls?: string | undefined;
  /** Whether it changes in use, so that no change of it is an alarm. */
  readonly isInUse?: boolean | undefined;
  /** Who can change it. Given for policy that was read. */
  readonly power?: Power | undefined;
  /** Given if it is broken or unknown. */
  readonly reason?: Reason | undefined;
}

export interface ProxyVerification extends ReportedProxy {
  readonly reason?: Reason | undefined;
}

/** Why what a contract runs is not known. */
export interface UnreadProxy {
  /** Never on this endpoint, or not this time. */
  readonly kind: "hidden" | "unread";
  readonly reason: Reason;
}

/** Why it is unknown whether a contract is a proxy, or not readable. */
export function proxyReason({ kind, reason }: UnreadProxy): Reason {
  return because(kind === "hidden" ? "proxy-hidden" : "proxy-unread", reason);
}

/** What was read of a fact. */
export function readingOfFact({ value, reason }: FactVerification): Reading {
  if (value === undefined) {
    return { kind: "unread", reason: reason ?? { code: "not-read" } };
  }
  return readingOf(value);
}

/** The address that a reading is. */
export function addressIn(reading: Reading): Address | undefined {
  if (reading.kind === "read" && reading.value.kind === "address") {
    return reading.value.value;
  }
  return undefined;
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
  if (verdict === "wrong" || (strict && verdict === "unrecognised")) {
    return "failed";
  }
  return "unknown";
}

/** Why nothing could be verified of a network. */
export function networkReason({ reason }: NetworkCause): Reason {
  return { code: "network", subject: "network", facts: { text: reason } };
}

/** Why a fact is unknown whose contract is not proven to be there. */
export function notAContract(address: Address): Reason {
  const facts = { address };
  return { code: "not-a-contract", subject: address, facts };
}
