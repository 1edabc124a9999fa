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
  VerifyReport,
} from "./report.ts";
import type { Simulation } from "./simulation-report.ts";
import { readingOf } from "./values/codec.ts";
import { because, type Reason, told } from "./values/reason.ts";
import { type Hidden, type Reading, valueIn } from "./values/value.ts";

/** The findings of a verification, before they are reported. */
export interface JudgedReport
  extends Pick<VerifyReport, "level" | "strict" | "outcome"> {
  readonly networks: readonly JudgedNetwork[];
}

/** The findings that checks are made of. */
export interface CheckedFindings
  extends Pick<ReportedNetwork, "doubt" | "endpoint"> {
  /** `null` for a chain of no network. */
  readonly network: AlphaNetworkName | null;
  /** Not there for a chain of no network. */
  readonly hardhatNetwork?: string | null | undefined;
  /** The reason why no contract could be judged: its node, or its chain. */
  readonly cause?: NetworkCause | undefined;
  /** The reason if the values may be other ones by now (level `wiring`, or with a lock). */
  readonly outdated?: Cause | undefined;
  readonly contracts: readonly ContractVerification[];
  /** How the contracts are wired, and who controls them (level `wiring`). */
  readonly facts?: readonly FactVerification[] | undefined;
  /** The changes since the lock file was written, if asked for. */
  readonly lock?: LockVerification | undefined;
  /**
   * The parts of those who control the contracts that were not read, and why
   * (level `wiring`).
   */
  readonly notLookedAt?: readonly Gap[] | undefined;
  /** The ids of what is not looked at, which somebody accepted. */
  readonly acceptedGaps?: readonly string[] | undefined;
  /** What people expect of values (level `wiring`). */
  readonly expect?: Expectations | undefined;
  /** The names by which code of no known release was accepted in this run. */
  readonly accepted?: readonly string[] | undefined;
}

/** The findings on a network, with its comparison with the lock file. */
export interface NetworkFindings
  extends CheckedFindings,
    Pick<ReportedNetwork, "chainId" | "block" | "anchors" | "notes"> {
  readonly network: AlphaNetworkName;
  readonly hardhatNetwork: string | null;
}

/** Something that was not read. */
export interface Gap {
  /** The fact or the address; not there of the network as a whole. */
  readonly id?: string | undefined;
  /** The fact in words. */
  readonly label?: string | undefined;
  readonly reason: Reason;
  /** True if not every later pass has it. */
  readonly isUnconfirmed?: true;
}

/** A network's findings, and what follows from them. */
export interface JudgedNetwork extends NetworkFindings {
  readonly outcome: Outcome;
  /** Given unless the outcome is `ok`. */
  readonly why?: string | undefined;
  /** The effects of transactions, which alone decide the outcome then. */
  readonly simulation?: Simulation | undefined;
  /** Everything that was verified, whatever its verdict: what every format shows. */
  readonly rows: readonly VerifyRow[];
  /** In a simulation, all of the state afterwards against the one before. */
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
  /**
   * The value that was read: a fact's value, a contract's releases or its code
   * size.
   */
  readonly actual?: string | undefined;
}

/** The cause that keeps all of a network's contracts from being judged. */
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
  /**
   * The reason why it is not known whether it is a proxy, or whether what it
   * runs is one.
   */
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
  /** True if it changes in use, so that no change of it is an alarm. */
  readonly isInUse?: boolean | undefined;
  /** The power to change it. Given for policy that was read. */
  readonly power?: Power | undefined;
  /** Given if it is broken or unknown. */
  readonly reason?: Reason | undefined;
}

export interface ProxyVerification extends ReportedProxy {
  readonly reason?: Reason | undefined;
}

/** The reason why what a contract runs is not known. */
export interface UnreadProxy {
  /** Never on this endpoint, or not this time. */
  readonly kind: "hidden" | "unread";
  readonly reason: Reason;
}

/**
 * The reason why it is unknown whether a contract is a proxy, or not readable.
 */
export function proxyReason({ kind, reason }: UnreadProxy): Reason {
  return because(kind === "hidden" ? "proxy-hidden" : "proxy-unread", reason);
}

/** The reading of a fact. */
export function readingOfFact({ value, reason }: FactVerification): Reading {
  if (value === undefined) {
    return { kind: "unread", reason: reason ?? { code: "not-read" } };
  }
  return readingOf(value);
}

/** The address that a reading is. */
export function addressIn(reading: Reading): Address | undefined {
  const value = valueIn(reading);
  return value?.kind === "address" ? value.value : undefined;
}

/** The reason why a fact's value is hidden, if it is. */
export function hiddenIn(fact: FactVerification): Hidden | undefined {
  const reading = readingOfFact(fact);
  return reading.kind === "hidden" ? reading.reason : undefined;
}

/** The outcome for each verdict on a contract's presence. */
export const PRESENCE_OUTCOMES = {
  present: "ok",
  absent: "failed",
  delegated: "failed",
  unknown: "unknown",
  unset: "unknown",
  skipped: "skipped",
} as const satisfies Readonly<Record<PresenceVerdict, CheckStatus>>;

/** The outcome for each verdict on a fact. */
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
 * The outcome for a verdict on a contract's identity.
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

/** The reason why nothing could be verified of a network. */
export function networkReason({ reason }: NetworkCause): Reason {
  return { code: "network", subject: "network", facts: { text: reason } };
}

/** The reason if the values may be other ones by now. */
export function outdatedReason({
  outdated,
}: Pick<CheckedFindings, "outdated">): Reason | undefined {
  return outdated && { code: "outdated", facts: { why: outdated.reason } };
}

/**
 * The reason why a fact is unknown whose contract is not proven to be there.
 */
export function notAContract(address: Address): Reason {
  const facts = { address };
  return { code: "not-a-contract", subject: address, facts };
}

/**
 * Makes findings unknown that are wrong or broken at an old block, since they
 * may be right by now.
 *
 * @param doubt why what is missing or different now proves nothing
 */
export function doubted<
  T extends { readonly verdict: string; readonly reason?: Reason | undefined },
>(
  found: T,
  doubt: string | undefined,
): T | (Omit<T, "verdict" | "reason"> & Unknown) {
  const isWrong = found.verdict === "wrong" || found.verdict === "broken";
  if (!isWrong || doubt === undefined) {
    return found;
  }
  const why = found.reason ?? told(found.verdict);
  const reason = because("in-doubt", why, { doubt });
  return { ...found, verdict: "unknown", reason };
}

/** What stands in place of a verdict, and why. */
export interface Unknown {
  readonly verdict: "unknown";
  readonly reason: Reason;
}
