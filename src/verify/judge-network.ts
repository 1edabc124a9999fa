import { combineOutcomes, type Outcome } from "../base/report.ts";
import {
  type ContractVerification,
  FACT_OUTCOMES,
  type FactVerification,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
} from "./report.ts";

/** What was found on a network. */
export interface NetworkFindings {
  readonly contracts: readonly ContractVerification[];
  readonly facts?: readonly FactVerification[];
  /**
   * Whether code that no release has fails; else it is unknown whether it is the
   * contract, since a network may run a release that nobody fingerprinted.
   * Default: `false`.
   */
  readonly strict?: boolean;
}

/** A network's outcome from its contracts' and facts', and why it is not ok. */
export function judgeNetwork({
  contracts,
  facts = [],
  strict = false,
}: NetworkFindings): { readonly outcome: Outcome; readonly reason?: string } {
  const counted = contracts.filter(({ verdict }) => verdict !== "skipped");
  const outcome = combineOutcomes([
    ...counted.flatMap(({ verdict, proxy, proxyUnknown, identity }) => [
      ...(verdict === "skipped" ? [] : [PRESENCE_OUTCOMES[verdict]]),
      ...(proxy === undefined ? [] : [PRESENCE_OUTCOMES[proxy.verdict]]),
      ...(proxyUnknown === undefined ? [] : ["unknown" as const]),
      ...(identity === undefined
        ? []
        : [outcomeOfIdentity(identity.verdict, strict)]),
    ]),
    ...facts.map(({ verdict }) => FACT_OUTCOMES[verdict]),
  ]);
  if (outcome === "ok") {
    return { outcome };
  }
  return {
    outcome,
    reason:
      counted.length === 0
        ? "there is no contract to verify"
        : summary({ contracts: counted, facts }),
  };
}

function summary({
  contracts,
  facts,
}: Required<Omit<NetworkFindings, "strict">>): string {
  const verdicts = countBy(contracts.map(({ verdict }) => verdict));
  const proxies = countBy(contracts.map(({ proxy }) => proxy?.verdict));
  const identities = countBy(
    contracts.map(({ identity }) => identity?.verdict),
  );
  const factVerdicts = countBy(facts.map(({ verdict }) => verdict));
  const ofContracts = listed([
    [verdicts("absent"), "absent"],
    [verdicts("delegated"), "delegated"],
    [verdicts("unknown"), "unknown"],
    [verdicts("unset"), "not set"],
    [
      proxies("absent") + proxies("delegated"),
      "a proxy without its implementation",
    ],
    [proxies("unknown"), "a proxy whose implementation could not be read"],
    [
      contracts.filter(({ proxyUnknown }) => proxyUnknown !== undefined).length,
      "possibly a proxy, which could not be read",
    ],
    [identities("wrong"), "the wrong contract"],
    [identities("unrecognised"), "unrecognised"],
    [identities("unknown"), "of unknown identity"],
  ]);
  const ofFacts = listed([
    [factVerdicts("broken"), "broken"],
    [factVerdicts("changed"), "changed"],
    [factVerdicts("unknown"), "unknown"],
  ]);
  return [
    ...(ofContracts === ""
      ? []
      : [`of ${contracts.length} contracts, ${ofContracts}`]),
    ...(ofFacts === "" ? [] : [`of ${facts.length} facts, ${ofFacts}`]),
  ].join("; ");
}

function countBy<T>(values: readonly T[]): (wanted: T) => number {
  return (wanted) => values.filter((value) => value === wanted).length;
}

function listed(
  counts: readonly (readonly [count: number, what: string])[],
): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
}
