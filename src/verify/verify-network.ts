import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { confirmChain } from "../node/confirm-chain.ts";
import type { ExpectedChain } from "../node/judge-chain.ts";
import { wantsGenesis } from "../node/judge-chain.ts";
import type { FreshnessLimits } from "../node/judge-freshness.ts";
import type { NodeView } from "../node/read-node-view.ts";
import { readNodeView } from "../node/read-node-view.ts";
import type {
  NetworkVerification,
  VerifyLevel,
} from "../report/verify-report.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { examineContracts } from "./examine-contracts.ts";
import { networkOutcome } from "./network-outcome.ts";
import { addressesOf } from "./presence/addresses-of.ts";
import { probeAhead } from "./presence/probe-ahead.ts";
import { verifyPresence } from "./presence/verify-presence.ts";
import type { VerificationTarget } from "./targets.ts";
import { unreadParts } from "./unread-parts.ts";

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
