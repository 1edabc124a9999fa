import type { Address } from "../../base/address.ts";
import { given } from "../../base/records.ts";
import type {
  PermissionSource,
  View,
  ViewArgument,
} from "../../contracts/contract-type.ts";
import {
  type PermissionKind,
  permissionKind,
  type SaidByEvents,
} from "../../contracts/permission-kinds.ts";
import type { Answers, History, NamedEvent } from "../questions/question.ts";
import { because, type Reason, told } from "../values/reason.ts";
import {
  addressesOf,
  addressValue,
  type Item,
  keyOf,
  NOT_OFFERED,
  numberValue,
  type Reading,
  record,
  type SetOf,
  setOf,
  type Value,
  valueIn,
} from "../values/value.ts";
import { encodeCall, parametersOf } from "./codec.ts";
import { type Returned, viewValue } from "./decode-answers.ts";
import type { PolicyReading } from "./dependencies.ts";
import {
  type Fields,
  fieldsOf,
  isNothing,
  namedAs,
  saidBy,
  scalarsIn,
  settingOf,
  spread,
  valuesIn,
} from "./permission-fields.ts";

/** More calls of a contract are not made. */
const MAX_CALLS = 256;
/** More things that a module lists need more gas than a call has. */
const PAGE = 50;
/** More items that events tell are not listed. */
const MAX_SAID = 1024;

/** A call of a view, and what it has returned. */
interface Read {
  readonly view: View;
  readonly args: readonly ViewArgument[];
  readonly read: Returned;
}

/** Asks views for all that names their parameters. */
type Ask = (
  views: readonly View[],
  names: readonly Fields[],
) => readonly Read[];

/**
 * Reads what a kind of contract keeps in mappings. Views are asked for all that events
 * and the lock file name, so that no event is believed.
 */
export function readPermissions(
  of: Address,
  { permissions: id, module = of }: PermissionSource,
  answers: Answers,
  locked: Reading | undefined,
): PolicyReading {
  const kind = permissionKind(id);
  if (kind === undefined) {
    return { reading: NOT_OFFERED };
  }
  const history = historyOf(of, kind, answers);
  const value = valueIn(locked);
  const was = value?.kind === "set" ? value : setOf([]);
  if (kind.said !== undefined) {
    return readSaid(history, was, kind.said);
  }
  const fixed = {
    _safe: addressValue(of),
    _start: numberValue(0),
    _max: numberValue(PAGE),
  };
  let count = 0;
  const ask: Ask = (views, names) => {
    const all = [{}, ...names].map((one) => ({ ...fixed, ...one }));
    const calls = views.flatMap((view) => callsOf(view, all));
    count = Math.max(count, calls.length);
    return calls.slice(0, MAX_CALLS).map(({ view, args }) => {
      const read = viewValue(module, view, args, answers);
      return { view, args, read };
    });
  };
  const before = [...was.items, ...(was.without ?? [])];
  // The latest events first: what the lock does not name is new.
  const named = history.said.map(({ args }) => valuesIn(args)).toReversed();
  // Anybody may renounce what they never had, which says nothing but zero.
  const { true: zeros = [], false: others = [] } = Object.groupBy(
    named,
    (one) => `${saysNothing(one, kind)}` as const,
  );
  const names = [...before.map(fieldsOf), ...others, ...zeros];
  const lists = kind.lists && readLists(kind.lists, names, ask);
  const reads = ask(kind.views, names);
  const listed = lists && ask(kind.views, lists.flatMap(itemsOf).map(fieldsOf));
  const all = [...(lists ?? []), ...(listed ?? reads)].map(({ read }) => read);
  for (const read of all) {
    if (read.kind === "unread") {
      return { reading: read };
    }
  }
  if (all.length > 0 && all.every(({ kind: how }) => how !== "read")) {
    return { reading: NOT_OFFERED };
  }
  const cut = lists?.some(goesOn) ? moreThan(PAGE) : tooMany(count, MAX_CALLS);
  const without = cut === undefined ? before : [];
  const items = (listed ?? reads).flatMap(itemsOf);
  const known = new Set(was.items.map(keyOf));
  const hasNew = items.some((one) => !known.has(keyOf(one)));
  const wasWhole = was.items.length > 0 && was.missing === undefined;
  if (count > MAX_CALLS && wasWhole && !hasNew) {
    // Anybody may cause so many events, and hide one among them.
    return { reading: { kind: "unread", reason: moreThan(MAX_CALLS) } };
  }
  const why = cut ?? unreadEvents(history.missing);
  return readSet(items, without, why, "permissions");
}

/** Tells whether an event says zero of all that it names. */
function saysNothing(said: Fields, { views }: PermissionKind): boolean {
  const asked = new Set(
    views.flatMap((view) => parametersOf(view).inputs.map(({ name }) => name)),
  );
  return scalarsIn(said).every(
    ([name, value]) => asked.has(name) || isNothing(value),
  );
}

/** Reads lists, each of all that the ones before it name. */
function readLists(
  lists: readonly View[],
  locked: readonly Fields[],
  ask: Ask,
): readonly Read[] {
  // What the lock names is asked at once, and need not be listed.
  ask(lists, locked);
  const all: Read[] = [];
  for (const view of lists) {
    all.push(...ask([view], all.flatMap(itemsOf).map(fieldsOf)));
  }
  return all;
}

/**
 * What events alone tell. Those that were not read are earlier than the others: what no
 * other says anything of is as in the lock, as far as is known.
 */
function readSaid(
  { said: events, missing }: History<NamedEvent>,
  { items: listed, without = [] }: SetOf,
  said: SaidByEvents,
): PolicyReading {
  const last = saidBy(events, said);
  const items = [...last.values()].filter((item) => item !== undefined);
  // Events have said all that is locked, so that not all were read without these.
  const unsaid = listed.filter((one) => !last.has(settingOf(one, said.keys)));
  items.push(...unsaid);
  const known = new Set(items.map(keyOf));
  const gone = [...listed, ...without].filter((one) => !known.has(keyOf(one)));
  const lost =
    unsaid.length > 0 ? "no event was found of what is locked" : undefined;
  const why = tooMany(items.length, MAX_SAID) ?? unreadEvents(missing ?? lost);
  return readSet(items.slice(0, MAX_SAID), gone, why, "said");
}

/** A set, which is incomplete if there is a reason for it. */
export function readSet(
  items: readonly Item[],
  without: readonly Item[],
  why: Reason | undefined,
  what?: string,
): PolicyReading {
  const set =
    why === undefined ? setOf(items) : setOf(items, "no-events", without);
  return {
    reading: { kind: "read", value: set },
    missing: why && because("no-events", why, what ? { what } : undefined),
  };
}

function tooMany(count: number, max: number): Reason | undefined {
  return count > max ? moreThan(max) : undefined;
}

function moreThan(max: number): Reason {
  return { code: "too-many-items", facts: { max: `${max}` } };
}

/** The reason why there may be more than events tell. */
export function unreadEvents(missing: string | undefined): Reason | undefined {
  return missing === undefined ? undefined : told(missing);
}

/** Reads the events of a contract, unless its kind has none. */
function historyOf(
  address: Address,
  { id: by, events }: PermissionKind,
  answers: Answers,
): History<NamedEvent> {
  if (events.length === 0) {
    return { said: [], missing: undefined };
  }
  const history = answers.get({ kind: "named", address, by });
  return history ?? { said: [], missing: "they were not read yet" };
}

/** The calls of a view, each once, for all that names every parameter of it. */
function callsOf(
  view: View,
  all: readonly Fields[],
): readonly Omit<Read, "read">[] {
  const { inputs } = parametersOf(view);
  const calls = new Map<string, readonly ViewArgument[]>();
  for (const named of all) {
    const args = inputs.flatMap(({ name = "" }) => argumentIn(named[name]));
    if (args.length === inputs.length && isEncodable(view, args)) {
      calls.set(args.join(), args);
    }
  }
  return [...calls.values()].map((args) => ({ view, args }));
}

/** A lock file may have been edited. */
function isEncodable(view: View, args: readonly ViewArgument[]): boolean {
  try {
    encodeCall(view, args);
    return true;
  } catch {
    return false;
  }
}

function argumentIn(value: Value | undefined): readonly ViewArgument[] {
  switch (value?.kind) {
    case "address":
    case "bytes":
    case "number":
      return [value.value];
    default:
      return [];
  }
}

/** What a view says, with what it was asked for; nothing if all of it is zero. */
function itemsOf({ view, args, read }: Read): readonly Item[] {
  if (read.kind !== "read") {
    return [];
  }
  const { value: returned } = read;
  const { inputs, outputs } = parametersOf(view);
  const values = outputs.length === 1 ? [returned] : [returned].flat();
  const asked = scalarsIn(namedAs(inputs, args));
  return spread(namedAs(outputs, values)).flatMap((fields) => {
    const said = scalarsIn(fields).filter(([, one]) => !isNothing(one));
    const item = record(Object.fromEntries([...asked, ...said]));
    return given(said.length > 0 && item);
  });
}

/** Tells whether a list has a next page, or could not be read. */
function goesOn({ view, read }: Read): boolean {
  const { outputs } = parametersOf(view);
  const place = outputs.findIndex(({ name }) => name === "_next");
  return (
    read.kind !== "read" || (place >= 0 && Boolean([read.value].flat()[place]))
  );
}

/** The addresses in a value of a kind that may act. */
export function actorsIn(
  reading: Reading | undefined,
  id: string,
): readonly Address[] {
  const { objects = [] } = permissionKind(id) ?? {};
  const value = valueIn(reading);
  const items = value?.kind === "set" ? value.items : [];
  return items.flatMap((item) =>
    Object.entries(fieldsOf(item)).flatMap(([name, one]) =>
      objects.includes(name) ? [] : addressesOf(one),
    ),
  );
}
