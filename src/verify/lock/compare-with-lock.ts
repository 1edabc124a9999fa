import { ownValue } from "../../base/records.ts";
import type { LockedValue } from "../control/control-questions.ts";
import {
  type ContractVerification,
  contractId,
  describeUnknownProxy,
  type FactVerification,
  type LockChange,
  type LockVerification,
  type NetworkFindings,
} from "../report.ts";
import { isSameProxy, isSameText, proxyText } from "./compare-proxy.ts";
import {
  type LockedContract,
  type LockedNetwork,
  textOf,
} from "./lock-file.ts";

/** Why a contract that is there has no code hash. */
export const NO_CODE_HASH = "the node does not report its code hash";

/** What differs from the lock, and what could not be compared. */
type Comparison = Pick<LockVerification, "changes" | "unread">;

/**
 * A network as it is verified now compared with what was locked. What could not be
 * read counts neither as changed nor as unchanged.
 */
export function compareWithLock(
  network: NetworkFindings,
  locked: LockedNetwork,
): LockVerification {
  const { facts, doubt } = network;
  const chain = compareChain(network, locked);
  // On a chain that was created again, all else differs for that reason.
  const found =
    chain.changes.length > 0
      ? NO_DIFFERENCE
      : joined([
          ...compareContracts(network, locked),
          ...(facts === undefined ? [] : comparePolicy(facts, locked)),
        ]);
  const isProven = (change: LockChange) =>
    doubt === undefined || isConfigured(change);
  const changes = [
    ...changeOf("alphaNetwork", locked.alphaNetwork, network.network),
    ...changeOf("chainId", `${locked.chainId}`, `${network.chainId}`),
    ...chain.changes,
    ...found.changes.filter(isProven),
  ];
  const unread = [
    ...chain.unread,
    ...found.unread,
    ...found.changes
      .filter((change) => !isProven(change))
      .map(({ contract, fact = "" }) => ({
        contract: contract ?? fact,
        reason: `it differs from the lock, which proves nothing: ${doubt}`,
      })),
  ];
  const unpinned = (facts ?? []).flatMap(({ id, class: kind }) =>
    kind === "policy" && ownValue(locked.policy, id) === undefined ? [id] : [],
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

const NO_DIFFERENCE: Comparison = { changes: [], unread: [] };

function joined(parts: readonly Comparison[]): Comparison {
  return {
    changes: parts.flatMap(({ changes }) => changes),
    unread: parts.flatMap(({ unread }) => unread),
  };
}

/** Whether it is of the configuration, which no node reports. */
function isConfigured({ field }: LockChange): boolean {
  return field === "contract" || field === "address";
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
): Comparison {
  if (anchors === undefined) {
    return NO_DIFFERENCE;
  }
  const { genesisHash, block, reason = "it was not read" } = anchors;
  const hashes = [
    ["genesisHash", "genesis block", genesisHash],
    ["blockHash", `block ${locked.block}`, block?.hash],
  ] as const;
  const { changes, unread } = joined(
    hashes.map(([field, contract, actual]) => {
      const was = locked[field];
      return was === undefined
        ? NO_DIFFERENCE
        : actual === undefined
          ? { changes: [], unread: [{ contract, reason }] }
          : { changes: changeOf(field, was, actual), unread: [] };
    }),
  );
  // One of them proves it.
  return { changes: changes.slice(0, 1), unread };
}

function compareContracts(
  { contracts }: NetworkFindings,
  locked: LockedNetwork,
): readonly Comparison[] {
  const found = new Map(contracts.map((one) => [contractId(one), one]));
  const ids = new Set([...Object.keys(locked.contracts), ...found.keys()]);
  return [...ids].sort().map((id) => {
    const was = ownValue(locked.contracts, id);
    const { changes, unread = [] } = compareContract(was, found.get(id));
    return {
      changes: changes.map((change) => ({ contract: id, ...change })),
      unread:
        unread.length === 0
          ? []
          : [{ contract: id, reason: unread.join("; ") }],
    };
  });
}

interface ComparedContract {
  readonly changes: readonly LockChange[];
  /** Why the rest could not be compared. */
  readonly unread?: readonly string[];
}

function compareContract(
  locked: LockedContract | undefined,
  contract: ContractVerification | undefined,
): ComparedContract {
  if (contract === undefined || contract.verdict === "unset") {
    return { changes: changeOf("contract", locked?.address, undefined) };
  }
  const { verdict, address = "unset", reason = verdict } = contract;
  if (locked === undefined) {
    const added = verdict === "skipped" ? undefined : address;
    return { changes: changeOf("contract", undefined, added) };
  }
  const moved = changeOf("address", locked.address, address);
  switch (verdict) {
    case "skipped":
    case "unknown":
      return { changes: moved, unread: [reason] };
    case "absent":
    case "delegated":
      return {
        changes: [
          ...moved,
          ...changeOf("codeHash", locked.codeHash, undefined),
        ],
      };
    case "present": {
      const { changes, unread = [] } = compareCode(locked, contract);
      return { changes: [...moved, ...changes], unread };
    }
  }
}

function compareCode(
  locked: LockedContract,
  { codeHash, proxy, proxyUnknown }: ContractVerification,
): ComparedContract {
  const isSame =
    proxyUnknown === undefined ? isSameProxy(locked.proxy, proxy) : undefined;
  return {
    changes: [
      ...(codeHash === undefined
        ? []
        : changeOf("codeHash", locked.codeHash, codeHash)),
      ...(isSame === false
        ? changeOf("proxy", proxyText(locked.proxy), proxyText(proxy))
        : []),
    ],
    unread: [
      ...(codeHash === undefined ? [NO_CODE_HASH] : []),
      ...(proxyUnknown !== undefined
        ? [describeUnknownProxy(proxyUnknown)]
        : isSame === undefined
          ? ["the code hash of its implementation could not be read"]
          : []),
    ],
  };
}

/** The policy facts of a network, which only level `wiring` has. */
function comparePolicy(
  facts: readonly FactVerification[],
  { policy }: LockedNetwork,
): readonly Comparison[] {
  const found = new Map(
    facts.flatMap((fact) =>
      fact.class === "policy" ? [[fact.id, fact] as const] : [],
    ),
  );
  const gone = Object.keys(policy).filter((id) => !found.has(id));
  return [...found.keys(), ...gone].map((id) => {
    const locked = ownValue(policy, id);
    return locked === undefined
      ? NO_DIFFERENCE
      : compareFact(id, locked, found.get(id));
  });
}

function compareFact(
  id: string,
  locked: LockedValue,
  fact: FactVerification | undefined,
): Comparison {
  const {
    label,
    actual,
    items,
    verdict,
    reason = "it was not read",
  } = fact ?? {};
  const now = items ?? actual;
  if (fact !== undefined && (now === undefined || isSameValue(locked, fact))) {
    return verdict === "unknown"
      ? { changes: [], unread: [{ contract: id, reason }] }
      : NO_DIFFERENCE;
  }
  const isList = typeof locked !== "string" && items !== undefined;
  const change: LockChange = {
    fact: id,
    label,
    field: "policy",
    locked: textOf(locked),
    actual: now && textOf(now),
    added: isList ? items.filter((one) => !locked.includes(one)) : undefined,
    removed: isList ? locked.filter((one) => !items.includes(one)) : undefined,
  };
  return { changes: [change], unread: [] };
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
