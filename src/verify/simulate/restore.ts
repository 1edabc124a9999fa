import { encodeFunctionData, parseUnits } from "viem/utils";
import type { Decoded } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { SETTERS } from "../../contracts/setters.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import type { LockedNetwork } from "../lock/lock-file.ts";
import type { FactVerification, NetworkVerification } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import {
  type LockedValue,
  type WiringFact,
  wiringFacts,
} from "../wiring/facts.ts";
import { addressIn } from "../wiring/policy-facts.ts";
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
    const holder = holderOf(fact, facts);
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
      const now = fact.items?.length ?? 0;
      if (isList && now > listOf(policy[id]).length) {
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
): Decoded<Pick<RestoringCall, "from" | "holder" | "isSafe">> {
  const named = power?.fact ?? `${prefixOf(id)}.owner`;
  const fact = facts.find((one) => one.id === named);
  const { actual: holder = "", expected: was = holder, verdict } = fact ?? {};
  const from = addressIn(holder);
  if (from === undefined || verdict === "unknown" || power?.reason) {
    return { ok: false, reason: power?.reason ?? "its holder is unknown" };
  }
  const isSafe = holder.includes(`(${SAFE.words} `);
  return isSameText(addressIn(was), from)
    ? { ok: true, value: { from, holder, isSafe } }
    : { ok: false, reason: `only ${holder} can set it back now` };
}

/** Each function of the value that brings it closer to what it was. */
function callsOf(
  source: WiringFact,
  { expected, items, actual = "" }: FactVerification,
  policy: LockedNetwork["policy"],
): readonly Call[] {
  const { id, setters = [] } = source;
  const isKnown = source.class === "structural" && expected === "true";
  const was = isKnown ? [String(source.source.args[0])] : listOf(policy[id]);
  const is = isKnown ? [] : (items ?? []);
  const each = (name: string, some: LockedValue, all: readonly string[]) =>
    all
      .filter((one) => !some.includes(one))
      .map((one): Call => [name, [addressIn(one)]]);
  const places = (name: string, word: RegExp) =>
    is.flatMap((item, place): Call[] =>
      item !== was[place] && word.test(item)
        ? [[name, [BigInt(place + 1)]]]
        : [],
    );
  const callsBy = (name: string): readonly Call[] => {
    const effect = SETTERS[name];
    switch (effect) {
      case "adds":
        return each(name, is, was);
      case "removes":
        return each(name, was, is);
      case "enables":
        return places(name, /, not active$/);
      case "disables":
        return places(name, /, active$/);
      case "sets": {
        const [before, now] = [argumentOf(expected), argumentOf(actual)];
        return before === now ? [] : [[name, [before]]];
      }
      default: {
        const together = typeof effect === "object" ? [effect.sets] : [];
        return together.map((all) => [
          name,
          all.map((one) => argumentOf(policy[`${prefixOf(id)}.${one}`])),
        ]);
      }
    }
  };
  return setters
    .flatMap(callsBy)
    .filter(([, args]) => !args.includes(undefined));
}

function prefixOf(id: string): string {
  return id.slice(0, id.lastIndexOf("."));
}

function listOf(value: LockedValue = []): readonly string[] {
  return typeof value === "string" ? [] : value;
}

/** A value in words as it is on chain; `undefined` if it is not known how that is. */
function argumentOf(value: LockedValue | undefined): unknown {
  const text = String(value);
  const [, share] = /^([\d.]+) %$/.exec(text) ?? [];
  return share !== undefined
    ? parseUnits(share, 16)
    : (addressIn(text) ?? (/^\d+$/.test(text) ? BigInt(text) : undefined));
}
