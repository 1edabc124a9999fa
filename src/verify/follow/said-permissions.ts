import { encodeAbiParameters, keccak256 } from "viem/utils";
import type { SaidByEvents } from "../../contracts/permission-kinds.ts";
import type { Named, NamedEvent } from "../questions/question.ts";
import { canonical, type Item, record, textValue } from "../values/value.ts";
import {
  fieldsOf,
  isLeftOut,
  isNothing,
  scalarsIn,
  valuesIn,
} from "./permission-fields.ts";

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
