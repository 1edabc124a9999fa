import { isAddress } from "../../base/address.ts";
import { given, ownValue } from "../../base/records.ts";
import { isExpectedAny } from "../../config/expectations.ts";
import { SETTERS } from "../../contracts/setters.ts";
import type { StructuralFact, WiringFact } from "../expect/facts.ts";
import {
  type FactVerification,
  type JudgedNetwork,
  readingOfFact,
} from "../found.ts";
import { presentReadings } from "../lock/power-holders.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import { readingOf } from "../values/codec.ts";
import { compare, type Part, sameness } from "../values/compare.ts";
import { prefixOfId } from "../values/path.ts";
import {
  addressValue,
  canonical,
  flagValue,
  type Item,
  itemIn,
  keyOf,
  numberValue,
  type Reading,
  record,
  type Value,
  valueIn,
} from "../values/value.ts";
import { render, type Words, wordsBy } from "../words/render.ts";

/** A function that brings a value closer to what it was. */
export interface Step {
  readonly functionName: string;
  readonly args: readonly Argument[];
}

interface Argument {
  /** The fact of which it is a value. */
  readonly id: string;
  /** `undefined` if the lock has none. */
  readonly value: Value | undefined;
}

/**
 * The steps that restore a value, and the reasons why parts of it are not
 * restored.
 */
export interface Steps {
  readonly steps: readonly Step[];
  readonly reasons: readonly string[];
}

const NO_LIST = "the lock has no such list";

/** Each function of the value that brings it closer to what it was. */
export function stepsOf(
  source: WiringFact,
  fact: FactVerification,
  found: JudgedNetwork,
  policy: LockedNetwork["policy"],
): Steps {
  const { id, setters = [] } = source;
  const was: Reading =
    source.class === "structural"
      ? { kind: "read", value: source.expected }
      : lockedValue(policy, id);
  const is = readingOfFact(fact);
  const present = presentReadings(found);
  /** A value that may be any stays what it is. */
  const wantedOf = (one: string) => {
    if (one === id) {
      return was;
    }
    return isExpectedAny(found.expect, one)
      ? present(one)
      : lockedValue(policy, one);
  };
  const steps: Step[] = [];
  const reasons: string[] = [];
  for (const functionName of setters) {
    const addStep = (...args: readonly Argument[]) =>
      steps.push({ functionName, args });
    const effect = SETTERS[functionName];
    switch (effect) {
      case "adds":
      case "removes": {
        const items =
          source.class === "structural"
            ? mentionedBy(source)
            : changedItems(was, is, wordsBy(present));
        for (const value of items[effect]) {
          addStep({ id, value });
        }
        reasons.push(...items.reasons);
        break;
      }
      case "enables":
      case "disables": {
        const places = placesOf(was, is, effect);
        for (const place of places ?? []) {
          addStep({ id, value: numberValue(place + 1) });
        }
        reasons.push(...given(places === undefined && NO_LIST));
        break;
      }
      case "sets":
        if (sameness(compare(was, is)) !== "same") {
          addStep({ id, value: valueIn(was) });
        }
        break;
      default: {
        if (typeof effect !== "object") {
          break;
        }
        const args = effect.sets.map((name) => {
          const one = `${prefixOfId(id)}.${name}`;
          return { id: one, value: valueIn(wantedOf(one)) };
        });
        addStep(...args);
      }
    }
  }
  return { steps, reasons };
}

/** The contract of the registry that another one does not know, which is no list. */
function mentionedBy({ expected, source }: StructuralFact) {
  const adds = source.args.filter(isAddress).map(addressValue);
  const isKnown = expected.kind === "flag" && expected.value;
  return { adds: isKnown ? adds : [], removes: [], reasons: [] };
}

/** The items of a list that are proven to be gone, and those that are proven to be new. */
function changedItems(
  was: Reading,
  is: Reading,
  words: Words,
): Record<"adds" | "removes", readonly Value[]> & Pick<Steps, "reasons"> {
  if (valueIn(was)?.kind !== "set") {
    return { adds: [], removes: [], reasons: [NO_LIST] };
  }
  if (valueIn(is)?.kind !== "set") {
    return { adds: [], removes: [], reasons: [] };
  }
  const { added, removed, unsure } = compare(was, is);
  const itemsIn = (parts: readonly Part[]) =>
    parts.flatMap(({ value }) => itemIn(value) ?? []);
  const itemsBeside = (parts: readonly Part[], others: readonly Part[]) => {
    const keys = new Set(itemsIn(others).map(keyOf));
    return itemsIn(parts).filter((item) => !keys.has(keyOf(item)));
  };
  const open = [...unsure.before, ...unsure.now].map(({ value }) =>
    value === undefined ? "" : render({ kind: "read", value }, words),
  );
  return {
    adds: itemsBeside(removed, added).map(namedBy),
    removes: itemsBeside(added, removed).map(namedBy),
    reasons: given(
      open.length > 0 &&
        `the list is incomplete, so it is not certain whether these changed: ${open.join(", ")}`,
    ),
  };
}

/** The address of a list's item, which its functions take. */
function namedBy(item: Item): Value {
  return (item.kind === "record" ? item.fields["address"] : undefined) ?? item;
}

/**
 * The places of a list at which this undoes a change: an item is switched off that was
 * not there, or was not active, and on only where nothing else of it changed.
 */
function placesOf(
  was: Reading,
  is: Reading,
  effect: "enables" | "disables",
): readonly number[] | undefined {
  const before = itemsOf(was);
  const places: number[] = [];
  for (const [place, item] of (itemsOf(is) ?? []).entries()) {
    const other = before?.[place];
    const wasOn = isActiveIn(other, true);
    const isRemoved = other === undefined || isActiveIn(other, false);
    const isWanted =
      effect === "enables"
        ? wasOn && isSame(other, switchedOn(item))
        : isRemoved || (wasOn && !isSame(other, item));
    if (isActiveIn(item, effect === "disables") && isWanted) {
      places.push(place);
    }
  }
  return before && places;
}

function isActiveIn(item: Value | undefined, isActive: boolean): boolean {
  const active = item?.kind === "record" ? item.fields["active"] : undefined;
  return active?.kind === "flag" && active.value === isActive;
}

function switchedOn(item: Value): Value {
  if (item.kind === "record") {
    return record({ ...item.fields, active: flagValue(true) });
  }
  return item;
}

function isSame(one: Value | undefined, other: Value): boolean {
  return one !== undefined && canonical(one) === canonical(other);
}

/** The locked value of a fact; undefined if it has none. */
export function lockedValue(
  policy: LockedNetwork["policy"],
  id: string,
): Reading {
  return readingOf(ownValue(policy, id) ?? null);
}

/** The items of a list by their places. */
export function itemsOf(reading: Reading): readonly Value[] | undefined {
  const value = valueIn(reading);
  return value?.kind === "sequence" ? value.items : undefined;
}
