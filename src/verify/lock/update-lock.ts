import { given, ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { describeUnknownProxy } from "../presence/describe-proxy.ts";
import type {
  ContractVerification,
  FactVerification,
  NetworkVerification,
  ProxyVerification,
  VerifyReport,
} from "../report.ts";
import { contractId } from "../report.ts";
import type { LockedValue } from "../wiring/facts.ts";
import { DYNAMIC_FACT } from "../wiring/policy-facts.ts";
import { isIncomplete } from "../wiring/values.ts";
import { NO_CODE_HASH } from "./compare-contracts.ts";
import { differingParts, hashesOf } from "./compare-proxy.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import {
  LOCK_FILE,
  LOCK_SCHEMA_VERSION,
  type Lock,
  type LockedContract,
  type LockedNetwork,
  type LockedProxy,
  textOf,
} from "./lock-file.ts";
import type { LockChange, LockVerification } from "./lock-report.ts";
import { lockedNetworkOf, renamedIn } from "./renamed.ts";

/** A network as it is written to the lock. */
export interface NetworkUpdate {
  readonly hardhatNetwork: string;
  readonly entry: LockedNetwork;
  /** `undefined` for a network that the lock did not have. */
  readonly changes: readonly LockChange[] | undefined;
  /** What is new in the entry besides. */
  readonly added: readonly Addition[];
}

/** A part of an entry that no change names, since there was nothing to compare it with. */
export interface Addition {
  readonly name: string;
  /** Not there where the lock had none, or has none now. */
  readonly before: string | undefined;
  readonly now: string | undefined;
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
      locked !== undefined &&
      comparison?.verdict === "holds" &&
      !hasWholeLists(network, locked) &&
      !hasNewAnchors(network, locked);
    const entry = isKept
      ? locked
      : lockedNetwork(network, block.number, locked);
    const { changes } = comparison ?? {};
    const added =
      locked && changes ? additions(network, locked, entry, changes) : [];
    for (const [before, now] of renamedIn(network, lock)) {
      added.push({ name: "contract", before, now });
    }
    return [{ hardhatNetwork, entry, changes, added }];
  });
}

/** Whether a list is complete now that is not in the lock. */
function hasWholeLists(
  { facts = [] }: NetworkVerification,
  locked: LockedNetwork,
): boolean {
  return facts.some(
    ({ id, items }) =>
      items !== undefined &&
      !isIncomplete(items) &&
      isIncomplete(ownValue(locked.policy, id)),
  );
}

/** Whether the endpoint serves a block that the lock has not, or not any more. */
function hasNewAnchors(
  { anchors }: NetworkVerification,
  locked: LockedNetwork,
): boolean {
  const { genesisHash, block, settled } = anchors ?? {};
  return Boolean(
    (locked.genesisHash === null && genesisHash) ||
      (locked.blockHash === null && block) ||
      (block === null && settled),
  );
}

/** What a new entry has, and the locked one lacks or has otherwise without a change. */
function additions(
  { facts = [] }: NetworkVerification,
  locked: LockedNetwork,
  entry: LockedNetwork,
  changes: readonly LockChange[],
): Addition[] {
  // Where a list was not whole, a change does not name what may have been there before.
  const told = new Set(
    changes
      .filter(({ fact = "" }) => !isIncomplete(ownValue(locked.policy, fact)))
      .map(
        ({ fact, contract, field }) =>
          fact ?? given(contract, field !== "proxy" && field).join(" "),
      ),
  );
  // Of a contract that is gone, nothing is in the entry.
  const ids = Object.keys(entry.contracts);
  const [was, is] = [partsOf(locked, ids), partsOf(entry, ids)];
  const added: Addition[] = [];
  for (const id of new Set([...is.keys(), ...was.keys()])) {
    const [before, now] = [was.get(id), is.get(id)];
    // The settled block moves on, and an address loses its values with its power.
    const isExpected =
      before !== undefined &&
      (id === "blockHash" || (now === undefined && DYNAMIC_FACT.test(id)));
    if (!isExpected && !told.has(id) && !isSameText(before, now)) {
      const name = facts.find((fact) => fact.id === id)?.label ?? id;
      added.push({ name, before, now });
    }
  }
  return added;
}

/** The values of an entry by id, and what these contracts run, each as a text. */
function partsOf(
  { genesisHash, blockHash, contracts, policy }: LockedNetwork,
  ids: readonly string[],
) {
  const hashes = Object.entries({ genesisHash, blockHash });
  const parts = new Map(hashes.map(([id, hash]) => [id, hash ?? undefined]));
  for (const id of ids) {
    const { codeHash, proxy } = ownValue(contracts, id) ?? {};
    parts.set(`${id} codeHash`, codeHash);
    parts.set(id, differingParts(proxy, undefined));
  }
  for (const [id, value] of Object.entries(policy)) {
    parts.set(id, textOf(value));
  }
  return parts;
}

/** The lock with updated networks; those that were not verified are kept. */
export function updateLock(
  { networks }: Lock,
  updates: readonly NetworkUpdate[],
): Lock {
  const updated = Object.fromEntries(
    updates.map(({ hardhatNetwork, entry }) => [hardhatNetwork, entry]),
  );
  return {
    schemaVersion: LOCK_SCHEMA_VERSION,
    networks: { ...networks, ...updated },
  };
}

/** Which hashes of the chain cannot be locked, or not be compared before, and why. */
export function chainObstacles(
  { anchors }: NetworkVerification,
  locked: LockedNetwork | undefined,
): LockVerification["unread"] {
  if (anchors === undefined) {
    return [];
  }
  const { genesisHash, settled, reason = "it was not read" } = anchors;
  const height = locked?.blockHash ? locked.block : undefined;
  // One that is not served any more is replaced.
  const block = height && anchors.block === null ? settled : anchors.block;
  // Of a chain that was created again, the locked block may not be there yet.
  const isOther =
    genesisHash &&
    settled &&
    locked?.genesisHash &&
    genesisHash !== locked.genesisHash;
  const unread =
    height === undefined || anchors.block === null
      ? { contract: "a settled block", reason }
      : { contract: `block ${height}`, reason: `${reason}. ${NO_BLOCK}` };
  return given(
    genesisHash === undefined && { contract: "the genesis block", reason },
    block === undefined && !isOther && unread,
  );
}

const NO_BLOCK = `If the chain was created again, remove the network from ${LOCK_FILE}, and run --write-lock again`;

/** Which contracts cannot be locked, and why. */
export function lockObstacles({
  contracts,
}: Pick<NetworkVerification, "contracts">): LockVerification["unread"] {
  return contracts.flatMap((one) => {
    const reason = obstacleOf(one);
    return given(reason && { contract: contractId(one), reason });
  });
}

function obstacleOf({
  verdict,
  codeHash,
  proxy,
  proxyNotReadable,
}: ContractVerification): string | undefined {
  if (verdict !== "present") {
    return undefined;
  }
  if (codeHash === undefined) {
    return NO_CODE_HASH;
  }
  if (proxyNotReadable !== undefined) {
    return describeUnknownProxy(proxyNotReadable, "not readable");
  }
  if (proxy !== undefined && hashesOf(proxy).includes(undefined)) {
    return "the node does not report the code hash of its implementation";
  }
  return undefined;
}

/**
 * A network as the lock has it that was read at a block. The hash of a first block that
 * is not served any more stays, so that another chain is known if it is.
 */
export function lockedNetwork(
  { network, chainId, contracts, facts = [], anchors }: NetworkVerification,
  block: string,
  locked?: LockedNetwork,
): LockedNetwork {
  const settled = anchors?.settled ?? anchors?.block;
  const { genesisHash } = anchors ?? {};
  return {
    alphaNetwork: network,
    chainId,
    genesisHash:
      genesisHash === null ? (locked?.genesisHash ?? null) : genesisHash,
    block: settled?.number ?? block,
    blockHash: settled === null ? null : settled?.hash,
    contracts: Object.fromEntries(contracts.flatMap(lockedContract)),
    policy: Object.fromEntries(facts.flatMap(policyValue)),
  };
}

function policyValue({
  id,
  class: kind,
  actual,
  items,
  hidden,
}: FactVerification): [string, LockedValue][] {
  const value = items ?? actual;
  return kind === "policy" && value !== undefined && hidden === undefined
    ? [[id, value]]
    : [];
}

function lockedContract(
  contract: ContractVerification,
): [string, LockedContract][] {
  const { verdict, address, codeHash, proxy, identity } = contract;
  if (
    verdict !== "present" ||
    address === undefined ||
    codeHash === undefined
  ) {
    return [];
  }
  const accepted = identity?.basis === "lock" || undefined;
  const locked = { address, codeHash, accepted, proxy: lockedProxy(proxy) };
  return [[contractId(contract), locked]];
}

function lockedProxy(
  proxy: ProxyVerification | undefined,
): LockedProxy | undefined {
  if (proxy === undefined) {
    return undefined;
  }
  const { verdict: _verdict, reason: _reason, ...locked } = proxy;
  return locked;
}
