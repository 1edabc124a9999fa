import { combineOutcomes, type Outcome } from "../report/outcome.ts";
import {
  FACT_OUTCOMES,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
} from "../report/verdict-outcomes.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../report/verify-report.ts";

/**
 * A network's outcome from its contracts' and facts', and why it is not ok.
 *
 * @param strict whether code that no release has fails; else it is a warning,
 * since a network may run a release that nobody fingerprinted
 * @param unreadProxies how many contracts may point to another one, unread
 */
export function networkOutcome(
  contracts: readonly ContractVerification[],
  facts: readonly FactVerification[] = [],
  strict = false,
  unreadProxies = 0,
): {
  readonly outcome: Outcome;
  readonly reason?: string;
} {
  const counted = contracts.filter(({ verdict }) => verdict !== "skipped");
  const outcome = combineOutcomes([
    ...counted.flatMap(({ verdict, proxy, identity }) => [
      ...(verdict === "skipped" ? [] : [PRESENCE_OUTCOMES[verdict]]),
      ...(proxy === undefined ? [] : [PRESENCE_OUTCOMES[proxy.verdict]]),
      ...(identity === undefined
        ? []
        : [outcomeOfIdentity(identity.verdict, strict)]),
    ]),
    ...facts.map(({ verdict }) => FACT_OUTCOMES[verdict]),
    ...(unreadProxies === 0 ? [] : ["unknown" as const]),
  ]);
  if (outcome === "ok") {
    return { outcome };
  }
  if (counted.length === 0) {
    return { outcome, reason: "there is no contract to verify" };
  }
  return { outcome, reason: summary(counted, facts, strict, unreadProxies) };
}

function summary(
  contracts: readonly ContractVerification[],
  facts: readonly FactVerification[],
  strict: boolean,
  unreadProxies: number,
): string {
  const count = (wanted: string) =>
    contracts.filter(({ verdict }) => verdict === wanted).length;
  const countProxies = (wanted: string) =>
    contracts.filter(({ proxy }) => proxy?.verdict === wanted).length;
  const countIdentities = (wanted: string) =>
    contracts.filter(({ identity }) => identity?.verdict === wanted).length;
  const countFacts = (wanted: string) =>
    facts.filter(({ verdict }) => verdict === wanted).length;
  const ofContracts = numbered([
    [count("absent"), "absent"],
    [count("delegated"), "delegated"],
    [count("unknown"), "unknown"],
    [count("unset"), "unset"],
    [
      countProxies("absent") + countProxies("delegated"),
      "without the contract it points to",
    ],
    [countProxies("unknown"), "pointing to what could not be read"],
    [unreadProxies, "that may be a proxy of what could not be read"],
    [countIdentities("wrong"), "the wrong contract"],
    [strict ? countIdentities("unrecognised") : 0, "unrecognised"],
    [countIdentities("unknown"), "of unknown identity"],
  ]);
  const ofFacts = numbered([
    [countFacts("broken"), "broken"],
    [countFacts("unknown"), "unknown"],
  ]);
  return [
    ...(ofContracts === ""
      ? []
      : [`of ${contracts.length} contracts, ${ofContracts}`]),
    ...(ofFacts === "" ? [] : [`of ${facts.length} facts, ${ofFacts}`]),
  ].join("; ");
}

function numbered(
  counts: readonly (readonly [count: number, what: string])[],
): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
}
