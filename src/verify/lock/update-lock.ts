import { isDeepStrictEqual } from "node:util";
import type { Address } from "../../base/address.ts";
import { CATALOGUE } from "../../contracts/catalogue.ts";
import type {
  ContractVerification,
  FactVerification,
  JudgedNetwork,
  JudgedReport,
  ProxyVerification,
} from "../found.ts";
import {
  type Lock,
  type LockedContract,
  type LockedNetwork,
  type LockedProxy,
  printLock,
} from "../lock-file/lock-file.ts";
import { readingsOf } from "../lock-file/locked-values.ts";
import type { LockChange } from "../lock-report.ts";
import type { Json } from "../values/codec.ts";
import { addressInId, contractId } from "../values/path.ts";
import { canonicalReading } from "../values/value.ts";
import { type Addition, additions } from "./additions.ts";
import { compareWithLock } from "./compare-with-lock.ts";
import { lockedNetworkOf, renamedIn } from "./renamed.ts";

/** A network as it is written to the lock. */
export interface NetworkUpdate {
  readonly hardhatNetwork: string;
  readonly network: JudgedNetwork;
  /** The locked entry. */
  readonly locked: LockedNetwork | undefined;
  readonly entry: LockedNetwork;
  /** `undefined` for a network that the lock did not have. */
  readonly changes: readonly LockChange[] | undefined;
  /** The further additions of the entry. */
  readonly added: readonly Addition[];
}

/**
 * The entries of a report's networks in the lock, if it is ok and lockable. One
 * that did not change keeps its entry and its block, so that writing again
 * changes nothing.
 *
 * @param former networks of a file of the former format, of which everything is new
 */
export function networkUpdates(
  lock: Lock,
  report: JudgedReport,
  former: readonly string[] = [],
): readonly NetworkUpdate[] {
  return report.networks.flatMap((network): NetworkUpdate[] => {
    const { hardhatNetwork, block } = network;
    if (hardhatNetwork === null || block === undefined) {
      return [];
    }
    const locked = lockedNetworkOf(network, lock);
    const comparison =
      locked === undefined ? undefined : compareWithLock(network, locked);
    const now = lockedNetwork(network, block.number, locked);
    const isKept =
      locked !== undefined &&
      comparison?.changes.length === 0 &&
      isSameEntry(locked, now) &&
      !hasNewAnchors(network, locked);
    const entry = isKept ? locked : now;
    const { changes } = comparison ?? {};
    const shown = former.includes(hardhatNetwork) ? NOTHING_LOCKED : undefined;
    const before = locked ?? (shown && { ...now, ...shown });
    const added = before ? additions(before, entry, changes ?? []) : [];
    for (const [name, text] of renamedIn(network, lock)) {
      added.push({ id: "contract", before: { text: name }, now: { text } });
    }
    return [{ hardhatNetwork, network, locked, entry, changes, added }];
  });
}

const NOTHING_LOCKED = {
  genesisHash: undefined,
  blockHash: undefined,
  contracts: {},
  policy: {},
};

/**
 * Tells whether an entry says the same as the locked one, however it is
 * spelled.
 */
function isSameEntry(locked: LockedNetwork, entry: LockedNetwork): boolean {
  const [was, is] = [locked, entry].map(({ policy, ...network }) => {
    const values = Object.entries(readingsOf(policy)).map(
      ([id, reading]) => `${id} ${canonicalReading(reading)}`,
    );
    const text = printLock({
      networks: { "": { ...network, ...NO_BLOCK, policy: {}, controls: {} } },
    });
    // Nothing but addresses has another spelling.
    return [text.toLowerCase(), ...values.sort()];
  });
  return isDeepStrictEqual(was, is);
}

const NO_BLOCK = { block: undefined, blockHash: undefined };

/**
 * Tells whether the endpoint serves a block that the lock has not, or not any
 * more.
 */
function hasNewAnchors(
  { anchors }: JudgedNetwork,
  locked: LockedNetwork,
): boolean {
  const { genesisHash, block, settled } = anchors ?? {};
  return Boolean(
    (locked.genesisHash === null && genesisHash) ||
      (locked.blockHash === null && block) ||
      (block === null && settled),
  );
}

/** The lock with updated networks; those that were not verified are kept. */
export function updateLock(
  { networks }: Lock,
  updates: readonly NetworkUpdate[],
): Lock {
  const updated = Object.fromEntries(
    updates.map(({ hardhatNetwork, entry }) => [hardhatNetwork, entry]),
  );
  return { networks: { ...networks, ...updated } };
}

/**
 * The entry for a network read at `block`. Keeps a locked genesis hash that the endpoint
 * no longer serves.
 */
export function lockedNetwork(
  {
    network,
    chainId,
    contracts,
    facts = [],
    anchors,
    notLookedAt = [],
    acceptedGaps,
  }: JudgedNetwork,
  block: string,
  locked?: LockedNetwork,
): LockedNetwork {
  const settled = anchors?.settled ?? anchors?.block;
  const { genesisHash } = anchors ?? {};
  return {
    alphaNetwork: network,
    chainId,
    catalogue: CATALOGUE,
    genesisHash:
      genesisHash === null ? (locked?.genesisHash ?? null) : genesisHash,
    block: settled?.number ?? block,
    blockHash: settled === null ? null : settled?.hash,
    contracts: Object.fromEntries(contracts.flatMap(lockedContract)),
    policy: Object.fromEntries(facts.flatMap(policyValue)),
    controls: Object.fromEntries(facts.flatMap(controlOf)),
    inUse: idsIn(facts, ({ id, isInUse }) =>
      Boolean(isInUse === true || locked?.inUse?.includes(id)),
    ),
    acceptedGaps: idsIn(notLookedAt, ({ id }) => acceptedGaps?.includes(id)),
  };
}

/** The ids of some findings; `undefined` if there are none. */
function idsIn<T extends { readonly id?: string | undefined }>(
  all: readonly T[],
  isWanted: (one: T & { readonly id: string }) => boolean | undefined,
): readonly string[] | undefined {
  const ids = all.flatMap((one) => {
    const { id } = one;
    if (id !== undefined && isWanted({ ...one, id })) {
      return [id];
    }
    return [];
  });
  return ids.length === 0 ? undefined : [...new Set(ids)];
}

function policyValue({
  id,
  class: kind,
  value,
}: FactVerification): [string, Json][] {
  if (kind === "policy" && value !== undefined) {
    return [[id, value]];
  }
  return [];
}

/** The thing that an address behind a power controls: `Router owner`. */
function controlOf({ id, controls }: FactVerification): [Address, string][] {
  const address = addressInId(id);
  if (address === undefined || controls === undefined) {
    return [];
  }
  return [[address, controls]];
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
