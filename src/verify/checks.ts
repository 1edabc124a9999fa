import { combineOutcomes, type Outcome } from "../base/report.ts";
import { oneLine } from "../base/text.ts";
import {
  type ContractVerification,
  contractId,
  FACT_OUTCOMES,
  type FactVerification,
  type LockChange,
  type LockVerification,
  type NetworkVerification,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
  type VerifyReport,
} from "./report.ts";

/** One thing that was verified of a network, as every format lists it. */
export interface VerifyCheck {
  readonly group: "network" | "contracts" | "wiring" | "lock";
  /** `registry.Router`, or a fact's id. One printable line. */
  readonly name: string;
  /**
   * `warning` is what does not count for the outcome and is still worth a look.
   */
  readonly status: Outcome | "warning" | "skipped";
  /** The report's own word for it. */
  readonly verdict: string;
  readonly address?: string;
  /** All that is to be said of it, each one printable line. */
  readonly reasons: readonly string[];
}

/**
 * Everything that a network's verification tells, the good with the bad. Taken
 * together the checks have the network's outcome.
 *
 * @param strict whether a contract that nobody recognises counts as a failure
 */
export function verifyChecks(
  network: NetworkVerification,
  { strict }: Pick<VerifyReport, "strict">,
): readonly VerifyCheck[] {
  const { contracts, facts = [], lock } = network;
  const parts = [
    ...contracts.map((contract) => contractCheck(contract, strict === true)),
    ...facts.map(factCheck),
    ...(lock === undefined ? [] : [lockCheck(lock)]),
  ].map((check) => ({ ...check, status: counted(check, network.outcome) }));
  return [networkCheck(network, parts), ...parts];
}

/** What the network's outcome leaves out, such as policies, only warns. */
function counted(
  { status }: VerifyCheck,
  outcome: Outcome,
): VerifyCheck["status"] {
  const isTooMuch =
    (status === "failed" && outcome !== "failed") ||
    (status === "unknown" && outcome === "ok");
  return isTooMuch ? "warning" : status;
}

/**
 * The chain itself: what is wrong there, and whatever of the network's outcome
 * no other check tells.
 */
function networkCheck(
  { block, outcome, reason }: NetworkVerification,
  others: readonly VerifyCheck[],
): VerifyCheck {
  const counting = others.flatMap(({ status }) =>
    status === "warning" || status === "skipped" ? [] : [status],
  );
  const isTold = counting.length > 0 && combineOutcomes(counting) === outcome;
  const status = block !== undefined && isTold ? "ok" : outcome;
  return {
    group: "network",
    name: "network",
    status,
    verdict: status,
    reasons: status === "ok" || reason === undefined ? [] : [oneLine(reason)],
  };
}

function contractCheck(
  contract: ContractVerification,
  strict: boolean,
): VerifyCheck {
  const { verdict, address, reason, proxy, proxyUnknown, identity } = contract;
  const base = {
    group: "contracts",
    name: oneLine(contractId(contract)),
    ...(address === undefined ? {} : { address: oneLine(address) }),
  } as const;
  const said = reason === undefined ? [] : [reason];
  if (verdict === "skipped") {
    return { ...base, status: "skipped", verdict, reasons: said.map(oneLine) };
  }
  const status = PRESENCE_OUTCOMES[verdict];
  const parts: (Pick<VerifyCheck, "status" | "verdict"> & {
    readonly reason?: string;
  })[] = [{ status, verdict, ...(reason === undefined ? {} : { reason }) }];
  if (proxy !== undefined && proxy.verdict !== "present") {
    parts.push({
      status: PRESENCE_OUTCOMES[proxy.verdict],
      verdict: `proxy to ${proxy.verdict}`,
      reason: `${proxy.kind} proxy to ${proxy.implementation}, which is ${proxy.verdict}${suffix(proxy.reason)}`,
    });
  }
  if (proxyUnknown !== undefined) {
    parts.push({
      status: "unknown",
      verdict: "unknown",
      reason: `whether it is a proxy is unknown: ${proxyUnknown}`,
    });
  }
  if (identity !== undefined && identity.verdict !== "recognised") {
    const outcome = outcomeOfIdentity(identity.verdict, strict);
    parts.push({
      status: outcome === "ok" ? "warning" : outcome,
      verdict: identity.verdict,
      reason: `identity ${identity.verdict}${suffix(identity.reason)}`,
    });
  }
  const worst = parts.toSorted((a, b) => rank(a.status) - rank(b.status))[0];
  return {
    ...base,
    status: worst?.status ?? status,
    verdict: oneLine(worst?.verdict ?? verdict),
    reasons: parts.flatMap(({ reason: text }) =>
      text === undefined ? [] : [oneLine(text)],
    ),
  };
}

const RANKS = ["failed", "unknown", "warning", "ok", "skipped"] as const;

function rank(status: VerifyCheck["status"]): number {
  return RANKS.indexOf(status);
}

function factCheck({
  id,
  verdict,
  expected,
  actual,
  reason,
}: FactVerification): VerifyCheck {
  return {
    group: "wiring",
    name: oneLine(id),
    status: FACT_OUTCOMES[verdict],
    verdict,
    reasons:
      verdict === "holds"
        ? []
        : verdict === "unknown" && reason !== undefined
          ? // What many facts have in common reads as one.
            [oneLine(reason)]
          : [
              `expected ${expected}${actual === undefined ? "" : `, got ${actual}`}`,
              ...(reason === undefined ? [] : [reason]),
            ]
              .filter((text, index, all) => all.indexOf(text) === index)
              .map(oneLine),
  };
}

const LOCK_STATUS = {
  holds: "ok",
  changed: "failed",
  unknown: "unknown",
} as const;

function lockCheck({
  verdict,
  reason,
  changes,
  unread,
}: LockVerification): VerifyCheck {
  return {
    group: "lock",
    name: "lock file",
    status: LOCK_STATUS[verdict],
    verdict,
    reasons: [
      ...(reason === undefined ? [] : [reason]),
      ...changes.map(describeLockChange),
      ...unread.map(
        ({ contract, reason: why }) =>
          `${contract} could not be compared: ${why}`,
      ),
    ].map(oneLine),
  };
}

function suffix(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${reason}`;
}

const FIELDS = {
  alphaNetwork: "Alpha network",
  chainId: "chain id",
  address: "address",
  codeHash: "code hash",
  proxy: "proxy",
} as const;

/** One change since the lock, in words. */
export function describeLockChange({
  contract,
  field,
  locked,
  actual,
}: LockChange): string {
  const who = contract === undefined ? "" : `${contract}: `;
  if (field === "contract") {
    return locked === undefined
      ? `${who}not in the lock, now ${actual ?? "there"}`
      : `${who}locked as ${locked}, no longer among the network's contracts`;
  }
  return `${who}the ${FIELDS[field]} was ${locked ?? "none"}, now ${actual ?? "none"}`;
}
