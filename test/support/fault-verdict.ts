import type { NetworkStatus } from "../../src/status/report.ts";
import type { NetworkVerification } from "../../src/verify/report.ts";
import type { FaultChain } from "./fault-chains.ts";

/** How a report compares with what is known to be true. */
export type FaultVerdict = "true" | "unknown" | "mis-report";

export interface JudgedReport {
  readonly verdict: FaultVerdict;
  readonly detail: string;
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Holds a verification against the chain: each verdict must be the true one or
 * unknown, with a reason, and so must the outcome.
 *
 * @param isWrongChain whether the endpoint shows another chain, which is failed
 * with nothing said of any contract
 */
export function judgeVerify(
  report: NetworkVerification,
  chain: FaultChain,
  isWrongChain: boolean,
): JudgedReport {
  const wrong: string[] = [];
  let unknowns = 0;
  /** Said to be so, which leaves the outcome as it is unless it is strict. */
  let notReadable = 0;
  for (const contract of report.contracts) {
    const { key, address, verdict, proxy, proxyNotReadable, reason } = contract;
    const truth = chain.truth.get(String(address).toLowerCase());
    if (truth === undefined) {
      wrong.push(`${key}: nobody asked for ${address}`);
      continue;
    }
    if (verdict === "unknown") {
      unknowns++;
    } else if (verdict !== truth.verdict || isWrongChain) {
      wrong.push(`${key} is ${truth.verdict}, reported ${verdict}`);
    }
    if (verdict !== "present" && (reason ?? "").length < 8) {
      wrong.push(`${key} is ${verdict} without a reason`);
    }
    if (proxy === undefined) {
      if (proxyNotReadable !== undefined) {
        notReadable++;
      } else {
        unknowns += truth.proxy === undefined ? 0 : 1;
      }
    } else if (
      proxy.implementation.toLowerCase() !==
      truth.proxy?.implementation.toLowerCase()
    ) {
      wrong.push(`${key} points to ${truth.proxy?.implementation}`);
    } else if (proxy.verdict === "unknown") {
      unknowns++;
    } else if (proxy.verdict !== truth.proxy.verdict) {
      wrong.push(
        `${key}'s target is ${truth.proxy.verdict}, reported ${proxy.verdict}`,
      );
    }
  }
  if (report.contracts.length !== chain.targets.length) {
    wrong.push(`${report.contracts.length} contracts reported`);
  }
  const outcome = isWrongChain ? "failed" : chain.outcome;
  if (report.outcome !== outcome && report.outcome !== "unknown") {
    wrong.push(`the outcome is ${outcome}, reported ${report.outcome}`);
  }
  if (report.outcome === "ok" && unknowns > 0) {
    wrong.push(`ok, though ${unknowns} answers are unknown`);
  }
  if (report.outcome !== "ok" && (report.reason ?? "").length < 8) {
    wrong.push("not ok without a reason");
  }
  if (UNPRINTABLE.test(textsOf(report))) {
    wrong.push("the report holds control characters");
  }
  if (wrong.length > 0) {
    return { verdict: "mis-report", detail: wrong.join("; ") };
  }
  const isTrue =
    report.outcome === outcome &&
    (unknowns + notReadable === 0 || isWrongChain);
  return {
    verdict: isTrue ? "true" : "unknown",
    detail: isTrue ? "" : `${report.reason ?? ""} ${reasonsOf(report)}`.trim(),
  };
}

/** Holds a status against the state that the node is really in. */
export function judgeStatus(
  report: NetworkStatus,
  truth: NetworkStatus["state"],
): JudgedReport {
  const { state, reason = "" } = report;
  if (UNPRINTABLE.test(textsOf(report))) {
    return {
      verdict: "mis-report",
      detail: "the report holds control characters",
    };
  }
  if (state !== "ok" && reason.length < 8) {
    return { verdict: "mis-report", detail: `${state} without a reason` };
  }
  if (state === truth) {
    return { verdict: "true", detail: "" };
  }
  return state === "unknown"
    ? { verdict: "unknown", detail: reason }
    : {
        verdict: "mis-report",
        detail: `the node is ${truth}, reported ${state}: ${reason}`,
      };
}

function reasonsOf({ contracts, notes }: NetworkVerification): string {
  const reasons = contracts.flatMap(({ key, reason, proxy, verdict }) =>
    verdict === "unknown" || proxy?.verdict === "unknown"
      ? [`${key}: ${reason ?? proxy?.reason}`]
      : [],
  );
  return [...reasons, ...notes].slice(0, 3).join(" | ");
}

/** All texts within a report, as a person would see them. */
function textsOf(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([name, member]) => `${name}${textsOf(member)}`)
        .join("")
    : "";
}
