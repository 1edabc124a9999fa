import { getAddress } from "viem/utils";
import type { Address } from "../base/address.ts";
import { isAddress } from "../base/address.ts";
import type { ProbeCall } from "../rpc/probe-calls.ts";
import { isNobody } from "../verify/control/holders.ts";
import { tokenCalls } from "../verify/identity/token-behaviour.ts";
import type { CallReading } from "../verify/reading/readings.ts";
import { callKey } from "../verify/reading/readings.ts";
import {
  decodeResult,
  encodeCall,
  type WiringFunction,
} from "../verify/wiring/facts.ts";

/** The answers to calls, each by its {@link callKey}. */
export type CallAnswers = ReadonlyMap<string, CallReading>;

/** What a contract names. */
export interface NamedContract {
  readonly address: Address;
  /** Of templates. */
  readonly active?: boolean;
}

/** What a getter names: nothing, one contract or a list. */
export type Named =
  | { readonly kind: "read"; readonly items: readonly NamedContract[] }
  /** The contract runs the call, and fails or returns something else. */
  | { readonly kind: "invalid"; readonly reason: string }
  | { readonly kind: "unknown"; readonly reason: string };

/** All that a router and its factory name. */
export interface NamedByRouter {
  readonly factory: Named;
  readonly collector: Named;
  readonly exchanges: Named;
  readonly dispensers: Named;
  readonly approvedTokens: Named;
  readonly tokenTemplates: Named;
  readonly nftTemplates: Named;
}

/** More items of a list are not read: a contract can name any number. */
const MAX_NAMED = 50;

/** What the answers so far name. */
export function namedByRouter(
  router: Address,
  answers: CallAnswers,
): NamedByRouter {
  const factory = oneAddress(router, "factory", answers);
  const [first] = itemsOf(factory);
  const templates = (count: WiringFunction, item: WiringFunction): Named =>
    first === undefined
      ? { kind: "unknown", reason: "the factory, which names them, is unknown" }
      : templateList(first.address, { count, item }, answers);
  return {
    factory,
    collector: oneAddress(router, "opcCollector", answers),
    exchanges: addressList(router, "getFixedRatesContracts", answers),
    dispensers: addressList(router, "getDispensersContracts", answers),
    approvedTokens: addressList(router, "getApprovedTokens", answers),
    tokenTemplates: templates("getCurrentTemplateCount", "getTokenTemplate"),
    nftTemplates: templates("getCurrentNFTTemplateCount", "getNFTTemplate"),
  };
}

/** The items that were read. */
export function itemsOf(named: Named): readonly NamedContract[] {
  return named.kind === "read" ? named.items : [];
}

/** What to call next; each answer may name further contracts to call. */
export function nextCalls(
  router: Address,
  answers: CallAnswers,
): readonly ProbeCall[] {
  const named = namedByRouter(router, answers);
  const [factory] = itemsOf(named.factory);
  const ofFactory =
    factory === undefined ? [] : factoryCalls(factory.address, answers);
  const calls = [
    ...ROUTER_GETTERS.map((getter) => callOf(router, getter)),
    ...ofFactory,
    ...[
      ...itemsOf(named.factory),
      ...itemsOf(named.exchanges),
      ...itemsOf(named.dispensers),
    ].map(({ address }) => callOf(address, "router")),
    ...itemsOf(named.approvedTokens).flatMap(({ address }) =>
      tokenCalls(address),
    ),
    ...[...itemsOf(named.tokenTemplates), ...itemsOf(named.nftTemplates)].map(
      ({ address }) => callOf(address, "getId"),
    ),
  ];
  const unasked = new Map(calls.map((call) => [callKey(call), call]));
  return [...unasked]
    .filter(([key]) => !answers.has(key))
    .map(([, call]) => call);
}

const ROUTER_GETTERS: readonly WiringFunction[] = [
  "factory",
  "opcCollector",
  "getFixedRatesContracts",
  "getDispensersContracts",
  "getApprovedTokens",
];

function factoryCalls(
  factory: Address,
  answers: CallAnswers,
): readonly ProbeCall[] {
  const lists = [
    ["getCurrentTemplateCount", "getTokenTemplate"],
    ["getCurrentNFTTemplateCount", "getNFTTemplate"],
  ] as const;
  return lists.flatMap(([count, item]) => {
    const length = countOf(resultOf(factory, count, answers));
    return [
      callOf(factory, count),
      ...Array.from(
        { length: length === undefined || length > MAX_NAMED ? 0 : length },
        (_, index) => callOf(factory, item, [BigInt(index + 1)]),
      ),
    ];
  });
}

/** What a getter without arguments answered. */
export function readingOf(
  of: Address,
  getter: WiringFunction,
  answers: CallAnswers,
): CallReading | undefined {
  return answers.get(callKey(callOf(of, getter)));
}

function callOf(
  to: Address,
  getter: WiringFunction,
  args: readonly bigint[] = [],
): ProbeCall {
  return { to, data: encodeCall(getter, args) };
}

/** A decoded answer, or why there is none. */
type Result =
  | { readonly kind: "read"; readonly value: unknown }
  | Exclude<Named, { readonly kind: "read" }>;

function resultOf(
  of: Address,
  getter: WiringFunction,
  answers: CallAnswers,
  args: readonly bigint[] = [],
): Result {
  const reading = answers.get(callKey(callOf(of, getter, args)));
  const name = `${getter}(${args.join(", ")})`;
  switch (reading?.kind) {
    case "returned": {
      const value = decodeResult(getter, reading.data);
      return value === undefined ? invalid(name) : { kind: "read", value };
    }
    case "reverted":
      return { kind: "invalid", reason: `${name} fails` };
    default:
      return {
        kind: "unknown",
        reason: `${name} could not be read${reading === undefined ? "" : `: ${reading.reason}`}`,
      };
  }
}

function invalid(name: string): Exclude<Named, { readonly kind: "read" }> {
  return { kind: "invalid", reason: `${name} returns something else` };
}

function oneAddress(
  of: Address,
  getter: WiringFunction,
  answers: CallAnswers,
): Named {
  const result = resultOf(of, getter, answers);
  if (result.kind !== "read") {
    return result;
  }
  if (!isAddress(result.value)) {
    return invalid(`${getter}()`);
  }
  return {
    kind: "read",
    items: isNobody(result.value)
      ? []
      : [{ address: getAddress(result.value) }],
  };
}

function addressList(
  of: Address,
  getter: WiringFunction,
  answers: CallAnswers,
): Named {
  const result = resultOf(of, getter, answers);
  if (result.kind !== "read") {
    return result;
  }
  const { value } = result;
  if (!Array.isArray(value) || !value.every(isAddress)) {
    return invalid(`${getter}()`);
  }
  // One that names a contract twice names it.
  const distinct = new Map(value.map((one) => [one.toLowerCase(), one]));
  return distinct.size > MAX_NAMED
    ? tooMany(getter, distinct.size)
    : {
        kind: "read",
        items: [...distinct.values()].map((one) => ({
          address: getAddress(one),
        })),
      };
}

function tooMany(getter: string, count: number): Named {
  return {
    kind: "unknown",
    reason: `${getter}() tells of ${count} contracts, more than the maximum of ${MAX_NAMED}`,
  };
}

function countOf(result: Result): number | undefined {
  return result.kind === "read" && typeof result.value === "bigint"
    ? Number(result.value)
    : undefined;
}

function templateList(
  factory: Address,
  { count, item }: Readonly<Record<"count" | "item", WiringFunction>>,
  answers: CallAnswers,
): Named {
  const counted = resultOf(factory, count, answers);
  if (counted.kind !== "read") {
    return counted;
  }
  const length = countOf(counted);
  if (length === undefined) {
    return invalid(`${count}()`);
  }
  if (length > MAX_NAMED) {
    return tooMany(count, length);
  }
  const items: NamedContract[] = [];
  for (let index = 1; index <= length; index += 1) {
    const result = resultOf(factory, item, answers, [BigInt(index)]);
    if (result.kind !== "read") {
      return result;
    }
    const template = templateIn(result.value);
    if (template === undefined) {
      return invalid(`${item}(${index})`);
    }
    items.push(template);
  }
  return { kind: "read", items };
}

function templateIn(value: unknown): NamedContract | undefined {
  return typeof value === "object" &&
    value !== null &&
    "templateAddress" in value &&
    isAddress(value.templateAddress) &&
    "isActive" in value &&
    typeof value.isActive === "boolean"
    ? { address: getAddress(value.templateAddress), active: value.isActive }
    : undefined;
}
