import type { Hex } from "../../base/hex.ts";
import { hexQuantity } from "../../base/hex.ts";
import { SANDBOX_DEPLOYER } from "../../config/network-marks.ts";
import type { ChainVerdict } from "../../connect/judge-chain.ts";
import {
  type FreshnessLimits,
  judgeFreshness,
} from "../../connect/judge-freshness.ts";
import type { NodeView } from "../../connect/read-node-view.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { describeContracts } from "../describe-contracts.ts";
import type { PinnedBlock } from "../read-calls.ts";
import type { ContractVerification } from "../report.ts";
import { skippedInSandbox, type VerificationTarget } from "../targets.ts";
import { type CodeReadings, controlAddress } from "./code-reading.ts";
import { absenceDoubt } from "./judge-presence.ts";
import { readCodes, witnessOf } from "./read-codes.ts";
import type { ProbedChunk } from "./read-codes-by-probe.ts";
import { readProxies, readProxyTargets } from "./read-proxies.ts";

export interface VerifyPresenceParameters {
  readonly transport: RpcTransport;
  readonly targets: readonly VerificationTarget[];
  /** The targets' distinct addresses. */
  readonly addresses: readonly Hex[];
  readonly view: NodeView;
  readonly chain: Extract<ChainVerdict, { verdict: "right" }>;
  readonly chainId: number;
  readonly limits: FreshnessLimits;
  /** The view's head. */
  readonly block: PinnedBlock;
  /** Probes of the latest block, as it was then. */
  readonly ahead: readonly ProbedChunk[];
}

/** What is at each target's address, and what stands against believing it. */
export interface VerifiedPresence {
  /** As given, but what a chain that turns out to be a sandbox has none of. */
  readonly targets: readonly VerificationTarget[];
  readonly contracts: readonly ContractVerification[];
  /** Why an absence proves nothing; `undefined` where it does. */
  readonly doubt: string | undefined;
  /** Contracts of which it is unknown whether they are proxies. */
  readonly unreadProxies: number;
  readonly notes: readonly string[];
}

/** Whether each target is there, on a chain that is the right one. */
export async function verifyPresence({
  transport,
  targets: given,
  addresses,
  view,
  chain,
  chainId,
  limits,
  block,
  ahead,
}: VerifyPresenceParameters): Promise<VerifiedPresence> {
  const { readings, path } = await readCodes({
    transport,
    addresses,
    block,
    chainId,
    ahead,
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
    chainId,
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
  const contracts = describeContracts({
    targets,
    readings:
      chainDoubt === undefined ? readings : doubtCodes(readings, chainDoubt),
    proxies,
    unreadProxies: unread,
    implementations,
    doubt,
    block: block.number,
  });
  return {
    targets,
    contracts,
    doubt,
    unreadProxies: unread.size,
    notes: [
      ...headNotes(view, limits, doubt),
      ...(path === "probe"
        ? []
        : [
            "The endpoint does not run the bulk probe: codes were read one by one.",
          ]),
      ...notes,
    ],
  };
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

/**
 * Skips what is absent because the chain is a sandbox, which one that is served
 * over a port, or forked from there, does not say. Asks the node only where
 * something is absent that no sandbox has.
 */
export async function skipSandboxGaps(
  transport: RpcTransport,
  targets: readonly VerificationTarget[],
  readings: CodeReadings,
  block: bigint,
): Promise<readonly VerificationTarget[]> {
  const isGap = ({ address, notInSandbox }: VerificationTarget) =>
    notInSandbox !== undefined &&
    address !== undefined &&
    readings.get(address.toLowerCase())?.kind === "none";
  if (!targets.some(isGap)) {
    return targets;
  }
  return (await isSandbox(transport, block))
    ? targets.map((target) =>
        isGap(target) ? skippedInSandbox(target) : target,
      )
    : targets;
}

/** By the deployer's nonce, unless the node gives one to a random address too. */
async function isSandbox(
  transport: RpcTransport,
  block: bigint,
): Promise<boolean> {
  const nonceOf = (address: string) =>
    ask(
      transport,
      "eth_getTransactionCount",
      [address, hexQuantity(block)],
      decodeQuantity,
    );
  const [deployer, control] = await Promise.all([
    nonceOf(SANDBOX_DEPLOYER),
    nonceOf(controlAddress()),
  ]);
  return (
    deployer.ok && deployer.value > 0n && control.ok && control.value === 0n
  );
}
