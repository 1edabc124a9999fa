import { getAddress } from "viem/utils";
import { type Address, isAddress, isZeroAddress } from "../../base/address.ts";
import { isHex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import type { View, ViewArgument } from "../../contracts/contract-type.ts";
import {
  type PermissionKind,
  permissionKind,
} from "../../contracts/permission-kinds.ts";
import type { Answers } from "../questions/answers.ts";
import type { Named } from "../questions/question.ts";
import { because, type Reason, told } from "../values/reason.ts";
import {
  addressesOf,
  addressValue,
  bytesValue,
  flagValue,
  type Item,
  NOT_OFFERED,
  numberValue,
  type Reading,
  record,
  type Scalar,
  setOf,
  valueIn,
} from "../values/value.ts";
import { parametersOf } from "./codec.ts";
import { viewValue } from "./decode-answers.ts";
import type { PolicyReading } from "./dependencies.ts";

/** More calls of a contract are not made. */
const MAX_CALLS = 256;

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
  const { events, missing } = historyOf(of, kind, answers);
  const before = itemsIn(locked);
  // The latest events first: what the lock does not name is new.
  const names = [...before.map(namedIn), ...events.toReversed()];
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
  const why = calls.length > reads.length ? tooMany(calls.length) : missing;
  const set =
    why === undefined ? setOf(items) : setOf(items, "no-events", before);
  return {
    reading: { kind: "read", value: set },
    missing: why && because("no-events", why, { what: "permissions" }),
  };
}

function historyOf(
  address: Address,
  { id: by, events }: PermissionKind,
  answers: Answers,
): {
  readonly events: readonly Named[];
  readonly missing?: Reason | undefined;
} {
  if (events.length === 0) {
    return { events: [] };
  }
  const history = answers.get({ kind: "named", address, by });
  if (history === undefined) {
    return { events: [], missing: { code: "not-asked" } };
  }
  const { missing } = history;
  return {
    events: history.events,
    missing: missing ? told(missing) : undefined,
  };
}

function tooMany(count: number): Reason {
  const facts = { count: `${count}`, max: `${MAX_CALLS}` };
  return { code: "too-many-items", facts };
}

/** The calls of a view, each once, for all that names every parameter of it. */
function callsOf(
  view: View,
  all: readonly Named[],
): readonly { readonly view: View; readonly args: readonly ViewArgument[] }[] {
  const { inputs } = parametersOf(view);
  if (inputs.length === 0) {
    return [{ view, args: [] }];
  }
  const calls = new Map<string, readonly ViewArgument[]>();
  for (const named of all) {
    const args = inputs.flatMap(({ name = "" }) => named[name] ?? []);
    const key = args.join().toLowerCase();
    if (args.length === inputs.length && !calls.has(key)) {
      calls.set(key, args);
    }
  }
  return [...calls.values()].map((args) => ({ view, args }));
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
  const items: Item[] = [];
  for (const fields of spread(namedAs(outputs, values))) {
    const said = Object.entries(scalarsIn(fields)).filter(
      ([, one]) => !isNothing(one),
    );
    if (said.length > 0) {
      items.push(record({ ...asked, ...Object.fromEntries(said) }));
    }
  }
  return items;
}

function namedAs(
  parameters: readonly { readonly name?: string | undefined }[],
  values: readonly unknown[],
): Fields {
  const named = parameters.map(
    ({ name = "" }, place) => [name, values[place]] as const,
  );
  return Object.fromEntries(named);
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields with a list as records of each item, whose fields are among the others. */
function spread(fields: Fields): readonly Fields[] {
  const list = Object.entries(fields).find(([, one]) => Array.isArray(one));
  if (list === undefined) {
    return [fields];
  }
  const [name, items] = list;
  const { [name]: _list, ...others } = fields;
  return [items].flat().flatMap((item) => {
    return spread({ ...others, ...(isRecord(item) ? item : { [name]: item }) });
  });
}

function scalarsIn(fields: Fields): Readonly<Record<string, Scalar>> {
  const found: Record<string, Scalar> = {};
  for (const [name, one] of Object.entries(fields)) {
    if (typeof one === "bigint" || typeof one === "number") {
      found[name] = numberValue(one);
    } else if (typeof one === "boolean") {
      found[name] = flagValue(one);
    } else if (isAddress(one)) {
      found[name] = addressValue(getAddress(one.toLowerCase()));
    } else if (isHex(one)) {
      found[name] = bytesValue(one);
    }
  }
  return found;
}

/** Mappings are zero where nothing was written. */
function isNothing(one: Scalar): boolean {
  return (
    one.value === 0n ||
    one.value === false ||
    (one.kind === "address" && isZeroAddress(one.value))
  );
}

function itemsIn(reading: Reading | undefined): readonly Item[] {
  const value = valueIn(reading);
  if (value?.kind !== "set") {
    return [];
  }
  return [...value.items, ...(value.without ?? [])];
}

/** What an item names that views may be asked for. */
function namedIn(item: Item): Named {
  const named: Record<string, ViewArgument> = {};
  for (const [name, one] of Object.entries(fieldsOf(item))) {
    if (
      one.kind === "number" ||
      one.kind === "address" ||
      one.kind === "bytes"
    ) {
      named[name] = one.value;
    }
  }
  return named;
}

function fieldsOf(item: Item): Readonly<Record<string, Scalar>> {
  return item.kind === "record" ? item.fields : {};
}

/** The addresses in a value of a kind that may act. */
export function actorsIn(
  reading: Reading | undefined,
  id: string,
): readonly Address[] {
  const { objects = [] } = permissionKind(id) ?? {};
  return itemsIn(reading).flatMap((item) =>
    Object.entries(fieldsOf(item)).flatMap(([name, one]) =>
      objects.includes(name) ? [] : addressesOf(one),
    ),
  );
}
