import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { describeUnknownProxy } from "../presence/describe-proxy.ts";
import {
  type ContractVerification,
  contractId,
  type NetworkFindings,
} from "../report.ts";
import {
  type ChangePower,
  CODE_POWER,
  NO_POWER,
  powerOfProxy,
} from "./change-power.ts";
import { differingParts, isSameProxy } from "./compare-proxy.ts";
import type { LockedContract, LockedNetwork } from "./lock-file.ts";
import { NO_CODE_HASH } from "./lock-obstacles.ts";
import type { LockChange, LockVerification } from "./lock-report.ts";

/** What differs from the lock, or could not be compared. */
export type Difference = LockChange | LockVerification["unread"][number];

/** A field that both have in some spelling, or neither. */
export function changeOf(
  field: LockChange["field"],
  locked: string | undefined,
  actual: string | undefined,
  power = NO_POWER,
): readonly LockChange[] {
  return isSameText(locked, actual)
    ? []
    : [{ field, locked, actual, ...power }];
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
      compareContract(
        ownValue(locked.contracts, id),
        found.get(id),
        network,
      ).map(
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
  network: NetworkFindings,
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
      return [
        ...moved,
        ...changeOf("codeHash", locked.codeHash, undefined, CODE_POWER),
      ];
    case "present": {
      // Of another contract, the code is another one anyway.
      const isMoved = moved.length > 0;
      const power = isMoved ? NO_POWER : CODE_POWER;
      const proxyPower = isMoved
        ? NO_POWER
        : powerOfProxy(locked.proxy, contract.proxy, network);
      return [
        ...moved,
        ...(contract.codeHash === undefined
          ? [NO_CODE_HASH]
          : changeOf("codeHash", locked.codeHash, contract.codeHash, power)),
        ...compareProxy(locked, contract, proxyPower),
      ];
    }
  }
}

function compareProxy(
  { proxy: locked }: LockedContract,
  { proxy, proxyUnknown, proxyNotReadable }: ContractVerification,
  power: ChangePower,
): readonly (LockChange | string)[] {
  // If it is unknown, only a part of what it runs was read.
  const unknown =
    proxyUnknown ??
    (proxy?.verdict === "unknown"
      ? (proxy.reason ?? "it was not read")
      : undefined);
  if (unknown !== undefined) {
    return [describeUnknownProxy(unknown)];
  }
  const isSame = isSameProxy(locked, proxy);
  if (isSame === undefined) {
    return ["the code hash of its implementation could not be read"];
  }
  if (!isSame && proxyNotReadable !== undefined) {
    return [describeUnknownProxy(proxyNotReadable, "not readable")];
  }
  const [was, is] = [
    differingParts(locked, proxy),
    differingParts(proxy, locked),
  ];
  return isSame ? [] : changeOf("proxy", was, is, power);
}
