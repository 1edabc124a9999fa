import type {
  ContractVerification,
  FactVerification,
  LockChange,
  NetworkVerification,
  ProxyVerification,
  VerifyReport,
} from "../report.ts";
import { contractId } from "../report.ts";
import type { LockedValue } from "../wiring/facts.ts";
import { lockedNetworkOf } from "./check-lock.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import {
  LOCK_SCHEMA_VERSION,
  type Lock,
  type LockedContract,
  type LockedNetwork,
  type LockedProxy,
} from "./lock-file.ts";

/** A network as it is written to the lock. */
export interface NetworkUpdate {
  readonly hardhatNetwork: string;
  readonly entry: LockedNetwork;
  /** `undefined` for a network that the lock did not have. */
  readonly changes: readonly LockChange[] | undefined;
}

/**
 * What the networks of a report, which is ok and lockable, are in the lock. One
 * that did not change keeps its entry and its block, so that writing again changes
 * nothing.
 */
export function networkUpdates(
  lock: Lock,
  report: VerifyReport,
): readonly NetworkUpdate[] {
  return report.networks.flatMap((network): NetworkUpdate[] => {
    const { hardhatNetwork, block } = network;
    if (hardhatNetwork === null || block === undefined) {
      return [];
    }
    const locked = lockedNetworkOf(network, lock);
    const comparison =
      locked === undefined ? undefined : compareWithLock(network, locked);
    const isKept =
      locked?.policy !== undefined &&
      comparison?.verdict === "holds" &&
      comparison.unpinned === undefined;
    return [
      {
        hardhatNetwork,
        entry: isKept ? locked : lockedNetwork(network, block.number),
        changes: comparison?.changes,
      },
    ];
  });
}

/** The lock with updated networks; those that were not verified are kept. */
export function updateLock(
  { networks }: Lock,
  updates: readonly NetworkUpdate[],
): Lock {
  return {
    schemaVersion: LOCK_SCHEMA_VERSION,
    networks: {
      ...networks,
      ...Object.fromEntries(
        updates.map(({ hardhatNetwork, entry }) => [hardhatNetwork, entry]),
      ),
    },
  };
}

function lockedNetwork(
  { network, chainId, contracts, facts = [], anchors }: NetworkVerification,
  block: string,
): LockedNetwork {
  return {
    alphaNetwork: network,
    chainId,
    genesisHash: anchors?.genesisHash,
    block: anchors?.block?.number ?? block,
    blockHash: anchors?.block?.hash,
    contracts: Object.fromEntries(
      contracts.flatMap((contract) => {
        const locked = lockedContract(contract);
        return locked === undefined ? [] : [[contractId(contract), locked]];
      }),
    ),
    policy: Object.fromEntries(
      facts.flatMap((fact) => {
        const value = policyValue(fact);
        return value === undefined ? [] : [[fact.id, value]];
      }),
    ),
  };
}

function policyValue({
  class: kind,
  actual,
  items,
}: FactVerification): LockedValue | undefined {
  return kind === "policy" ? (items ?? actual) : undefined;
}

function lockedContract({
  verdict,
  address,
  codeHash,
  proxy,
  identity,
}: ContractVerification): LockedContract | undefined {
  if (
    verdict !== "present" ||
    address === undefined ||
    codeHash === undefined
  ) {
    return undefined;
  }
  return {
    address,
    codeHash,
    ...(identity?.basis === "lock" ? { accepted: true } : {}),
    ...(proxy === undefined ? {} : { proxy: lockedProxy(proxy) }),
  };
}

function lockedProxy({
  verdict: _verdict,
  reason: _reason,
  ...proxy
}: ProxyVerification): LockedProxy {
  return proxy;
}
