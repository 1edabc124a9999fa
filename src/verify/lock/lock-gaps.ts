import { given, ownValue } from "../../base/records.ts";
import { isExpectedAny } from "../../config/expectations.ts";
import {
  type ContractVerification,
  type FactVerification,
  type NetworkFindings,
  proxyReason,
} from "../found.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import type { Uncompared } from "../lock-report.ts";
import type { ChainAnchors } from "../report.ts";
import { readingOf } from "../values/codec.ts";
import {
  addressInId,
  contractId,
  countFound,
  isOfferedId,
} from "../values/path.ts";
import { hashesOf, hopsOf, isSameProxy } from "../values/proxy.ts";
import { because, type Reason, told } from "../values/reason.ts";
import { addressesOf, valueIn } from "../values/value.ts";

/** Which hashes of the chain cannot be locked, or not be compared before, and why. */
export function chainObstacles(
  { anchors }: NetworkFindings,
  locked: LockedNetwork | undefined,
): readonly Uncompared[] {
  if (anchors === undefined) {
    return [];
  }
  const { genesisHash, settled } = anchors;
  const reason = whyNoAnchor(anchors);
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
      ? { id: "a settled block", reason }
      : {
          id: `block ${height}`,
          reason: because("locked-block-unread", reason),
        };
  return given(
    genesisHash === undefined && { id: "the genesis block", reason },
    block === undefined && !isOther && unread,
  );
}

/** The reason why a hash of the chain is not there. */
export function whyNoAnchor({ reason }: ChainAnchors): Reason {
  return reason === undefined ? { code: "not-read" } : told(reason);
}

/** Which contracts cannot be locked, and why. */
export function lockObstacles({
  contracts,
}: Pick<NetworkFindings, "contracts">): readonly Uncompared[] {
  return contracts.flatMap((one) => {
    const reason = obstacleOf(one);
    return given(reason && { id: contractId(one), reason });
  });
}

function obstacleOf(contract: ContractVerification): Reason | undefined {
  const { proxy, proxyUnread } = contract;
  if (contract.verdict !== "present") {
    return undefined;
  }
  if (contract.codeHash === undefined) {
    return { code: "no-code-hash" };
  }
  if (proxyUnread?.kind === "hidden") {
    return proxyReason(proxyUnread);
  }
  if (proxy !== undefined && hashesOf(proxy).includes(undefined)) {
    return { code: "no-implementation-hash" };
  }
  return undefined;
}

/**
 * Values missing from the lock: those that the version which wrote it has read, and those
 * of a later catalogue.
 */
export function missingFrom(
  locked: LockedNetwork,
  { endpoint, facts = [], contracts: found, expect }: NetworkFindings,
): { readonly unpinned: readonly string[]; readonly newer: readonly string[] } {
  const { contracts, policy, catalogue } = locked;
  const known = addressesIn(locked);
  const isLive = endpoint !== null && endpoint !== "in-process";
  const unpinned: string[] = [];
  for (const field of ["genesisHash", "block", "blockHash"] as const) {
    if (locked[field] === undefined && (isLive || field === "block")) {
      unpinned.push(field);
    }
  }
  for (const [id, { proxy }] of Object.entries(contracts)) {
    if (proxy !== undefined && hashesOf(proxy).includes(undefined)) {
      unpinned.push(`${id}.proxy.implementationCodeHash`);
    }
  }
  // The same code is not analysed again, so that nothing else would notice it.
  if (countFound(policy) < (locked.found ?? 0)) {
    unpinned.push("a value that the analysis found");
  }
  // Values of an address that the lock does not know, and of other code, are not missing.
  const changed = new Set(
    found.filter((one) => isOtherOwnCode(one, locked)).map(contractId),
  );
  const isUnlocked = (fact: FactVerification) => {
    const { id, contract = "", since = 1 } = fact;
    const address = addressInId(id);
    return (
      fact.class === "policy" &&
      // Nothing shows what other code would have offered.
      (since > catalogue || !isOfferedId(id)) &&
      fact.verdict !== "unknown" &&
      !isExpectedAny(expect, id) &&
      ownValue(policy, id) === undefined &&
      (address === undefined || known.has(address.toLowerCase())) &&
      !changed.has(contract)
    );
  };
  const missing: string[] = [];
  const newer: string[] = [];
  for (const { id, since = 1 } of facts.filter(isUnlocked)) {
    (since <= catalogue ? missing : newer).push(id);
  }
  const isAll = missing.length > 0 && Object.keys(policy).length === 0;
  unpinned.push(...(isAll ? ["policy"] : missing));
  return { unpinned, newer };
}

/** The addresses that the lock names, in lower case. */
function addressesIn(locked: LockedNetwork): ReadonlySet<string> {
  const all: string[] = [];
  for (const { address, proxy } of Object.values(locked.contracts)) {
    const hops = hopsOf(proxy).map(({ implementation }) => implementation);
    all.push(...given(address, proxy?.beacon, proxy?.admin), ...hops);
  }
  for (const [id, json] of Object.entries(locked.policy)) {
    const named = addressesOf(valueIn(readingOf(json)));
    all.push(...given(addressInId(id)), ...named);
  }
  return new Set(all.map((one) => one.toLowerCase()));
}

/**
 * Tells whether one of the project's own contracts has other code than the
 * locked one.
 */
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
