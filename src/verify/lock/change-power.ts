import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { contractId, type NetworkFindings } from "../report.ts";
import { addressIn } from "../wiring/policy-facts.ts";
import type { LockedNetwork, LockedProxy } from "./lock-file.ts";
import type { LockChange } from "./lock-report.ts";

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
  { facts = [], contracts }: NetworkFindings,
  { policy, contracts: lockedContracts }: LockedNetwork,
): ChangePower {
  const found = facts.find((fact) => fact.id === id);
  const { contract = "" } = found ?? {};
  const asked = contracts.find((one) => contractId(one) === contract)?.address;
  const wasAsked = ownValue(lockedContracts, contract)?.address;
  const { severity = "control", power } = found ?? {};
  if (wasAsked !== undefined && !isSameText(wasAsked, asked)) {
    // It is another contract's value, and nobody has changed it.
    return { severity };
  }
  const before = policy[id];
  const address = typeof before === "string" ? addressIn(before) : undefined;
  if (address && isSameText(address, addressIn(found?.actual ?? ""))) {
    return {
      severity,
      unknownPower: "the address is the same, and what is behind it is not",
    };
  }
  const { words, fact = "", reason: unknownPower } = power ?? {};
  const locked = ownValue(policy, fact);
  const was = typeof locked === "string" ? describeHolder(locked) : undefined;
  // An owner that was replaced could not have replaced itself.
  const holder = facts.find((one) => one.id === fact && one !== found);
  const { actual, verdict, reason } = holder ?? {};
  const isUnknown = verdict === "unknown";
  const is = actual === undefined || isUnknown ? was : describeHolder(actual);
  return {
    severity,
    power: words,
    holder:
      was === undefined || is === undefined || isSameText(was, is)
        ? is
        : `${was}, then ${is}`,
    unknownPower: isUnknown ? reason : unknownPower,
  };
}

/** Who could have changed what a proxy runs. */
export function powerOfProxy(
  locked: LockedProxy | undefined,
  proxy: LockedProxy | undefined,
  { facts = [] }: NetworkFindings,
): ChangePower {
  if (locked?.kind !== proxy?.kind || locked === undefined) {
    return CODE_POWER;
  }
  const { kind, admin, beacon, implementation } = locked;
  if (admin !== undefined) {
    const known = facts.find(({ actual }) =>
      isSameText(actual?.split(" ")[0], admin),
    )?.actual;
    const holder = describeHolder(known ?? admin);
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

/** `account at 0x…` of a holder that is locked as `0x… (account)`. */
function describeHolder(value: string): string {
  return value.replace(/^(0x[\da-f]{40}) \((.+)\)$/i, "$2 at $1");
}

/** Who could have made a change, as the end of a line; empty where nobody is named. */
export function describePower(change: ChangePower): string {
  const { power, holder, unknownPower } = change;
  const unknown = unknownPower === undefined ? [] : [unknownPower];
  if (power === undefined) {
    return unknown.map((why) => `; who changed it is unknown: ${why}`).join("");
  }
  const who = holder === undefined ? power : `${power}: ${holder}`;
  return [
    `, changed by ${who}`,
    ...unknown.map((why) => `; who holds this power now is unknown: ${why}`),
  ].join("");
}
