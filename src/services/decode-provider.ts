import { isAddress } from "../config/checksum.ts";
import type { Address } from "../networks/definition.ts";
import { describeValue } from "../rpc/decode/describe-value.ts";
import { isRecord } from "../rpc/is-record.ts";
import type { Decoded } from "../rpc/types.ts";
import { type Software, softwareOf } from "./software.ts";

const CHAIN_ID = /^[1-9]\d{0,15}$/;

/** What a provider says of itself. */
export interface ProviderDescription extends Software {
  /** The chains that it serves; `undefined` where it does not tell. */
  readonly chainIds: readonly number[] | undefined;
  /** Its address on each chain, or one for all that it serves. */
  readonly addresses: ReadonlyMap<number, Address> | Address;
}

/**
 * Reads what a provider answers at its root. Providers for one chain have
 * `providerAddress` (the oldest `provider-address`) and `chainId`; later ones
 * `providerAddresses` by chain id and `chainIds`; the proposal between the two
 * has lists of both; an Ocean Node has one `providerAddress` and `chainIds`.
 *
 * @see https://github.com/oceanprotocol/provider/issues/572
 */
export function decodeProvider(value: unknown): Decoded<ProviderDescription> {
  if (!isRecord(value)) {
    return refuse(`${describeValue(value)} where its description was expected`);
  }
  const chains = member(value, "chainIds") ?? member(value, "chainId");
  const chainIds = chains === undefined ? undefined : chainIdsOf(chains);
  if (chains !== undefined && chainIds === undefined) {
    return refuse(`${describeValue(chains)} in place of its chain ids`);
  }
  const byChain = member(value, "providerAddresses");
  const plain =
    member(value, "providerAddress") ?? member(value, "provider-address");
  const given = byChain ?? plain;
  if (given === undefined) {
    return refuse(
      "a description without an address: is this the URL of a provider?",
    );
  }
  const addresses =
    byChain === undefined
      ? plainAddresses(plain, chainIds)
      : addressesByChain(byChain);
  if (addresses === undefined) {
    return refuse(`${describeValue(given)} in place of its address`);
  }
  return {
    ok: true,
    value: { ...softwareOf(value), chainIds, addresses },
  };
}

/** A member that is there; `null` counts as not there. */
function member(
  object: Readonly<Record<string, unknown>>,
  name: string,
): unknown {
  return Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined;
}

function chainIdsOf(value: unknown): readonly number[] | undefined {
  const ids = [value].flat().map(chainIdOf);
  const known = ids.filter((id) => id !== undefined);
  return known.length === ids.length ? known : undefined;
}

function chainIdOf(value: unknown): number | undefined {
  const isNumber = typeof value === "number" || typeof value === "string";
  return isNumber && CHAIN_ID.test(String(value)) ? Number(value) : undefined;
}

function addressesByChain(
  value: unknown,
): ReadonlyMap<number, Address> | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const entries = Object.entries(value);
  return paired(
    entries.map(([chain]) => chainIdOf(chain)),
    entries.map(([, address]) => address),
  );
}

function plainAddresses(
  value: unknown,
  chainIds: readonly number[] | undefined,
): ReadonlyMap<number, Address> | Address | undefined {
  if (!Array.isArray(value)) {
    return isAddress(value) ? value : undefined;
  }
  return chainIds?.length === value.length
    ? paired(chainIds, value)
    : undefined;
}

/** `undefined` unless every chain has one address; there is at least one. */
function paired(
  chainIds: readonly (number | undefined)[],
  addresses: readonly unknown[],
): ReadonlyMap<number, Address> | undefined {
  const pairs = new Map<number, Address>();
  for (const [index, chainId] of chainIds.entries()) {
    const address = addresses[index];
    if (chainId === undefined || pairs.has(chainId) || !isAddress(address)) {
      return undefined;
    }
    pairs.set(chainId, address);
  }
  return pairs.size === 0 ? undefined : pairs;
}

function refuse(what: string): Decoded<never> {
  return { ok: false, reason: `the endpoint sent ${what}` };
}
