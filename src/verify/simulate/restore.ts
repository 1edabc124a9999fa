import { encodeFunctionData } from "viem/utils";
import { type Address, addressOf, isAddress } from "../../base/address.ts";
import { type Decoded, ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { SETTERS } from "../../contracts/setters.ts";
import type { LockedNetwork } from "../lock/lock-file.ts";
import { addressIn, readingOfFact } from "../lock/locked-values.ts";
import type { FactVerification, NetworkVerification } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import { addressesOf, readingOf } from "../values/codec.ts";
import { compare, sameness } from "../values/compare.ts";
import type { Reading, Value } from "../values/value.ts";
import { type WiringFact, wiringFacts } from "../wiring/facts.ts";
import { abisAt, callText } from "./describe-call.ts";
import type { Transaction } from "./report.ts";

/** A call that sets a value back, and who can make it. */
export interface RestoringCall extends Transaction {
  readonly call: string;
  /** `0x… (account)`. */
  readonly holder: string;
  readonly isSafe: boolean;
  /** The facts that it sets back. */
  readonly restores: readonly string[];
}

/** How to undo what has changed since the lock file was written. */
export interface Restoration {
  readonly calls: readonly RestoringCall[];
  /** What no transaction of the holders can undo, and why. */
  readonly others: readonly { readonly id: string; readonly reason: string }[];
}

type Call = readonly [functionName: string, args: readonly unknown[]];

/** The calls that set back what differs from the lock, or from the registry. */
export async function restorationOf(
  { facts = [], lock }: NetworkVerification,
  { policy }: LockedNetwork,
  targets: readonly VerificationTarget[],
): Promise<Restoration> {
  const sources = new Map(wiringFacts(targets).map((one) => [one.id, one]));
  const calls = new Map<string, RestoringCall>();
  const others = (lock?.changes ?? [])
    .filter(({ fact }) => fact === undefined)
    .map(({ contract, field }) => ({
      id: contract ?? field,
      reason: NO_FUNCTION,
    }));
  for (const fact of facts) {
    const { id, verdict } = fact;
    if (verdict !== "changed" && verdict !== "broken") {
      continue;
    }
    const source = sources.get(id);
    const needed = source === undefined ? [] : callsOf(source, fact, policy);
    const holder = holderOf(fact, facts, policy);
    if (needed.length === 0 || source === undefined) {
      others.push({ id, reason: NO_FUNCTION });
    } else if (!holder.ok) {
      others.push({ id, reason: holder.reason });
    } else {
      const to = source.of;
      const abis = await abisAt(to, targets);
      const abi = abis.flatMap((one) => one.abi);
      for (const [functionName, args] of needed) {
        const data = encodeFunctionData({ abi, functionName, args });
        const key = `${to} ${data}`;
        calls.set(key, {
          ...holder.value,
          to,
          data,
          value: "0",
          call: `${abis[0]?.name}.${callText(functionName, args)}`,
          restores: [...(calls.get(key)?.restores ?? []), id],
        });
      }
      const isList = source.class === "policy" && source.form === "items";
      const [was, is] = [lockedValue(policy, id), readingOfFact(fact)];
      if (isList && itemsOf(is).length > itemsOf(was).length) {
        others.push({ id, reason: "a template can be disabled, not removed" });
      }
    }
  }
  return { calls: [...calls.values()], others };
}

const NO_FUNCTION = "no transaction sets it back";

/** Who can set a value back, or why nobody of the lock can. */
function holderOf(
  { id, power }: FactVerification,
  facts: readonly FactVerification[],
  policy: LockedNetwork["policy"],
): Decoded<Pick<RestoringCall, "from" | "holder" | "isSafe">> {
  const named = power?.fact ?? `${prefixOf(id)}.owner`;
  const fact = facts.find((one) => one.id === named);
  const from = fact && addressIn(readingOfFact(fact));
  if (from === undefined || power?.reason) {
    return { ok: false, reason: power?.reason ?? "its holder is unknown" };
  }
  const holder = fact?.actual ?? from;
  const was = addressIn(lockedValue(policy, named)) ?? from;
  const is = facts.find((one) => one.id === `${from}.is`);
  const party = is && readingOfFact(is);
  const isSafe =
    party?.kind === "read" &&
    party.value.kind === "record" &&
    Object.hasOwn(party.value.fields, "safe");
  return isSameText(was, from)
    ? { ok: true, value: { from, holder, isSafe } }
    : { ok: false, reason: `only ${holder} can set it back now` };
}

/** Each function of the value that brings it closer to what it was. */
function callsOf(
  source: WiringFact,
  fact: FactVerification,
  policy: LockedNetwork["policy"],
): readonly Call[] {
  const { id, setters = [] } = source;
  const { expected, actual } = fact;
  const isStructural = source.class === "structural";
  const [was, is] = [lockedValue(policy, id), readingOfFact(fact)];
  const known =
    isStructural && expected === "true" ? [source.source.args[0]] : undefined;
  const [before, now] = [
    known?.filter(isAddress) ?? addressesIn(was),
    known === undefined ? addressesIn(is) : [],
  ];
  const each = (
    name: string,
    all: readonly Address[],
    others: readonly Address[],
  ) =>
    all
      .filter((one) => !others.some((other) => isSameText(one, other)))
      .map((one): Call => [name, [one]]);
  const callsBy = (name: string): readonly Call[] => {
    const effect = SETTERS[name];
    switch (effect) {
      case "adds":
        return each(name, before, now);
      case "removes":
        return each(name, now, before);
      case "enables":
      case "disables":
        return placesOf(was, is, effect === "disables").map(
          (place): Call => [name, [BigInt(place + 1)]],
        );
      case "sets": {
        const [first, last] = isStructural
          ? [addressOf(expected), addressOf(actual)]
          : [argumentOf(was), argumentOf(is)];
        return first === last ? [] : [[name, [first]]];
      }
      default: {
        const together = typeof effect === "object" ? [effect.sets] : [];
        return together.map((all) => [
          name,
          all.map((one) =>
            argumentOf(lockedValue(policy, `${prefixOf(id)}.${one}`)),
          ),
        ]);
      }
    }
  };
  return setters
    .flatMap(callsBy)
    .filter(([, args]) => !args.includes(undefined));
}

/** The places at which another item is now, and is active, or is not. */
function placesOf(
  was: Reading,
  is: Reading,
  isActive: boolean,
): readonly number[] {
  const before = itemsOf(was);
  return itemsOf(is).flatMap((item, place) => {
    const active = item.kind === "record" ? item.fields["active"] : undefined;
    const other = before[place];
    const isSame =
      other !== undefined &&
      sameness(
        compare({ kind: "read", value: other }, { kind: "read", value: item }),
      ) === "same";
    return !isSame && active?.kind === "flag" && active.value === isActive
      ? [place]
      : [];
  });
}

function prefixOf(id: string): string {
  return id.slice(0, id.lastIndexOf("."));
}

function lockedValue(policy: LockedNetwork["policy"], id: string): Reading {
  return readingOf(ownValue(policy, id) ?? null);
}

function itemsOf(reading: Reading): readonly Value[] {
  return reading.kind === "read" && reading.value.kind === "sequence"
    ? reading.value.items
    : [];
}

function addressesIn(reading: Reading): readonly Address[] {
  return reading.kind === "read" ? addressesOf(reading.value) : [];
}

/** A value as an argument of its setter; `undefined` if it is none. */
function argumentOf(reading: Reading): unknown {
  const value = reading.kind === "read" ? reading.value : undefined;
  return value?.kind === "address" || value?.kind === "number"
    ? value.value
    : undefined;
}
