import type { AbiParameter } from "viem";
import { type Address, isZeroAddress } from "../../base/address.ts";
import type { View, ViewArgument } from "../../contracts/contract-type.ts";
import {
  type PermissionKind,
  permissionKind,
} from "../../contracts/permission-kinds.ts";
import type { Answers } from "../questions/answers.ts";
import type { Named, NameHistory } from "../questions/question.ts";
import { anyValue } from "../values/any-value.ts";
import { because, type Reason, told } from "../values/reason.ts";
import {
  addressesOf,
  type Item,
  NOT_OFFERED,
  type Reading,
  record,
  type Scalar,
  setOf,
  type Value,
  valueIn,
} from "../values/value.ts";
import { parametersOf } from "./codec.ts";
import { viewValue } from "./decode-answers.ts";
import type { PolicyReading } from "./dependencies.ts";

/** Values by the names of parameters. */
type Fields = Readonly<Record<string, Value>>;

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
  const was = valueIn(locked);
  const before =
    was?.kind === "set" ? [...was.items, ...(was.without ?? [])] : [];
  // The latest events first: what the lock does not name is new.
  const names = [...before.map(fieldsOf), ...events.map(valuesIn).toReversed()];
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
  const why = whyMore(calls.length, missing);
  const set =
    why === undefined ? setOf(items) : setOf(items, "no-events", before);
  return {
    reading: { kind: "read", value: set },
    missing: why && because("no-events", why, { what: "permissions" }),
  };
}

/** The reason why there may be more than what was read. */
function whyMore(
  count: number,
  missing: string | undefined,
): Reason | undefined {
  if (count > MAX_CALLS) {
    const facts = { count: `${count}`, max: `${MAX_CALLS}` };
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

function namedAs(
  parameters: readonly AbiParameter[],
  values: readonly unknown[],
): Fields {
  const named = parameters.map(
    ({ name = "" }, place) => [name, values[place]] as const,
  );
  return valuesIn(Object.fromEntries(named));
}

function valuesIn(named: Named): Fields {
  const values = Object.entries(named).map(
    ([name, one]) => [name, anyValue(one)] as const,
  );
  return Object.fromEntries(values);
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

function scalarsIn(fields: Fields): readonly (readonly [string, Scalar])[] {
  return Object.entries(fields).flatMap(([name, one]) =>
    isScalar(one) ? [[name, one] as const] : [],
  );
}

function isScalar(value: Value): value is Scalar {
  return !["set", "sequence", "record"].includes(value.kind);
}

/** Mappings are zero where nothing was written. */
function isNothing({ kind, value }: Scalar): boolean {
  return !value || (kind === "address" && isZeroAddress(value));
}

function fieldsOf(item: Item): Fields {
  return item.kind === "record" ? item.fields : {};
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
