import { combineOutcomes, type Outcome } from "../report/outcome.ts";
import type { ContractVerification } from "../report/verify-report.ts";

const OUTCOMES: Readonly<Record<ContractVerification["verdict"], Outcome>> = {
  present: "ok",
  absent: "failed",
  delegated: "failed",
  unknown: "unknown",
  unset: "unknown",
  skipped: "ok",
};

/** A network's outcome from its contracts', and why it is not ok. */
export function networkOutcome(contracts: readonly ContractVerification[]): {
  readonly outcome: Outcome;
  readonly reason?: string;
} {
  const counted = contracts.filter(({ verdict }) => verdict !== "skipped");
  const outcome = combineOutcomes(
    counted.flatMap(({ verdict, proxy }) => [
      OUTCOMES[verdict],
      ...(proxy === undefined ? [] : [OUTCOMES[proxy.verdict]]),
    ]),
  );
  if (outcome === "ok") {
    return { outcome };
  }
  if (counted.length === 0) {
    return { outcome, reason: "there is no contract to verify" };
  }
  return { outcome, reason: summary(counted) };
}

function summary(contracts: readonly ContractVerification[]): string {
  const count = (wanted: string) =>
    contracts.filter(({ verdict }) => verdict === wanted).length;
  const countProxies = (wanted: string) =>
    contracts.filter(({ proxy }) => proxy?.verdict === wanted).length;
  const counts = [
    [count("absent"), "absent"],
    [count("delegated"), "delegated"],
    [count("unknown"), "unknown"],
    [count("unset"), "unset"],
    [
      countProxies("absent") + countProxies("delegated"),
      "without the contract it points to",
    ],
    [countProxies("unknown"), "pointing to what could not be read"],
  ] as const;
  const parts = counts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`);
  return `of ${contracts.length} contracts, ${parts.join(", ")}`;
}
