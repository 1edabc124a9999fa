import { getAddress } from "viem/utils";
import type { Address } from "../base/address.ts";
import { isAddress, isZeroAddress } from "../base/address.ts";
import type { View } from "../contracts/contract-type.ts";
import { COMMUNITY_FEE_COLLECTOR } from "../contracts/types/community-fee-collector.ts";
import { ERC20_TEMPLATES } from "../contracts/types/erc20-templates.ts";
import { ERC721_FACTORY } from "../contracts/types/erc721-factory.ts";
import { ROUTER } from "../contracts/types/router.ts";
import type { ProbeCall } from "../rpc/probe-calls.ts";
import { tokenCalls } from "../verify/identity/judge-token.ts";
import type { CallReading } from "../verify/reading/readings.ts";
import { callKey } from "../verify/reading/readings.ts";
import { decodeResult, encodeCall } from "../verify/wiring/codec.ts";

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

const FACTORY = ROUTER.references.factory.view;
const COLLECTOR = COMMUNITY_FEE_COLLECTOR.mentions.opcCollector.view;
const EXCHANGES = ROUTER.privileged.exchanges.source.view;
const DISPENSERS = ROUTER.privileged.dispensers.source.view;
const APPROVED_TOKENS = ROUTER.privileged.approvedTokens.source.view;
const TOKEN_TEMPLATES = ERC721_FACTORY.privileged.tokenTemplates.source;
const NFT_TEMPLATES = ERC721_FACTORY.privileged.nftTemplates.source;
/** What names the router: the factory, an exchange or a dispenser. */
export const NAMED_ROUTER = ERC721_FACTORY.references.router.view;
export const TEMPLATE_ID = ERC20_TEMPLATES.constants.id.view;

/** More items of a list are not read: a contract can name any number. */
const MAX_NAMED = 50;

/** What the answers so far name. */
export function namedByRouter(
  router: Address,
  answers: CallAnswers,
): NamedByRouter {
  const factory = oneAddress(router, FACTORY, answers);
  const [first] = itemsOf(factory);
  const templates = (list: TemplateViews): Named =>
    first === undefined
      ? { kind: "unknown", reason: "the factory, which names them, is unknown" }
      : templateList(first.address, list, answers);
  return {
    factory,
    collector: oneAddress(router, COLLECTOR, answers),
    exchanges: addressList(router, EXCHANGES, answers),
    dispensers: addressList(router, DISPENSERS, answers),
    approvedTokens: addressList(router, APPROVED_TOKENS, answers),
    tokenTemplates: templates(TOKEN_TEMPLATES),
    nftTemplates: templates(NFT_TEMPLATES),
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
    ].map(({ address }) => callOf(address, NAMED_ROUTER)),
    ...itemsOf(named.approvedTokens).flatMap(({ address }) =>
      tokenCalls(address),
    ),
    ...[...itemsOf(named.tokenTemplates), ...itemsOf(named.nftTemplates)].map(
      ({ address }) => callOf(address, TEMPLATE_ID),
    ),
  ];
  const unasked = new Map(calls.map((call) => [callKey(call), call]));
  return [...unasked]
    .filter(([key]) => !answers.has(key))
    .map(([, call]) => call);
}

const ROUTER_GETTERS: readonly View[] = [
  FACTORY,
  COLLECTOR,
  EXCHANGES,
  DISPENSERS,
  APPROVED_TOKENS,
];

type TemplateViews = Readonly<Record<"count" | "item", View>>;

function factoryCalls(
  factory: Address,
  answers: CallAnswers,
): readonly ProbeCall[] {
  return [TOKEN_TEMPLATES, NFT_TEMPLATES].flatMap(({ count, item }) => {
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

/** A decoded answer, or why there is none. */
type Result =
  | { readonly kind: "read"; readonly value: unknown }
  | Exclude<Named, { readonly kind: "read" }>;

function resultOf(
  of: Address,
  getter: View,
  answers: CallAnswers,
  args: readonly bigint[] = [],
): Result {
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
      return {
        kind: "unknown",
        reason: `${name} could not be read${reading === undefined ? "" : `: ${reading.reason}`}`,
      };
  }
}

function invalid(name: string): Exclude<Named, { readonly kind: "read" }> {
  return { kind: "invalid", reason: `${name} returns something else` };
}

function oneAddress(of: Address, getter: View, answers: CallAnswers): Named {
  const result = resultOf(of, getter, answers);
  if (result.kind !== "read") {
    return result;
  }
  if (!isAddress(result.value)) {
    return invalid(`${nameOf(getter)}()`);
  }
  return {
    kind: "read",
    items: isZeroAddress(result.value)
      ? []
      : [{ address: getAddress(result.value) }],
  };
}

function addressList(of: Address, getter: View, answers: CallAnswers): Named {
  const result = resultOf(of, getter, answers);
  if (result.kind !== "read") {
    return result;
  }
  const { value } = result;
  if (!Array.isArray(value) || !value.every(isAddress)) {
    return invalid(`${nameOf(getter)}()`);
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

function tooMany(getter: View, count: number): Named {
  return {
    kind: "unknown",
    reason: `${nameOf(getter)}() tells of ${count} contracts, more than the maximum of ${MAX_NAMED}`,
  };
}

function countOf(result: Result): number | undefined {
  return result.kind === "read" && typeof result.value === "bigint"
    ? Number(result.value)
    : undefined;
}

function templateList(
  factory: Address,
  { count, item }: TemplateViews,
  answers: CallAnswers,
): Named {
  const counted = resultOf(factory, count, answers);
  if (counted.kind !== "read") {
    return counted;
  }
  const length = countOf(counted);
  if (length === undefined) {
    return invalid(`${nameOf(count)}()`);
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
      return invalid(`${nameOf(item)}(${index})`);
    }
    items.push(template);
  }
  return { kind: "read", items };
}

function templateIn(value: unknown): NamedContract | undefined {
  const [address, active] = Array.isArray(value) ? value : [];
  return isAddress(address) && typeof active === "boolean"
    ? { address: getAddress(address), active }
    : undefined;
}

/** The name of a view, for messages. */
function nameOf(view: View): string {
  return view.slice(0, view.indexOf("("));
}
