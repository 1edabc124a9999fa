import { ownValue } from "../../base/records.ts";
import type {
  ContractVerification,
  LockChange,
  LockVerification,
  NetworkVerification,
  ProxyVerification,
} from "../report.ts";
import { contractId, describeUnknownProxy } from "../report.ts";
import { compareChain } from "./compare-chain.ts";
import { comparePolicy } from "./compare-policy.ts";
import { type Comparison, changeOf, isSameText } from "./lock-changes.ts";
import type {
  LockedContract,
  LockedNetwork,
  LockedProxy,
} from "./lock-file.ts";

/** Why a contract that is there has no code hash. */
export const NO_CODE_HASH = "the node does not report its code hash";

/**
 * A network as it is verified now against what was locked. What could not be
 * read is never taken for changed, nor for unchanged.
 */
export function compareWithLock(
  network: NetworkVerification,
  locked: LockedNetwork,
): Omit<LockVerification, "reason"> {
  const { doubt } = network;
  const chain = compareChain(network, locked);
  // Nothing else tells more of a chain that was created again.
  const isOther = chain.changes.length > 0;
  const policy = comparePolicy(network, locked);
  const contracts = compareContracts(network, locked);
  const found: Comparison = {
    changes: isOther ? [] : [...contracts.changes, ...policy.changes],
    unread: isOther ? [] : [...contracts.unread, ...policy.unread],
  };
  const changes = [
    ...changeOf("alphaNetwork", locked.alphaNetwork, network.network),
    ...changeOf("chainId", `${locked.chainId}`, `${network.chainId}`),
    ...chain.changes,
    ...found.changes.filter((one) => doubt === undefined || isConfigured(one)),
  ];
  const unread = [
    ...chain.unread,
    ...found.unread,
    ...found.changes
      .filter((one) => doubt !== undefined && !isConfigured(one))
      .map(({ contract, fact = "" }) => ({
        contract: contract ?? fact,
        reason: `it differs from the lock, which proves nothing: ${doubt}`,
      })),
  ];
  return {
    verdict:
      changes.length > 0 ? "changed" : unread.length > 0 ? "unknown" : "holds",
    block: locked.block,
    changes,
    unread,
    ...(policy.unpinned.length === 0 ? {} : { unpinned: policy.unpinned }),
  };
}

/** Whether it is of the configuration, which no node tells. */
function isConfigured({ field }: LockChange): boolean {
  return field === "contract" || field === "address";
}

function compareContracts(
  network: NetworkVerification,
  locked: LockedNetwork,
): Comparison {
  const found = new Map(
    network.contracts.map((contract) => [contractId(contract), contract]),
  );
  const ids = new Set([...Object.keys(locked.contracts), ...found.keys()]);
  const all = [...ids].sort().map((id) => {
    const { changes, unread = [] } = compareContract(
      ownValue(locked.contracts, id),
      found.get(id),
    );
    return {
      changes: changes.map((change) => ({ contract: id, ...change })),
      unread:
        unread.length === 0
          ? []
          : [{ contract: id, reason: unread.join("; ") }],
    };
  });
  return {
    changes: all.flatMap(({ changes }) => changes),
    unread: all.flatMap(({ unread }) => unread),
  };
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
    return locked === undefined
      ? { changes: [] }
      : { changes: [{ field: "contract", locked: locked.address }] };
  }
  const { verdict, address = "unset", reason = verdict } = contract;
  if (locked === undefined) {
    return verdict === "skipped"
      ? { changes: [] }
      : { changes: [{ field: "contract", actual: address }] };
  }
  const moved = changeOf("address", locked.address, address);
  switch (verdict) {
    case "skipped":
    case "unknown":
      return { changes: moved, unread: [reason] };
    case "absent":
    case "delegated":
      return {
        changes: [...moved, { field: "codeHash", locked: locked.codeHash }],
      };
    case "present":
      return compareCode(locked, contract, moved);
  }
}

function compareCode(
  locked: LockedContract,
  { codeHash, proxy, proxyUnknown }: ContractVerification,
  moved: readonly LockChange[],
): ComparedContract {
  const isSame =
    proxyUnknown !== undefined || isSameProxy(locked.proxy, proxy) !== false;
  return {
    changes: [
      ...moved,
      ...(codeHash === undefined
        ? []
        : changeOf("codeHash", locked.codeHash, codeHash)),
      ...(isSame
        ? []
        : changeOf("proxy", proxyText(locked.proxy), proxyText(proxy))),
    ],
    unread: [
      ...(codeHash === undefined ? [NO_CODE_HASH] : []),
      ...(proxyUnknown === undefined
        ? []
        : [describeUnknownProxy(proxyUnknown)]),
      ...(isSameProxy(locked.proxy, proxy) === undefined
        ? ["the code hash of its implementation could not be read"]
        : []),
    ],
  };
}

/**
 * Whether a proxy is as it was locked, in what the lock holds of it; `undefined`
 * where some of that was not read, and the rest is the same.
 */
export function isSameProxy(
  locked: LockedProxy | undefined,
  proxy: ProxyVerification | undefined,
): boolean | undefined {
  if (locked === undefined || proxy === undefined) {
    return locked === proxy;
  }
  if (!isSameText(proxyAddress(locked), proxyAddress(proxy))) {
    return false;
  }
  if (locked.implementationCodeHash === undefined) {
    // Version 1 has nothing more.
    return true;
  }
  const isSame =
    isSameText(locked.beacon, proxy.beacon) &&
    isSameText(locked.admin, proxy.admin) &&
    locked.further?.length === proxy.further?.length &&
    (locked.further ?? []).every((one, index) =>
      isSameText(proxyAddress(one), proxyAddress(proxy.further?.[index])),
    );
  const hashes = [
    [locked.implementationCodeHash, proxy.implementationCodeHash],
    ...(locked.further ?? []).map((one, index) => [
      one.implementationCodeHash,
      proxy.further?.[index]?.implementationCodeHash,
    ]),
  ];
  if (
    !isSame ||
    hashes.some(
      ([was, is]) =>
        was !== undefined && is !== undefined && !isSameText(was, is),
    )
  ) {
    return false;
  }
  return hashes.some(([was, is]) => was !== undefined && is === undefined)
    ? undefined
    : true;
}

function proxyAddress(
  hop: Pick<LockedProxy, "kind" | "implementation"> | undefined,
): string | undefined {
  return hop && `${hop.kind} to ${hop.implementation}`;
}

function proxyText(
  proxy: LockedProxy | ProxyVerification | undefined,
): string | undefined {
  if (proxy === undefined) {
    return undefined;
  }
  const { implementationCodeHash, beacon, admin, further = [] } = proxy;
  return [
    [proxy, ...further].map(proxyAddress).join(", "),
    ...(implementationCodeHash === undefined
      ? []
      : [`code hash ${implementationCodeHash}`]),
    ...(beacon === undefined ? [] : [`beacon ${beacon}`]),
    ...(admin === undefined ? [] : [`admin ${admin}`]),
  ].join(", ");
}
