import type { Address } from "../../base/address.ts";

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
export function contractId({
  kind,
  key,
  index,
}: {
  readonly kind: string;
  readonly key: string;
  readonly index?: number | undefined;
}): string {
  return `${kind}.${key}${index === undefined ? "" : `[${index}]`}`;
}
