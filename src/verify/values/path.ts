import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";

const OF_ADDRESS = /^(0x[\da-fA-F]{40})\.(.+)$/;
const OF_OWN = /^own\.[^.]+/;

/** The address and the name in the id of a value at an address that is followed. */
export function partsOfId(
  id: string,
): { readonly address: Address; readonly name: string } | undefined {
  const [, address, name] = OF_ADDRESS.exec(id) ?? [];
  return name === undefined ? undefined : { address: address as Address, name };
}

/** The followed address that a value is at; `undefined` of all other values. */
export function addressInId(id: string): Address | undefined {
  return partsOfId(id)?.address;
}

const OFFERED =
  /\.(?:\w+\(\)|(?:slot|list)\[[^\]]*\]|(?:roles|allowances)\[\w+\]|facets|constants|functions|storage)$/;

/** Tells whether an id is of a value that only the code of a contract tells. */
export function isOfferedId(id: string): boolean {
  return ownContractIn(id) === undefined && OFFERED.test(id);
}

/** The number of such values among all, with those of the project's own contracts. */
export function countFound(policy: Readonly<Record<string, unknown>>): number {
  return Object.keys(policy).filter((id) => OFFERED.test(id)).length;
}

/** The last byte of a word. */
export const LAST_BYTE = 31;

/** The name of a value in a word of storage: `slot[0x1]`, `slot[0x1:20]`, `slot[0x1-3]`. */
export function slotName(slot: Hex, first: number, end?: number): string {
  const start = first === 0 ? "" : `:${first}`;
  return `slot[${slot}${start}${end === undefined ? "" : `-${end}`}]`;
}

/** The name of a list in storage. */
export function listName(slot: Hex): string {
  return `list[${slot}]`;
}

/** The names of values that only the code of a contract tells, by their parts. */
const NAMES = [
  /^(?<view>\w+)\(\)$/,
  /^list\[(?<items>0x[\da-f]+)\]$/,
  /^slot\[(?<slot>0x[\da-f]+)(?::(?<first>\d+))?(?:-(?<end>\d+))?\]$/,
  /^(?<permissions>\w+)\[(?<module>0x[\da-fA-F]{40})\]$/,
];

/** The parts of such a name; none of another one. */
export function partsOfName(
  name: string,
): Readonly<Record<string, string | undefined>> {
  const found = NAMES.map((one) => one.exec(name)?.groups);
  return found.find((groups) => groups !== undefined) ?? {};
}

/** The part of an id in front of its last name: `router` of `router.owner`. */
export function prefixOfId(id: string): string {
  return id.slice(0, id.lastIndexOf("."));
}

/** The last name of an id: `owner` of `router.owner`. */
export function nameInId(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}

/** The contract of the project's own in an id: `own.Market` of `own.Market.owner`. */
export function ownContractIn(id: string): string | undefined {
  return OF_OWN.exec(id)?.[0];
}

/** The id of a contract: `registry.ERC20Template[0]`. */
export function contractId(contract: {
  readonly kind: string;
  readonly key: string;
  readonly index?: number | undefined;
}): string {
  const { kind, key, index } = contract;
  return `${kind}.${key}${index === undefined ? "" : `[${index}]`}`;
}
