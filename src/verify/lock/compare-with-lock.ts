import type {
  ContractVerification,
  LockChange,
  LockVerification,
  NetworkVerification,
} from "../report.ts";
import { contractId, describeUnknownProxy } from "../report.ts";
import type { LockedContract, LockedNetwork } from "./lock-file.ts";

/** Why a contract that is there has no code hash. */
export const NO_CODE_HASH = "the node does not tell its code hash";

interface Comparison {
  readonly changes: readonly LockChange[];
  /** Why the rest could not be compared. */
  readonly unread?: string;
}

/**
 * A network as it is verified now against what was locked. What could not be
 * read is never taken for changed, nor for unchanged.
 */
export function compareWithLock(
  network: NetworkVerification,
  locked: LockedNetwork,
): Omit<LockVerification, "reason"> {
  const found = new Map(
    network.contracts.map((contract) => [contractId(contract), contract]),
  );
  const ids = new Set([...Object.keys(locked.contracts), ...found.keys()]);
  const changes: LockChange[] = [
    ...changeOf("alphaNetwork", locked.alphaNetwork, network.network),
    ...changeOf("chainId", `${locked.chainId}`, `${network.chainId}`),
  ];
  const unread: { contract: string; reason: string }[] = [];
  for (const id of [...ids].sort()) {
    const comparison = compareContract(
      Object.hasOwn(locked.contracts, id) ? locked.contracts[id] : undefined,
      found.get(id),
    );
    changes.push(
      ...comparison.changes.map((change) => ({ contract: id, ...change })),
    );
    if (comparison.unread !== undefined) {
      unread.push({ contract: id, reason: comparison.unread });
    }
  }
  return {
    verdict:
      changes.length > 0 ? "changed" : unread.length > 0 ? "unknown" : "holds",
    block: locked.block,
    changes,
    unread,
  };
}

function compareContract(
  locked: LockedContract | undefined,
  contract: ContractVerification | undefined,
): Comparison {
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
      return { changes: moved, unread: reason };
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
): Comparison {
  const changes = [
    ...moved,
    ...(codeHash === undefined
      ? []
      : changeOf("codeHash", locked.codeHash, codeHash)),
    ...(proxyUnknown === undefined
      ? changeOf("proxy", proxyText(locked.proxy), proxyText(proxy))
      : []),
  ];
  const unread = [
    ...(codeHash === undefined ? [NO_CODE_HASH] : []),
    ...(proxyUnknown === undefined ? [] : [describeUnknownProxy(proxyUnknown)]),
  ];
  return unread.length === 0
    ? { changes }
    : { changes, unread: unread.join("; ") };
}

function changeOf(
  field: LockChange["field"],
  locked: string | undefined,
  actual: string | undefined,
): readonly LockChange[] {
  return locked?.toLowerCase() === actual?.toLowerCase()
    ? []
    : [
        {
          field,
          ...(locked === undefined ? {} : { locked }),
          ...(actual === undefined ? {} : { actual }),
        },
      ];
}

function proxyText(
  proxy: { readonly kind: string; readonly implementation: string } | undefined,
): string | undefined {
  return proxy === undefined
    ? undefined
    : `${proxy.kind} to ${proxy.implementation}`;
}
