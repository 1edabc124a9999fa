import { ownValue } from "../../base/records.ts";
import {
  type ContractVerification,
  contractId,
  describeUnknownProxy,
  type FactVerification,
  type LockChange,
  type LockVerification,
  type NetworkFindings,
} from "../report.ts";
import type { LockedValue } from "../wiring/facts.ts";
import { isNotReadable } from "../wiring/values.ts";
import { isSameProxy, isSameText, proxyText } from "./compare-proxy.ts";
import {
  type LockedContract,
  type LockedNetwork,
  textOf,
} from "./lock-file.ts";

/** Why a contract that is there has no code hash. */
export const NO_CODE_HASH = "the node does not report its code hash";

/** What differs from the lock, or could not be compared. */
type Difference = LockChange | LockVerification["unread"][number];

/**
 * A network as it is verified now compared with what was locked. What could not be
 * read counts neither as changed nor as unchanged.
 */
export function compareWithLock(
  network: NetworkFindings,
  locked: LockedNetwork,
): LockVerification {
  const { facts = [], doubt } = network;
  const chain = compareChain(network, locked);
  const all = [
    ...changeOf("alphaNetwork", locked.alphaNetwork, network.network),
    ...changeOf("chainId", `${locked.chainId}`, `${network.chainId}`),
    ...chain,
    // On a chain that was created again, everything else differs for that reason.
    ...(chain.some(isChange)
      ? []
      : [
          ...compareContracts(network, locked),
          ...comparePolicy(network, locked),
        ].map((one) => (doubt === undefined ? one : doubted(one, doubt)))),
  ];
  const changes = all.filter(isChange);
  const unread = all.flatMap((one) => (isChange(one) ? [] : [one]));
  const unpinned = facts.flatMap(({ id, class: kind, actual }) =>
    kind === "policy" &&
    ownValue(locked.policy, id) === undefined &&
    !isNotReadable({ actual })
      ? [id]
      : [],
  );
  return {
    verdict:
      changes.length > 0 ? "changed" : unread.length > 0 ? "unknown" : "holds",
    block: locked.block,
    changes,
    unread,
    unpinned: unpinned.length === 0 ? undefined : unpinned,
  };
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

/** A field that both have in some spelling, or neither. */
function changeOf(
  field: LockChange["field"],
  locked: string | undefined,
  actual: string | undefined,
): readonly LockChange[] {
  return isSameText(locked, actual) ? [] : [{ field, locked, actual }];
}

/**
 * Whether it is the chain that was locked: one that was created again has another
 * genesis block, or another block at a height that had settled. A hash that was not
 * read is unknown.
 */
function compareChain(
  { anchors }: NetworkFindings,
  locked: LockedNetwork,
): readonly Difference[] {
  if (anchors === undefined) {
    return [];
  }
  const { genesisHash, block, reason = "it was not read" } = anchors;
  const hashes = [
    ["genesisHash", "genesis block", genesisHash],
    ["blockHash", `block ${locked.block}`, block?.hash],
  ] as const;
  const found = hashes.flatMap(([field, contract, actual]): Difference[] =>
    locked[field] !== undefined && actual === undefined
      ? [{ contract, reason }]
      : [...changeOf(field, locked[field] ?? actual, actual)],
  );
  // One of them proves it.
  const [first] = found.filter(isChange);
  return found.filter((one) => one === first || !isChange(one));
}

function compareContracts(
  { contracts }: NetworkFindings,
  locked: LockedNetwork,
): readonly Difference[] {
  const found = new Map(contracts.map((one) => [contractId(one), one]));
  const ids = new Set([...Object.keys(locked.contracts), ...found.keys()]);
  return [...ids]
    .sort()
    .flatMap((id) =>
      compareContract(ownValue(locked.contracts, id), found.get(id)).map(
        (one): Difference =>
          typeof one === "string"
            ? { contract: id, reason: one }
            : { contract: id, ...one },
      ),
    );
}

/** What changed, and why the rest could not be compared. */
function compareContract(
  locked: LockedContract | undefined,
  contract: ContractVerification | undefined,
): readonly (LockChange | string)[] {
  if (contract === undefined || contract.verdict === "unset") {
    return changeOf("contract", locked?.address, undefined);
  }
  const { verdict, address = "unset", reason = verdict } = contract;
  if (locked === undefined) {
    const added = verdict === "skipped" ? undefined : address;
    return changeOf("contract", undefined, added);
  }
  const moved = changeOf("address", locked.address, address);
  switch (verdict) {
    case "skipped":
    case "unknown":
      return [...moved, reason];
    case "absent":
    case "delegated":
      return [...moved, ...changeOf("codeHash", locked.codeHash, undefined)];
    case "present":
      return [...moved, ...compareCode(locked, contract)];
  }
}

function compareCode(
  locked: LockedContract,
  { codeHash, proxy, proxyUnknown }: ContractVerification,
): readonly (LockChange | string)[] {
  const ofCode =
    codeHash === undefined
      ? [NO_CODE_HASH]
      : changeOf("codeHash", locked.codeHash, codeHash);
  if (proxyUnknown !== undefined) {
    return [...ofCode, describeUnknownProxy(proxyUnknown)];
  }
  if (proxy?.verdict === "unknown") {
    // Only a part of what it runs was read.
    return [...ofCode, describeUnknownProxy(proxy.reason ?? "it was not read")];
  }
  switch (isSameProxy(locked.proxy, proxy)) {
    case true:
      return ofCode;
    case false:
      return [
        ...ofCode,
        ...changeOf("proxy", proxyText(locked.proxy), proxyText(proxy)),
      ];
    case undefined:
      return [
        ...ofCode,
        "the code hash of its implementation could not be read",
      ];
  }
}

/** The policy facts of a network, which only level `wiring` has. */
function comparePolicy(
  { facts }: NetworkFindings,
  { policy }: LockedNetwork,
): readonly Difference[] {
  if (facts === undefined) {
    return [];
  }
  const found = new Map(
    facts.flatMap((fact) =>
      fact.class === "policy" ? [[fact.id, fact] as const] : [],
    ),
  );
  return [...new Set([...found.keys(), ...Object.keys(policy)])].flatMap(
    (id) => {
      const locked = ownValue(policy, id);
      return locked === undefined ? [] : compareFact(id, locked, found.get(id));
    },
  );
}

function compareFact(
  id: string,
  locked: LockedValue,
  fact: FactVerification | undefined,
): readonly Difference[] {
  const { label, actual, items, reason = "it was not read" } = fact ?? {};
  const now = items ?? actual;
  if (fact !== undefined && isNotReadable(fact)) {
    return [];
  }
  if (fact !== undefined && (now === undefined || isSameValue(locked, fact))) {
    return fact.verdict === "unknown" ? [{ contract: id, reason }] : [];
  }
  const isList = typeof locked !== "string" && items !== undefined;
  return [
    {
      fact: id,
      label,
      field: "policy",
      locked: textOf(locked),
      actual: now && textOf(now),
      added: isList ? items.filter((one) => !locked.includes(one)) : undefined,
      removed: isList
        ? locked.filter((one) => !items.includes(one))
        : undefined,
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
  const text = (value: LockedValue | undefined) => JSON.stringify(value);
  return isSameText(text(locked), text(items ?? actual));
}
