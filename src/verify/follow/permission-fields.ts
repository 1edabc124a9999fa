import type { AbiParameter } from "viem";
import { encodeAbiParameters, keccak256 } from "viem/utils";
import { isZeroAddress } from "../../base/address.ts";
import { isZeroHex } from "../../base/hex.ts";
import type { SaidByEvents } from "../../contracts/permission-kinds.ts";
import type { Named, NamedEvent } from "../questions/question.ts";
import { anyValue } from "../values/any-value.ts";
import {
  canonical,
  type Item,
  record,
  type Scalar,
  textValue,
  type Value,
} from "../values/value.ts";

/** Values by the names of parameters. */
export type Fields = Readonly<Record<string, Value>>;

export function fieldsOf(item: Item): Fields {
  return item.kind === "record" ? item.fields : {};
}

/** Values by the names of their parameters, but for those that do not count. */
export function namedAs(
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): Fields {
  const named = parameters.map(
    ({ name = "" }, place) => [name, values[place]] as const,
  );
  return valuesIn(Object.fromEntries(named));
}

/** Parameters that do not count have a name with an underscore. */
function isLeftOut(name: string): boolean {
  return name.at(0) === "_";
}

export function valuesIn(named: Named): Fields {
  const values = Object.entries(named)
    .filter(([name]) => !isLeftOut(name))
    .map(([name, one]) => [name, anyValue(one)] as const);
  return Object.fromEntries(values);
}

export function scalarsIn(
  fields: Fields,
): readonly (readonly [string, Scalar])[] {
  return Object.entries(fields).flatMap(([name, one]) =>
    "value" in one ? [[name, one] as const] : [],
  );
}

/** Mappings are zero where nothing was written. */
export function isNothing({ kind, value }: Scalar): boolean {
  switch (kind) {
    case "address":
      return isZeroAddress(value);
    case "bytes":
      return isZeroHex(value);
    default:
      return !value;
  }
}

/** Fields with a list as fields for each of its items. */
export function spread(fields: Fields): readonly Fields[] {
  for (const [name, list] of Object.entries(fields)) {
    if (list.kind === "sequence") {
      const { [name]: _list, ...others } = fields;
      return list.items.flatMap((item) => {
        const own = item.kind === "record" ? item.fields : { [name]: item };
        return spread({ ...others, ...own });
      });
    }
  }
  return [fields];
}

/**
 * What events said last of each thing that they set, the latest first; `undefined` if that
 * is nothing.
 */
export function saidBy(
  events: readonly NamedEvent[],
  { keys, allowing }: SaidByEvents,
): ReadonlyMap<string, Item | undefined> {
  const last = new Map<string, Item | undefined>();
  for (const one of events.toReversed()) {
    const { name } = one.event;
    const isAllowing = allowing.includes(name);
    // A contract takes the places of a list in order, so that the last one counts.
    for (const named of itemsIn(one, keys).toReversed()) {
      const said = scalarsIn(valuesIn(named)).filter(
        ([key, value]) => keys.includes(key) || isAllowing || !isNothing(value),
      );
      if (isAllowing) {
        said.push(["event", textValue(name)]);
      }
      const item = record(Object.fromEntries(said));
      const setting = settingOf(item, keys);
      if (!last.has(setting)) {
        const isSet = said.some(([key]) => !keys.includes(key));
        last.set(setting, isSet ? item : undefined);
      }
    }
  }
  return last;
}

/** The thing that an item sets. */
export function settingOf(item: Item, keys: readonly string[]): string {
  const set = Object.entries(fieldsOf(item)).filter(([name]) =>
    keys.includes(name),
  );
  return canonical(record(Object.fromEntries(set)));
}

/**
 * What an event says of each place in its lists, if these tell what is set; a list that is
 * part of one thing is its hash.
 */
function itemsIn(
  { event, args }: NamedEvent,
  keys: readonly string[],
): readonly Named[] {
  const lists = event.inputs.flatMap((input) => {
    const { name = "" } = input;
    const { [name]: list } = args;
    return Array.isArray(list) && !isLeftOut(name)
      ? [{ name, list: list as readonly unknown[], input }]
      : [];
  });
  const [first] = lists;
  const isKeyed = lists.some(({ name }) => keys.includes(name));
  const isPlaced = keys.includes("index") && !("index" in args);
  if (first === undefined || !(isKeyed || isPlaced)) {
    const hashes = lists.map(({ name, list, input }) => [
      name,
      keccak256(encodeAbiParameters([input], [list])),
    ]);
    return [{ ...args, ...Object.fromEntries(hashes) }];
  }
  return first.list.map((_item, index) => {
    const items = lists.map(({ name, list }) => [name, list[index]]);
    const place = isKeyed ? {} : { index };
    return { ...args, ...place, ...Object.fromEntries(items) };
  });
}
