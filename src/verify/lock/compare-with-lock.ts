import { SEVERITIES } from "../../base/problems.ts";
import { ownValue } from "../../base/records.ts";
import {
  type ContractVerification,
  contractId,
  type NetworkFindings,
} from "../report.ts";
import { addressInId } from "../wiring/policy-facts.ts";
import {
  changeOf,
  compareContracts,
  type Difference,
} from "./compare-contracts.ts";
import { comparePolicy } from "./compare-policy.ts";
import { hashesOf, isSameProxy } from "./compare-proxy.ts";
import type { LockedNetwork } from "./lock-file.ts";
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
  const { unpinned, newer } = missingFrom(locked, network);
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
    newer: newer.length === 0 ? undefined : newer,
  };
}

function byGravity(one: LockChange, other: LockChange): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}

/**
 * Values missing from the lock: those that the version which wrote it has read, and those
 * of a later catalogue.
 */
function missingFrom(
  locked: LockedNetwork,
  { endpoint, facts = [], contracts: found }: NetworkFindings,
): { readonly unpinned: readonly string[]; readonly newer: readonly string[] } {
  const { contracts, policy, catalogue, ...entry } = locked;
  const text = JSON.stringify([contracts, policy]).toLowerCase();
  const isLive = endpoint !== null && endpoint !== "in-process";
  const fields = isLive
    ? (["genesisHash", "block", "blockHash"] as const)
    : (["block"] as const);
  // Values of an address that the lock does not know, and of other code, are not missing.
  const changed = new Set(
    found.filter((one) => isOtherOwnCode(one, locked)).map(contractId),
  );
  const unlocked = facts.filter(
    ({ id, class: kind, verdict, contract = "" }) =>
      kind === "policy" &&
      verdict !== "unknown" &&
      ownValue(policy, id) === undefined &&
      text.includes((addressInId(id) ?? "").toLowerCase()) &&
      !changed.has(contract),
  );
  const { true: known = [], false: newer = [] } = Object.groupBy(
    unlocked,
    ({ since = 1 }) => `${since <= catalogue}` as const,
  );
  const unpinned = [
    ...fields.filter((field) => entry[field] === undefined),
    ...Object.entries(contracts).flatMap(([id, { proxy }]) =>
      proxy !== undefined && hashesOf(proxy).includes(undefined)
        ? [`${id}.proxy.implementationCodeHash`]
        : [],
    ),
    ...(known.length > 0 && Object.keys(policy).length === 0
      ? ["policy"]
      : known.map(({ id }) => id)),
  ];
  return { unpinned, newer: newer.map(({ id }) => id) };
}

/** Whether one of the project's own contracts has other code than the locked one. */
function isOtherOwnCode(
  contract: ContractVerification,
  { contracts }: LockedNetwork,
): boolean {
  const locked = ownValue(contracts, contractId(contract));
  return (
    contract.kind === "own" &&
    locked !== undefined &&
    (locked.codeHash !== contract.codeHash ||
      isSameProxy(locked.proxy, contract.proxy) === false)
  );
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
