import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import {
  type ContractVerification,
  type NetworkFindings,
  proxyReason,
} from "../found.ts";
import type { LockedContract, LockedNetwork } from "../lock-file/lock-file.ts";
import type { LockChange, OpenValue, Uncompared } from "../lock-report.ts";
import { contractId } from "../values/path.ts";
import { isSameProxy } from "../values/proxy.ts";
import { type Reason, told } from "../values/reason.ts";

/** A change, or a value that could not be compared as a whole. */
export type Difference = LockChange | Uncompared | OpenValue;

/** Code and addresses are of the highest severity. */
const severity = "control";

/** A member of the network's entry that is not the same, however it is spelled. */
export function changeOf(
  field: Exclude<LockChange["field"], "policy" | "proxy">,
  before: string | undefined,
  now: string | undefined,
): readonly LockChange[] {
  if (isSameText(before, now)) {
    return [];
  }
  return [{ field, before, now, severity }];
}

/** The contracts of a network, and what they run. */
export function compareContracts(
  network: NetworkFindings,
  locked: LockedNetwork,
): readonly Difference[] {
  const found = new Map(network.contracts.map((one) => [contractId(one), one]));
  const ids = new Set([...Object.keys(locked.contracts), ...found.keys()]);
  return [...ids]
    .sort()
    .flatMap((id) =>
      compareContract(ownValue(locked.contracts, id), found.get(id)).map(
        (one): Difference =>
          "code" in one ? { id, reason: one } : { contract: id, ...one },
      ),
    );
}

/** Compares a contract with the lock. */
function compareContract(
  locked: LockedContract | undefined,
  contract: ContractVerification | undefined,
): readonly (LockChange | Reason)[] {
  if (contract === undefined || contract.verdict === "unset") {
    return changeOf("contract", locked?.address, undefined);
  }
  const { verdict, address = "unset", reason = told(verdict) } = contract;
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
      return [
        ...moved,
        ...(contract.codeHash === undefined
          ? [{ code: "no-code-hash" } as const]
          : changeOf("codeHash", locked.codeHash, contract.codeHash)),
        ...compareProxy(locked, contract),
      ];
  }
}

function compareProxy(
  { proxy: before }: LockedContract,
  { proxy: now, proxyUnread }: ContractVerification,
): readonly (LockChange | Reason)[] {
  // If it is unknown, only a part of what it runs was read.
  if (proxyUnread?.kind === "unread" || now?.verdict === "unknown") {
    const reason = proxyUnread?.reason ?? now?.reason ?? { code: "not-read" };
    return [proxyReason({ kind: "unread", reason })];
  }
  const isSame = isSameProxy(before, now);
  if (isSame === undefined) {
    return [{ code: "implementation-unread" }];
  }
  if (isSame) {
    return [];
  }
  if (proxyUnread !== undefined) {
    return [proxyReason(proxyUnread)];
  }
  return [{ field: "proxy", before, now, severity }];
}
