import type { ExpectedChain } from "../connect/judge-chain.ts";
import type { FreshnessLimits } from "../connect/judge-freshness.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { judgeNetwork } from "./judge-network.ts";
import { unreadContracts } from "./presence/judge-presence.ts";
import { probeEarly } from "./presence/probe-codes.ts";
import { verifyPresence } from "./presence/verify-presence.ts";
import { NetworkReader } from "./reader.ts";
import type {
  NetworkCause,
  NetworkVerification,
  VerifyLevel,
} from "./report.ts";
import { distinctAddresses, type VerificationTarget } from "./targets.ts";
import { verifyContracts } from "./verify-contracts.ts";

/** One network to verify, and all that is expected of it. */
export interface NetworkToVerify {
  readonly network: AlphaNetworkName;
  readonly hardhatNetwork: string | null;
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
  readonly targets: readonly VerificationTarget[];
  /** Default: `presence`. */
  readonly level?: VerifyLevel;
  /** Whether what is unrecognised, or differs in policy, fails. */
  readonly strict?: boolean;
  /** What to do where the node does not serve the network. */
  readonly remedy?: string;
}

/** Verifies that each target is on the chain that a transport reaches. */
export async function verifyNetwork(
  transport: RpcTransport,
  expected: NetworkToVerify,
): Promise<NetworkVerification> {
  const { chain, limits, targets, level = "presence" } = expected;
  const { strict = false, remedy } = expected;
  const reader = new NetworkReader(transport, chain);
  const viewing = reader.readView();
  const probing = probeEarly(reader, distinctAddresses(targets));
  const view = await viewing;
  const verdict = await reader.confirmChain(view);
  if (verdict.verdict !== "right" || !view.head.ok) {
    return await unreadNetwork(expected, transport.endpoint, {
      outcome: verdict.verdict === "wrong" ? "failed" : "unknown",
      reason:
        verdict.verdict !== "right"
          ? verdict.reason
          : `its latest block could not be read: ${view.head.ok ? "" : view.head.reason}`,
      ...(remedy === undefined ? {} : { remedy }),
    });
  }
  const block = view.head.value;
  const pinned = reader.at(block);
  const { unreadProxies, notes, ...presence } = await verifyPresence(pinned, {
    targets,
    node: { view, chain: verdict, limits },
    early: await probing,
  });
  const verified =
    level === "presence"
      ? { contracts: presence.contracts, facts: [], notes: [] }
      : await verifyContracts(pinned, { level, strict, ...presence });
  const { contracts, facts } = verified;
  const { outcome, reason } = judgeNetwork({
    contracts,
    facts,
    strict,
    unreadProxies,
  });
  return {
    ...headOf(expected),
    endpoint: transport.endpoint,
    outcome,
    block: {
      number: block.number.toString(),
      hash: block.hash,
      timestamp: block.timestamp,
    },
    ...(reason === undefined ? {} : { reason }),
    contracts,
    ...(level === "wiring" ? { facts } : {}),
    notes: [...notes, ...verified.notes],
  };
}

/**
 * The report on a network that could not be read: every contract and fact is
 * unknown, so that no report has fewer of them because a node is down.
 */
export async function unreadNetwork(
  expected: NetworkToVerify,
  endpoint: string | null,
  cause: NetworkCause,
): Promise<NetworkVerification> {
  const { targets, level, strict = false } = expected;
  const { outcome, reason } = cause;
  // Loaded at its level only, since it brings an ABI codec.
  const facts =
    level === "wiring"
      ? (await import("./wiring/wiring-questions.ts")).unreadFacts(targets, {
          strict,
          reason,
        })
      : undefined;
  return {
    ...headOf(expected),
    endpoint,
    outcome,
    reason,
    cause,
    contracts: unreadContracts(targets, reason),
    ...(facts === undefined ? {} : { facts }),
    notes: [],
  };
}

function headOf({ network, hardhatNetwork, chain }: NetworkToVerify) {
  return { network, hardhatNetwork, chainId: chain.chainId };
}
