import { isDeepStrictEqual } from "node:util";
import type { Address } from "../../base/address.ts";
import { given, ownValue } from "../../base/records.ts";
import { CATALOGUE } from "../../contracts/followed-values.ts";
import type {
  ContractVerification,
  JudgedNetwork,
  JudgedReport,
} from "../found.ts";
import {
  type Lock,
  type LockedContract,
  type LockedNetwork,
  type LockedProxy,
  printLock,
} from "../lock-file/lock-file.ts";
import type { LockChange } from "../lock-report.ts";
import { type Json, readingOf } from "../values/codec.ts";
import { compare, sameness } from "../values/compare.ts";
import { addressInId, contractId, countFound } from "../values/path.ts";
import { canonicalReading } from "../values/value.ts";
import {
  compareWithLock,
  hasLockedCode,
  isCutOfFollowed,
} from "./compare-with-lock.ts";
import { lockedNetworkOf, renamedIn } from "./renamed.ts";

/** A part of an entry that no change names, since there was nothing to compare it with. */
export interface Addition {
  readonly id: string;
  /** Not there where the lock had none, or has none now. */
  readonly before: Part | undefined;
  readonly now: Part | undefined;
}

/** A hash or a name, what a contract runs, or a value. */
export type Part =
  | { readonly text: string }
  | { readonly proxy: LockedProxy }
  | { readonly value: Json };

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
  const updates: NetworkUpdate[] = [];
  for (const network of report.networks) {
    const { hardhatNetwork, block } = network;
    if (hardhatNetwork === null || block === undefined) {
      continue;
    }
    const locked = lockedNetworkOf(network, lock);
    const { changes } = (locked && compareWithLock(network, locked)) ?? {};
    const now = lockedNetwork(network, block.number, locked);
    const isKept =
      locked !== undefined &&
      changes?.length === 0 &&
      isSameEntry(locked, now) &&
      !hasNewAnchors(network, locked);
    const entry = isKept ? locked : now;
    const isAllNew = !locked && former.includes(hardhatNetwork);
    const before = isAllNew ? { ...now, ...NOTHING_LOCKED } : locked;
    // An address loses its values with its power, if all of them were followed.
    const isCut = network.notLookedAt?.some(isCutOfFollowed) === true;
    const added = before
      ? additions(before, entry, changes ?? []).filter(
          ({ id, now }) => isCut || now !== undefined || !addressInId(id),
        )
      : [];
    for (const [name, text] of renamedIn(network, lock)) {
      added.push({ id: "contract", before: { text: name }, now: { text } });
    }
    updates.push({ hardhatNetwork, network, locked, entry, changes, added });
  }
  return updates;
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
    const values = Object.entries(policy).map(
      ([id, json]) => `${id} ${canonicalReading(readingOf(json))}`,
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
  found: JudgedNetwork,
  block: string,
  locked?: LockedNetwork,
): LockedNetwork {
  const { network, chainId, anchors, facts = [], notLookedAt = [] } = found;
  const { genesisHash } = anchors ?? {};
  const settled = anchors?.settled ?? anchors?.block;
  const contracts: Record<string, LockedContract> = {};
  for (const contract of found.contracts) {
    const { verdict, address, codeHash, identity } = contract;
    if (verdict === "present" && address && codeHash) {
      const accepted = identity?.basis === "lock" || undefined;
      const proxy = lockedProxy(contract);
      contracts[contractId(contract)] = { address, codeHash, accepted, proxy };
    }
  }
  const policy: Record<string, Json> = {};
  const controls: Record<Address, string> = {};
  for (const fact of facts) {
    const { id, value } = fact;
    const address = addressInId(id);
    if (fact.class === "policy" && value !== undefined) {
      policy[id] = value;
    }
    if (address !== undefined && fact.controls !== undefined) {
      controls[address] = fact.controls;
    }
  }
  const inUse = new Set<string>();
  for (const fact of facts) {
    const { id, isInUse } = fact;
    const wasInUse = locked?.inUse?.includes(id);
    const isKept =
      locked !== undefined &&
      (wasInUse || ownValue(locked.policy, id) !== undefined) &&
      hasLockedCode(fact, locked, { contracts, policy });
    if (isKept ? wasInUse : isInUse) {
      inUse.add(id);
    }
  }
  const gaps = new Set(notLookedAt.map(({ id }) => id));
  const accepted = (found.acceptedGaps ?? []).filter(
    (id) => gaps.has(id) || inUse.has(id),
  );
  return {
    alphaNetwork: network,
    chainId,
    catalogue: CATALOGUE,
    genesisHash:
      genesisHash === null ? (locked?.genesisHash ?? null) : genesisHash,
    block: settled?.number ?? block,
    blockHash: settled === null ? null : settled?.hash,
    contracts,
    policy,
    controls,
    found: countFound(policy) || undefined,
    inUse: inUse.size === 0 ? undefined : [...inUse],
    acceptedGaps: accepted.length === 0 ? undefined : accepted,
  };
}

function lockedProxy({ proxy }: ContractVerification): LockedProxy | undefined {
  if (proxy === undefined) {
    return undefined;
  }
  const { verdict: _verdict, reason: _reason, ...locked } = proxy;
  return locked;
}

/**
 * The values that a new entry has, and that the locked one lacks or has
 * otherwise without a change.
 */
function additions(
  locked: LockedNetwork,
  entry: LockedNetwork,
  changes: readonly LockChange[],
): Addition[] {
  // Where a list was not whole, a change does not name what may have been there before.
  const named = new Set<string>();
  for (const { fact, contract, field } of changes) {
    if (fact === undefined) {
      named.add(given(contract, field !== "proxy" && field).join(" "));
    } else if (isWhole(ownValue(locked.policy, fact))) {
      named.add(fact);
    }
  }
  // Of a contract that is gone, nothing is in the entry.
  const ids = Object.keys(entry.contracts);
  const [was, is] = [partsOf(locked, ids), partsOf(entry, ids)];
  const added: Addition[] = [];
  for (const id of new Set([...is.keys(), ...was.keys()])) {
    const [before, now] = [was.get(id), is.get(id)];
    // The settled block moves on.
    const isExpected = before !== undefined && id === "blockHash";
    if (!isExpected && !named.has(id) && !isSamePart(before, now)) {
      added.push({ id, before, now });
    }
  }
  return added;
}

/** The values of an entry by id, and what these contracts run. */
function partsOf(
  { genesisHash, blockHash, contracts, policy }: LockedNetwork,
  ids: readonly string[],
): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const [id, text] of Object.entries({ genesisHash, blockHash })) {
    if (text) {
      parts.set(id, { text });
    }
  }
  for (const id of ids) {
    const { codeHash, proxy } = ownValue(contracts, id) ?? {};
    if (codeHash !== undefined) {
      parts.set(`${id} codeHash`, { text: codeHash });
    }
    if (proxy !== undefined) {
      parts.set(id, { proxy });
    }
  }
  for (const [id, value] of Object.entries(policy)) {
    parts.set(id, { value });
  }
  return parts;
}

function isSamePart(before: Part | undefined, now: Part | undefined): boolean {
  const keyOf = (part: Part | undefined) =>
    part !== undefined && "value" in part
      ? canonicalReading(readingOf(part.value))
      : JSON.stringify(part)?.toLowerCase();
  return keyOf(before) === keyOf(now);
}

/** Tells whether a locked value leaves nothing open, as one that is not there does. */
function isWhole(json: Json | undefined): boolean {
  const reading = readingOf(json ?? null);
  return sameness(compare(reading, reading)) === "same";
}
