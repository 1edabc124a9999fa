import { given, ownValue } from "../../base/records.ts";
import { isExpectedAny } from "../../config/expectations.ts";
import type { ContractVerification, NetworkFindings } from "../found.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import { readingOf } from "../values/codec.ts";
import { hashesOf, isSameProxy } from "../values/compare-proxy.ts";
import { addressInId, contractId, isOfferedId } from "../values/path.ts";
import { hopsOf } from "../values/proxy.ts";
import { addressesOf } from "../values/value.ts";

/**
 * Values missing from the lock: those that the version which wrote it has read, and those
 * of a later catalogue.
 */
export function missingFrom(
  locked: LockedNetwork,
  { endpoint, facts = [], contracts: found, expect }: NetworkFindings,
): { readonly unpinned: readonly string[]; readonly newer: readonly string[] } {
  const { contracts, policy, catalogue, ...entry } = locked;
  const known = addressesIn(locked);
  const isLive = endpoint !== null && endpoint !== "in-process";
  const fields = isLive
    ? (["genesisHash", "block", "blockHash"] as const)
    : (["block"] as const);
  // Values of an address that the lock does not know, and of other code, are not missing.
  const changed = new Set(
    found.filter((one) => isOtherOwnCode(one, locked)).map(contractId),
  );
  const unlocked = facts.filter(
    ({ id, class: kind, verdict, contract = "", since = 1 }) => {
      const address = addressInId(id);
      return (
        kind === "policy" &&
        // Nothing shows what other code would have offered.
        (since > catalogue || !isOfferedId(id)) &&
        verdict !== "unknown" &&
        !isExpectedAny(expect, id) &&
        ownValue(policy, id) === undefined &&
        (address === undefined || known.has(address.toLowerCase())) &&
        !changed.has(contract)
      );
    },
  );
  const { true: missing = [], false: newer = [] } = Object.groupBy(
    unlocked,
    ({ since = 1 }) => `${since <= catalogue}` as const,
  );
  const unpinned = [
    ...fields.filter((field) => entry[field] === undefined),
    ...Object.entries(contracts).flatMap(([id, { proxy }]) => {
      if (proxy !== undefined && hashesOf(proxy).includes(undefined)) {
        return [`${id}.proxy.implementationCodeHash`];
      }
      return [];
    }),
    ...(missing.length > 0 && Object.keys(policy).length === 0
      ? ["policy"]
      : missing.map(({ id }) => id)),
  ];
  return { unpinned, newer: newer.map(({ id }) => id) };
}

/** The addresses that the lock names, in lower case. */
function addressesIn({
  contracts,
  policy,
}: LockedNetwork): ReadonlySet<string> {
  const all = [
    ...Object.values(contracts).flatMap(({ address, proxy }) => [
      ...given(address, proxy?.beacon, proxy?.admin),
      ...hopsOf(proxy).map(({ implementation }) => implementation),
    ]),
    ...Object.entries(policy).flatMap(([id, json]) => {
      const reading = readingOf(json);
      const named = reading.kind === "read" ? addressesOf(reading.value) : [];
      return given(addressInId(id), ...named);
    }),
  ];
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
