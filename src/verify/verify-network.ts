import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { confirmChain } from "../node/confirm-chain.ts";
import type { ExpectedChain } from "../node/judge-chain.ts";
import { wantsGenesis } from "../node/judge-chain.ts";
import type { FreshnessLimits } from "../node/judge-freshness.ts";
import { judgeFreshness } from "../node/judge-freshness.ts";
import type { NodeView } from "../node/read-node-view.ts";
import { readNodeView } from "../node/read-node-view.ts";
import type {
  ContractVerification,
  NetworkVerification,
  VerifyLevel,
} from "../report/verify-report.ts";
import type { Hex, RpcTransport } from "../rpc/types.ts";
import { describeContracts } from "./describe-contracts.ts";
import { examineContracts } from "./examine-contracts.ts";
import { networkOutcome } from "./network-outcome.ts";
import { absenceDoubt } from "./presence/absence-doubt.ts";
import type { CodeReadings } from "./presence/code-reading.ts";
import { probeAhead } from "./presence/probe-ahead.ts";
import { readCodes, witnessOf } from "./presence/read-codes.ts";
import { readProxies } from "./presence/read-proxies.ts";
import { readProxyTargets } from "./presence/read-proxy-targets.ts";
import { skipSandboxGaps } from "./presence/skip-sandbox-gaps.ts";
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
    targets: given,
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
  const addresses = addressesOf(given);
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
      ...(await unreadParts(given, { level, strict, reason })),
      notes: [],
    };
  }
  const block = view.head.value;
  const { readings, path } = await readCodes({
    transport,
    addresses,
    block,
    chainId: expected.chainId,
    ahead: await probing,
  });
  const targets = await skipSandboxGaps(
    transport,
    given,
    readings,
    block.number,
  );
  const { proxies, unread, notes } = await readProxies(
    transport,
    readings,
    block,
  );
  const implementations = await readProxyTargets({
    transport,
    proxies,
    block,
    chainId: expected.chainId,
    witness: witnessOf(addresses, readings),
  });
  const freshness = judgeFreshness(view, limits);
  const chainDoubt = hasOwnContract(targets, readings)
    ? undefined
    : chain.doubt;
  const doubt = absenceDoubt({
    view,
    chain,
    chainDoubt,
    freshness,
    inProcess: limits.inProcess,
    isFork: limits.isFork,
    startBlock: limits.startBlock,
  });
  const described = describeContracts({
    targets,
    readings:
      chainDoubt === undefined ? readings : doubtCodes(readings, chainDoubt),
    proxies,
    unreadProxies: unread,
    implementations,
    doubt,
    block: block.number,
  });
  const examined =
    level === "presence"
      ? { contracts: described, notes: [] }
      : await examineContracts({
          transport,
          level,
          strict,
          targets,
          contracts: described,
          block,
          chainId: expected.chainId,
          doubt,
        });
  const { contracts } = examined;
  const facts = "facts" in examined ? examined.facts : [];
  const { outcome, reason } = networkOutcome(
    contracts,
    facts,
    strict,
    unread.size,
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
    notes: [
      ...headNotes(view, limits, doubt),
      ...(path === "probe"
        ? []
        : [
            "The endpoint does not run the bulk probe: codes were read one by one.",
          ]),
      ...notes,
      ...examined.notes,
    ],
  };
}

/** The distinct addresses to read: one listed under several keys is read once. */
function addressesOf(targets: readonly VerificationTarget[]): readonly Hex[] {
  const addresses = new Map<string, Hex>();
  for (const { address, skip } of targets) {
    if (address !== undefined && skip === undefined) {
      addresses.set(address.toLowerCase(), address);
    }
  }
  return [...addresses.values()];
}

/**
 * Whether a contract of the network's data is there, which tells the chain where
 * nothing else does. One of a user's list may be on many chains.
 */
function hasOwnContract(
  targets: readonly VerificationTarget[],
  readings: CodeReadings,
): boolean {
  return targets.some(
    ({ kind, address }) =>
      kind !== "list" &&
      address !== undefined &&
      readings.get(address.toLowerCase())?.kind === "code",
  );
}

/** The readings of a chain that may be another one: what is there is there too. */
function doubtCodes(readings: CodeReadings, doubt: string): CodeReadings {
  return new Map(
    [...readings].map(([address, reading]) => [
      address,
      reading.kind === "code" || reading.kind === "delegated"
        ? {
            kind: "unknown",
            reason: `there is code, but the chain may be another one: ${doubt}`,
          }
        : reading,
    ]),
  );
}

/** What a network's contracts and facts are when its chain could not be asked. */
export async function unreadParts(
  targets: readonly VerificationTarget[],
  {
    level,
    strict,
    reason,
  }: {
    readonly level: VerifyLevel;
    readonly strict: boolean;
    readonly reason: string;
  },
): Promise<Pick<NetworkVerification, "contracts" | "facts">> {
  const contracts = unreadContracts(targets, reason);
  if (level !== "wiring") {
    return { contracts };
  }
  // Loaded at its level only, since it brings an ABI codec.
  const { unreadFacts } = await import("./wiring/unread-facts.ts");
  return { contracts, facts: unreadFacts(targets, { strict, reason }) };
}

function unreadContracts(
  targets: readonly VerificationTarget[],
  reason: string,
): readonly ContractVerification[] {
  return describeContracts({
    targets,
    readings: new Map(
      addressesOf(targets).map((address) => [
        address.toLowerCase(),
        { kind: "unknown", reason } as const,
      ]),
    ),
    proxies: new Map(),
    unreadProxies: new Map(),
    implementations: new Map(),
    doubt: reason,
    block: 0n,
  });
}

function reasonOf({ head }: NodeView): string {
  return head.ok ? "" : head.reason;
}

function headNotes(
  view: NodeView,
  { inProcess, startBlock }: FreshnessLimits,
  doubt: string | undefined,
): readonly string[] {
  if (inProcess || !view.head.ok) {
    return [];
  }
  const isBeforeStart = view.head.value.number < BigInt(startBlock);
  return [
    ...(isBeforeStart
      ? [
          `The head, block ${view.head.value.number}, is below the network's startBlock ${startBlock}: a chain that was reset, or another one with the same chain id.`,
        ]
      : []),
    ...(doubt === undefined
      ? []
      : [`No absence could be proven now: ${doubt}.`]),
  ];
}
