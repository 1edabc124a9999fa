import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { contractId, type NetworkFindings } from "../report.ts";
import { readingOf } from "../values/codec.ts";
import { addressValue } from "../values/value.ts";
import type { LockedNetwork, LockedProxy } from "./lock-file.ts";
import type { LockChange } from "./lock-report.ts";
import {
  describeHolder,
  lockedWords,
  presentWords,
  readingOfFact,
} from "./locked-values.ts";

/** How much a change matters, and who could have made it. */
export type ChangePower = Pick<
  LockChange,
  "severity" | "power" | "holder" | "unknownPower"
>;

/** Of what the project configures, or the chain itself. */
export const NO_POWER: ChangePower = { severity: "control" };

/** Of code that is another one at the same address. */
export const CODE_POWER: ChangePower = {
  severity: "control",
  unknownPower:
    "code stays the same at its address, unless it is destroyed and created again, or the chain is another one",
};

/** Who could have changed a policy value. */
export function powerOfFact(
  id: string,
  network: NetworkFindings,
  entry: LockedNetwork,
): ChangePower {
  const { facts = [], contracts } = network;
  const found = facts.find((fact) => fact.id === id);
  const { contract = "" } = found ?? {};
  const asked = contracts.find((one) => contractId(one) === contract)?.address;
  const wasAsked = ownValue(entry.contracts, contract)?.address;
  const { severity = "control", power } = found ?? {};
  if (wasAsked !== undefined && !isSameText(wasAsked, asked)) {
    // It is another contract's value, and nobody has changed it.
    return { severity };
  }
  const { words, fact = "", reason: unknownPower } = power ?? {};
  const locked = ownValue(entry.policy, fact);
  const was =
    locked === undefined
      ? undefined
      : describeHolder(readingOf(locked), lockedWords(entry));
  // An owner that was replaced could not have replaced itself.
  const holder = facts.find((one) => one.id === fact && one !== found);
  const isRead = holder?.value !== undefined;
  const is = isRead
    ? describeHolder(readingOfFact(holder), presentWords(network))
    : was;
  const isUnknown = holder !== undefined && !isRead;
  return {
    severity,
    power: words,
    holder:
      was === undefined || is === undefined || isSameText(was, is)
        ? is
        : `${was}, then ${is}`,
    unknownPower: isUnknown ? holder.reason : unknownPower,
  };
}

/** Who could have changed what a proxy runs. */
export function powerOfProxy(
  locked: LockedProxy | undefined,
  proxy: LockedProxy | undefined,
  network: NetworkFindings,
): ChangePower {
  if (locked?.kind !== proxy?.kind || locked === undefined) {
    return CODE_POWER;
  }
  const { kind, admin, beacon, implementation } = locked;
  if (admin !== undefined) {
    const named = { kind: "read", value: addressValue(admin) } as const;
    const holder = describeHolder(named, presentWords(network));
    return { severity: "control", power: "the proxy's admin", holder };
  }
  const unknownPower: Readonly<Record<typeof kind, string | undefined>> = {
    beacon: `the owner of the beacon ${beacon} was not read`,
    eip1967: `the implementation ${implementation} decides who can upgrade it`,
    eip1167: CODE_POWER.unknownPower,
    eip7511: CODE_POWER.unknownPower,
  };
  return { severity: "control", unknownPower: unknownPower[kind] };
}
