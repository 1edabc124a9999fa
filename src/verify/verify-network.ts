import { combineOutcomes, type Outcome } from "../base/report.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { confirmChain } from "../connect/confirm-chain.ts";
import { type ExpectedChain, wantsGenesis } from "../connect/judge-chain.ts";
import type { FreshnessLimits } from "../connect/judge-freshness.ts";
import { type NodeView, readNodeView } from "../connect/read-node-view.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { unreadParts } from "./describe-contracts.ts";
import { examineContracts } from "./examine-contracts.ts";
import { addressesOf } from "./presence/code-reading.ts";
import { probeAhead } from "./presence/read-codes-by-probe.ts";
import { verifyPresence } from "./presence/verify-presence.ts";
import {
  type ContractVerification,
  FACT_OUTCOMES,
  type FactVerification,
  type NetworkVerification,
  outcomeOfIdentity,
  PRESENCE_OUTCOMES,
  type VerifyLevel,
} from "./report.ts";
import type { VerificationTarget } from "./targets.ts";

/** One network to verify, and all that is expected of it. */
export interface NetworkToVerify {
  readonly network: ResolvedAlphaNetwork["name"];
  readonly hardhatNetwork: string | null;
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
  readonly targets: readonly VerificationTarget[];
  /** Default: `presence`. */
  readonly level?: VerifyLevel;
  /** Whether what is unrecognised, or differs in policy, fails. */
  readonly strict?: boolean;
}

/** Verifies that each target is on the chain that a transport reaches. */
export async function verifyNetwork(
  transport: RpcTransport,
  {
    network,
    hardhatNetwork,
    chain: expected,
    limits,
    targets,
    level = "presence",
    strict = false,
  }: NetworkToVerify,
): Promise<NetworkVerification> {
  const head = {
    network,
    hardhatNetwork,
    chainId: expected.chainId,
    endpoint: transport.endpoint,
  };
  const addresses = addressesOf(targets);
  const viewing = readNodeView(transport, wantsGenesis(expected));
  const probing = probeAhead(transport, addresses);
  const view = await viewing;
  const chain = await confirmChain(transport, view, expected);
  if (chain.verdict !== "right" || !view.head.ok) {
    const reason =
      chain.verdict !== "right"
        ? chain.reason
        : `its latest block could not be read: ${reasonOf(view)}`;
    return {
      ...head,
      outcome: chain.verdict === "wrong" ? "failed" : "unknown",
      reason,
      ...(await unreadParts(targets, { level, strict, reason })),
      notes: [],
    };
  }
  const block = view.head.value;
  const { chainId } = expected;
  const presence = await verifyPresence({
    transport,
    targets,
    addresses,
    view,
    chain,
    chainId,
    limits,
    block,
    ahead: await probing,
  });
  const examined =
    level === "presence"
      ? { contracts: presence.contracts, facts: [], notes: [] }
      : await examineContracts({
          transport,
          level,
          strict,
          targets: presence.targets,
          contracts: presence.contracts,
          block,
          chainId,
          doubt: presence.doubt,
        });
  const { contracts, facts } = examined;
  const { outcome, reason } = networkOutcome(
    contracts,
    facts,
    strict,
    presence.unreadProxies,
  );
  return {
    ...head,
    outcome,
    block: {
      number: block.number.toString(),
      hash: block.hash,
      timestamp: block.timestamp,
    },
    ...(reason === undefined ? {} : { reason }),
    contracts,
    ...(level === "wiring" ? { facts } : {}),
    notes: [...presence.notes, ...examined.notes],
  };
}

function reasonOf({ head }: NodeView): string {
  return head.ok ? "" : head.reason;
}

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
