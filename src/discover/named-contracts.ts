import { getAddress } from "viem/utils";
import { type Address, isAddress, isZeroAddress } from "../base/address.ts";
import type { View } from "../contracts/contract-type.ts";
import type { ContractRole } from "../networks/definition.ts";
import type { ProbeCall } from "../rpc/probe-calls.ts";
import { tokenCalls } from "../verify/identity/judge-token.ts";
import { type CallReading, callKey } from "../verify/reading/readings.ts";
import { decodeResult, encodeCall } from "../verify/wiring/codec.ts";
import {
  FACTORY,
  NAMED_ROUTER,
  NAMING,
  type NamingRule,
  TEMPLATE_ID,
} from "./naming.ts";

/** The answers to calls, each by its {@link callKey}. */
export type CallAnswers = ReadonlyMap<string, CallReading>;

/** What a contract names. */
export interface NamedContract {
  readonly address: Address;
  /** Of templates. */
  readonly active?: boolean;
}

/** Why nothing was read. `invalid`: the contract fails, or returns something else. */
interface NotNamed {
  readonly kind: "invalid" | "unknown";
  readonly reason: string;
}

/** What a getter names: nothing, one contract or a list. */
export type Named =
  | { readonly kind: "read"; readonly items: readonly NamedContract[] }
  | NotNamed;

/** All that a router and its factory name, by role. */
export type NamedByRouter = ReadonlyMap<ContractRole, Named>;

/** More items of a list are not read: a contract can name any number. */
const MAX_NAMED = 50;

/** What the answers so far name. */
export function namedByRouter(
  router: Address,
  answers: CallAnswers,
): NamedByRouter {
  const factory = factoryOf(router, answers);
  return new Map(
    NAMING.map(({ role, call, list }): [ContractRole, Named] => [
      role,
      call !== undefined
        ? addressesIn(router, call, answers)
        : factory === undefined || list === undefined
          ? unknown("the factory, which names them, is unknown")
          : templatesIn(factory, list, answers),
    ]),
  );
}

/** The items of a role that were read. */
export function itemsOf(
  named: NamedByRouter,
  role: ContractRole,
): readonly NamedContract[] {
  const one = named.get(role);
  return one?.kind === "read" ? one.items : [];
}

/** What to call next; each answer may name further contracts to call. */
export function nextCalls(
  router: Address,
  answers: CallAnswers,
): readonly ProbeCall[] {
  const named = namedByRouter(router, answers);
  const factory = factoryOf(router, answers);
  const calls = NAMING.flatMap(({ role, call, list, namesRouter }) => {
    const items = itemsOf(named, role);
    return [
      ...(call === undefined ? [] : [callOf(router, call)]),
      ...(list === undefined || factory === undefined
        ? []
        : templateCalls(factory, list, answers)),
      ...items.flatMap(({ address }) => [
        ...(namesRouter === true ? [callOf(address, NAMED_ROUTER)] : []),
        ...(list === undefined ? [] : [callOf(address, TEMPLATE_ID)]),
        ...(role === "token" ? tokenCalls(address) : []),
      ]),
    ];
  });
  const unasked = new Map(calls.map((call) => [callKey(call), call]));
  return [...unasked]
    .filter(([key]) => !answers.has(key))
    .map(([, call]) => call);
}

function factoryOf(router: Address, answers: CallAnswers): Address | undefined {
  const factory = addressesIn(router, FACTORY, answers);
  return factory.kind === "read" ? factory.items[0]?.address : undefined;
}

function templateCalls(
  factory: Address,
  { count, item }: NonNullable<NamingRule["list"]>,
  answers: CallAnswers,
): readonly ProbeCall[] {
  const counted = resultOf(factory, count, answers);
  const length = counted.kind === "read" ? Number(counted.value) : 0;
  return [
    callOf(factory, count),
    ...Array.from({ length: length <= MAX_NAMED ? length : 0 }, (_, index) =>
      callOf(factory, item, [BigInt(index + 1)]),
    ),
  ];
}

/** What a getter without arguments answered. */
export function readingOf(
  of: Address,
  getter: View,
  answers: CallAnswers,
): CallReading | undefined {
  return answers.get(callKey(callOf(of, getter)));
}

function callOf(
  to: Address,
  getter: View,
  args: readonly bigint[] = [],
): ProbeCall {
  return { to, data: encodeCall(getter, args) };
}

function resultOf(
  of: Address,
  getter: View,
  answers: CallAnswers,
  args: readonly bigint[] = [],
): { readonly kind: "read"; readonly value: unknown } | NotNamed {
  const reading = answers.get(callKey(callOf(of, getter, args)));
  const name = `${nameOf(getter)}(${args.join(", ")})`;
  switch (reading?.kind) {
    case "returned": {
      const value = decodeResult(getter, reading.data);
      return value === undefined ? invalid(name) : { kind: "read", value };
    }
    case "reverted":
      return { kind: "invalid", reason: `${name} fails` };
    default:
      return unknown(
        `${name} could not be read${reading === undefined ? "" : `: ${reading.reason}`}`,
      );
  }
}

function invalid(name: string): NotNamed {
  return { kind: "invalid", reason: `${name} returns something else` };
}

function unknown(reason: string): NotNamed {
  return { kind: "unknown", reason };
}

/** The address that a getter returns, or the addresses. */
function addressesIn(of: Address, getter: View, answers: CallAnswers): Named {
  const result = resultOf(of, getter, answers);
  if (result.kind !== "read") {
    return result;
  }
  const values: readonly unknown[] = [result.value].flat();
  if (!values.every(isAddress)) {
    return invalid(`${nameOf(getter)}()`);
  }
  const isNone = !Array.isArray(result.value) && values.every(isZeroAddress);
  // One that names a contract twice names it.
  const distinct = [
    ...new Set((isNone ? [] : values).map((value) => getAddress(value))),
  ];
  return distinct.length > MAX_NAMED
    ? tooMany(getter, distinct.length)
    : { kind: "read", items: distinct.map((address) => ({ address })) };
}

function tooMany(getter: View, count: number): NotNamed {
  return unknown(
    `${nameOf(getter)}() tells of ${count} contracts, more than the maximum of ${MAX_NAMED}`,
  );
}

function templatesIn(
  factory: Address,
  { count, item }: NonNullable<NamingRule["list"]>,
  answers: CallAnswers,
): Named {
  const counted = resultOf(factory, count, answers);
  if (counted.kind !== "read") {
    return counted;
  }
  const length = Number(counted.value);
  if (length > MAX_NAMED) {
    return tooMany(count, length);
  }
  const items: NamedContract[] = [];
  for (let index = 1; index <= length; index += 1) {
    const result = resultOf(factory, item, answers, [BigInt(index)]);
    if (result.kind !== "read") {
      return result;
    }
    const [address, active] = result.value as Template;
    items.push({ address: getAddress(address), active });
  }
  return { kind: "read", items };
}

/** As the ABI decodes it. */
type Template = readonly [address: Address, isActive: boolean];

/** The name of a view, for messages. */
function nameOf(view: View): string {
  return view.slice(0, view.indexOf("("));
}
