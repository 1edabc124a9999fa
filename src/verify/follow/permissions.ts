import type { Address } from "../../base/address.ts";
import type { View, ViewArgument } from "../../contracts/contract-type.ts";
import {
  type PermissionKind,
  permissionKind,
  type SaidByEvents,
} from "../../contracts/permission-kinds.ts";
import type { Answers } from "../questions/answers.ts";
import type { NameHistory } from "../questions/question.ts";
import { because, type Reason, told } from "../values/reason.ts";
import {
  addressesOf,
  type Item,
  keyOf,
  NOT_OFFERED,
  type Reading,
  record,
  type SetOf,
  setOf,
  type Value,
  valueIn,
} from "../values/value.ts";
import { parametersOf } from "./codec.ts";
import { viewValue } from "./decode-answers.ts";
import type { PolicyReading } from "./dependencies.ts";
import {
  type Fields,
  fieldsOf,
  isNothing,
  namedAs,
  scalarsIn,
  valuesIn,
} from "./permission-fields.ts";
import { saidBy, settingOf } from "./said-permissions.ts";

/** More calls of a contract are not made. */
const MAX_CALLS = 256;
/** More items that events tell are not listed. */
const MAX_SAID = 1024;

/**
 * Reads what a kind of contract keeps in mappings. Views are asked for all that events
 * and the lock file name, so that no event is believed.
 */
export function readPermissions(
  of: Address,
  id: string,
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
  const before = [...was.items, ...(was.without ?? [])];
  const { events, missing } = history;
  // The latest events first: what the lock does not name is new.
  const named = events.map(({ args }) => valuesIn(args)).toReversed();
  const names = [...before.map(fieldsOf), ...named];
  const calls = kind.views.flatMap((view) => callsOf(view, names));
  const reads = calls.slice(0, MAX_CALLS).map((call) => {
    const read = viewValue(of, call.view, call.args, answers);
    return { ...call, read };
  });
  const items: Item[] = [];
  for (const { view, args, read } of reads) {
    if (read.kind === "unread") {
      return { reading: read };
    }
    if (read.kind === "read") {
      items.push(...itemsOf(view, args, read.value));
    }
  }
  if (reads.length > 0 && reads.every(({ read }) => read.kind !== "read")) {
    return { reading: NOT_OFFERED };
  }
  const why = whyMore(calls.length, MAX_CALLS, missing);
  const without = calls.length > MAX_CALLS ? [] : before;
  return readSet(items, without, why, "permissions");
}

/**
 * What events alone tell. Those that were not read are earlier than the others: what no
 * other says anything of is as in the lock, as far as is known.
 */
function readSaid(
  { events, missing }: NameHistory,
  { items: listed, without = [] }: SetOf,
  said: SaidByEvents,
): PolicyReading {
  const last = saidBy(events, said);
  const items = [...last.values()].filter((item) => item !== undefined);
  if (missing !== undefined) {
    items.push(...listed.filter((one) => !last.has(settingOf(one, said))));
  }
  const known = new Set(items.map(keyOf));
  const gone = [...listed, ...without].filter((one) => !known.has(keyOf(one)));
  const why = whyMore(items.length, MAX_SAID, missing);
  return readSet(items.slice(0, MAX_SAID), gone, why, "said");
}

/** A set, which is incomplete if there is a reason for it. */
function readSet(
  items: readonly Item[],
  without: readonly Item[],
  why: Reason | undefined,
  what: string,
): PolicyReading {
  const set =
    why === undefined ? setOf(items) : setOf(items, "no-events", without);
  return {
    reading: { kind: "read", value: set },
    missing: why && because("no-events", why, { what }),
  };
}

/** The reason why there may be more than what was read. */
function whyMore(
  count: number,
  max: number,
  missing: string | undefined,
): Reason | undefined {
  if (count > max) {
    const facts = { count: `${count}`, max: `${max}` };
    return { code: "too-many-items", facts };
  }
  return missing === undefined ? undefined : told(missing);
}

/** Reads the events of a contract, unless its kind has none. */
function historyOf(
  address: Address,
  { id: by, events }: PermissionKind,
  answers: Answers,
): NameHistory {
  if (events.length === 0) {
    return { events: [], missing: undefined };
  }
  const history = answers.get({ kind: "named", address, by });
  return history ?? { events: [], missing: "they were not read yet" };
}

/** The calls of a view, each once, for all that names every parameter of it. */
function callsOf(
  view: View,
  all: readonly Fields[],
): readonly { readonly view: View; readonly args: readonly ViewArgument[] }[] {
  const { inputs } = parametersOf(view);
  const calls = new Map<string, readonly ViewArgument[]>();
  for (const named of [{}, ...all]) {
    const args = inputs.flatMap(({ name = "" }) => argumentIn(named[name]));
    if (args.length === inputs.length) {
      calls.set(args.join(), args);
    }
  }
  return [...calls.values()].map((args) => ({ view, args }));
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
function itemsOf(
  view: View,
  args: readonly ViewArgument[],
  returned: unknown,
): readonly Item[] {
  const { inputs, outputs } = parametersOf(view);
  const values = outputs.length === 1 ? [returned] : [returned].flat();
  const asked = scalarsIn(namedAs(inputs, args));
  return spread(namedAs(outputs, values)).flatMap((fields) => {
    const said = scalarsIn(fields).filter(([, one]) => !isNothing(one));
    if (said.length === 0) {
      return [];
    }
    return [record(Object.fromEntries([...asked, ...said]))];
  });
}

/** Fields with a list as fields for each of its items. */
function spread(fields: Fields): readonly Fields[] {
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
