import { SEVERITIES } from "../../base/problems.ts";
import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { hopsOf } from "../presence/describe-proxy.ts";
import type { FactVerification, NetworkFindings } from "../report.ts";
import type { LockedValue } from "../wiring/facts.ts";
import { DYNAMIC_FACT } from "../wiring/policy-facts.ts";
import { compareItems, dependencyText, lacksHash } from "../wiring/values.ts";
import { NO_POWER, powerOfFact } from "./change-power.ts";
import {
  changeOf,
  compareContracts,
  type Difference,
} from "./compare-contracts.ts";
import { hashesOf } from "./compare-proxy.ts";
import { type LockedNetwork, textOf } from "./lock-file.ts";
import type { LockChange, LockVerification } from "./lock-report.ts";

/**
 * A network as it is verified now compared with what was locked. What could not be
 * read counts neither as changed nor as unchanged.
 */
export function compareWithLock(
  network: NetworkFindings,
  locked: LockedNetwork,
): LockVerification {
  const { doubt } = network;
  const all = [
    ...changeOf("alphaNetwork", locked.alphaNetwork, network.network),
    ...changeOf("chainId", `${locked.chainId}`, `${network.chainId}`),
    ...compareChain(network, locked),
    ...[
      ...compareContracts(network, locked),
      ...comparePolicy(network, locked),
    ].map((one) => (doubt === undefined ? one : doubted(one, doubt))),
  ];
  const changes = all.filter(isChange).toSorted(byGravity);
  const unread = all.flatMap((one) => (isChange(one) ? [] : [one]));
  const unpinned = unpinnedOf(network, locked);
  return {
    verdict:
      changes.length > 0
        ? "changed"
        : unread.length > 0
          ? "unknown"
          : unpinned.length > 0
            ? "incomplete"
            : "holds",
    block: locked.block,
    changes,
    unread,
    unpinned: unpinned.length === 0 ? undefined : unpinned,
  };
}

function byGravity(one: LockChange, other: LockChange): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}

/** What a lock lacks that is always written. */
function unpinnedOf(
  { endpoint, facts = [] }: NetworkFindings,
  { contracts, policy, ...entry }: LockedNetwork,
): readonly string[] {
  const text = JSON.stringify([contracts, policy]).toLowerCase();
  const isLive = endpoint !== null && endpoint !== "in-process";
  const fields = isLive
    ? (["genesisHash", "block", "blockHash"] as const)
    : (["block"] as const);
  const values = facts.filter(
    (fact) => fact.class === "policy" && fact.verdict !== "unknown",
  );
  const unlocked = values.filter(
    (fact) =>
      ownValue(policy, fact.id) === undefined &&
      fact.hidden === undefined &&
      isLockable(fact.id, text),
  );
  return [
    ...fields.filter((field) => entry[field] === undefined),
    ...Object.entries(contracts).flatMap(([id, { proxy }]) =>
      proxy !== undefined && hashesOf(proxy).includes(undefined)
        ? [`${id}.proxy.implementationCodeHash`]
        : [],
    ),
    ...(unlocked.length > 0 && Object.keys(policy).length === 0
      ? ["policy"]
      : unlocked.map(({ id }) => id)),
  ];
}

/** What follows from a change, such as the owners of another Safe, is not in the lock. */
function isLockable(id: string, locked: string): boolean {
  const [, address = ""] = DYNAMIC_FACT.exec(id) ?? [];
  return locked.includes(address.toLowerCase());
}

function isChange(one: Difference): one is LockChange {
  return "field" in one;
}

/** Only the configuration's changes are proven, whatever a node says. */
function doubted(one: Difference, doubt: string): Difference {
  return !isChange(one) || one.field === "contract" || one.field === "address"
    ? one
    : {
        contract: one.contract ?? one.fact ?? one.field,
        reason: `it differs from the lock, which proves nothing: ${doubt}`,
      };
}

/**
 * Whether it is the chain that was locked: one that was created again has another
 * genesis block, or another block at a height that had settled. A hash that was not
 * read is unknown, and one that the endpoint does not serve is not compared.
 */
function compareChain(
  { anchors }: NetworkFindings,
  locked: LockedNetwork,
): readonly Difference[] {
  if (anchors === undefined) {
    return [];
  }
  const { genesisHash, block, reason = "it was not read" } = anchors;
  // Another block has another hash.
  const hash = block?.number === locked.block ? block?.hash : undefined;
  const hashes = [
    ["genesisHash", "genesis block", genesisHash],
    ...(locked.block === undefined
      ? []
      : [["blockHash", `block ${locked.block}`, block && hash] as const]),
  ] as const;
  const found = hashes.flatMap(([field, contract, actual]): Difference[] => {
    const was = locked[field];
    if (!was || actual === null) {
      return [];
    }
    return actual === undefined
      ? [{ contract, reason }]
      : [...changeOf(field, was, actual)];
  });
  // One of them proves it.
  const [first] = found.filter(isChange);
  return found.filter((one) => one === first || !isChange(one));
}

/** The policy facts of a network, which only level `wiring` has. */
function comparePolicy(
  network: NetworkFindings,
  entry: LockedNetwork,
): readonly Difference[] {
  const { facts } = network;
  const { policy } = entry;
  if (facts === undefined) {
    return [];
  }
  const found = new Map(
    facts.flatMap((fact) =>
      fact.class === "policy"
        ? [[fact.id, withoutImplementations(fact, entry)] as const]
        : [],
    ),
  );
  return [...new Set([...found.keys(), ...Object.keys(policy)])].flatMap(
    (id) => {
      const locked = ownValue(policy, id);
      const fact = found.get(id);
      // Of an address that has no power any more, the fact that named it tells.
      return locked === undefined ||
        (fact === undefined && DYNAMIC_FACT.test(id))
        ? []
        : compareFact(id, locked, fact).map((one) =>
            isChange(one)
              ? { ...one, ...powerOfFact(id, network, entry) }
              : one,
          );
    },
  );
}

/**
 * Where storage is hidden, what a proxy runs is found among its dependencies, and is
 * none that is new.
 */
function withoutImplementations(
  fact: FactVerification,
  { contracts }: LockedNetwork,
): FactVerification {
  const { id, contract = "", items } = fact;
  if (items === undefined || !id.endsWith(".dependencies")) {
    return fact;
  }
  const runs = hopsOf(ownValue(contracts, contract)?.proxy).map((hop) =>
    dependencyText(hop.implementation, hop.implementationCodeHash),
  );
  return {
    ...fact,
    items: items.filter((one) => !runs.some((known) => isSameText(one, known))),
  };
}

function compareFact(
  id: string,
  locked: LockedValue,
  fact: FactVerification | undefined,
): readonly Difference[] {
  const { label, actual, items, reason = "it was not read" } = fact ?? {};
  const now = items ?? actual;
  if (fact?.hidden !== undefined) {
    return [];
  }
  if (fact !== undefined && (now === undefined || isSameValue(locked, fact))) {
    return fact.verdict === "unknown" ? [{ contract: id, reason }] : [];
  }
  const list =
    typeof locked !== "string" && items !== undefined
      ? compareItems(locked, items)
      : undefined;
  if (list !== undefined && list.added.length + list.removed.length === 0) {
    const why = `the lock has no complete list, in which there may have been ${list.unclear.join(", ")}. If that is right, write it with --write-lock`;
    return list.unclear.length === 0 ? [] : [{ contract: id, reason: why }];
  }
  if (actual !== undefined && lacksHash(locked, actual)) {
    const why = `the lock has this text without its hash, so that it may have been another one: ${actual}. If that is right, write it with --write-lock`;
    return [{ contract: id, reason: why }];
  }
  return [
    {
      ...NO_POWER,
      fact: id,
      label,
      field: "policy",
      locked: textOf(locked),
      actual: now && textOf(now),
      added: list?.added,
      removed: list?.removed,
    },
  ];
}

/** Of a holder that could not be followed, the address alone may prove another one. */
function isSameValue(
  locked: LockedValue,
  { actual, items, verdict }: FactVerification,
): boolean {
  if (verdict === "unknown") {
    return isSameText(textOf(locked).split(" ")[0], actual);
  }
  // Addresses and hashes have several spellings, and names do not.
  const text = (value: LockedValue | undefined) =>
    JSON.stringify(value)?.replace(/0x[\da-f]{40,}/gi, (hex) =>
      hex.toLowerCase(),
    );
  return text(locked) === text(items ?? actual);
}
