import type { Address } from "../../base/address.ts";
import { addressOf, isAddress, toChecksum } from "../../base/address.ts";
import type { Decoded } from "../../base/records.ts";
import { isRecord, ownValue } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import type { ServiceStatus } from "../report.ts";
import {
  getDescription,
  refuse,
  type ServiceVerdict,
  type Software,
  softwareOf,
  type TimeLimits,
} from "./ask-service.ts";

/** The status of a provider, by its description. */
export async function statusOfProvider(
  url: string,
  limits: TimeLimits,
  expected: ExpectedProvider,
): Promise<Omit<ServiceStatus, "service" | "endpoint">> {
  const answer = await getDescription(url, {
    service: "provider",
    limits,
    decode: decodeProvider,
  });
  const { timing } = answer;
  if (!answer.ok) {
    return { state: "unknown", ...timing, reason: answer.reason };
  }
  const { software, version } = answer.value;
  const { state, actual, ...words } = judgeProvider(answer.value, expected);
  return {
    state,
    ...(software === undefined ? {} : { software }),
    ...(version === undefined ? {} : { version }),
    ...(actual === undefined || expected.address === undefined
      ? {}
      : {
          providerAddress: {
            expected: expected.address,
            actual: await toChecksum(actual),
          },
        }),
    ...timing,
    ...words,
  };
}

const MAX_CHAINS_NAMED = 10;

/** The expected values of a network's provider. */
export interface ExpectedProvider {
  readonly chainId: number;
  /**
   * The configured address; `undefined` if it is not set, `null` on a network without
   * such a field.
   */
  readonly address: Address | undefined | null;
  /** Where the address is configured. */
  readonly path: string;
}

/** The verdict on a provider, with its address on the expected chain. */
export interface ProviderVerdict extends ServiceVerdict {
  readonly actual?: Address;
}

/**
 * Whether a provider is the network's: it serves the chain, and has the configured
 * address on it. Values that it does not report prove nothing.
 */
export function judgeProvider(
  { addresses, chainIds }: ProviderDescription,
  { chainId, address: expected, path }: ExpectedProvider,
): ProviderVerdict {
  const byChain = typeof addresses === "string" ? undefined : addresses;
  const actual =
    typeof addresses === "string" ? addresses : addresses.get(chainId);
  const served = chainIds ?? [...(byChain?.keys() ?? [chainId])];
  if (served.length > 0 && !served.includes(chainId)) {
    const chains = describeChains(served);
    return byChain?.has(chainId)
      ? {
          state: "unknown",
          reason: `it contradicts itself: it serves ${chains}, and has an address on ${chainId}`,
        }
      : { state: "wrong", reason: `it serves ${chains}, not ${chainId}` };
  }
  if (served.length === 0 && byChain === undefined) {
    return {
      state: "unknown",
      reason: "it does not report which chains it serves",
    };
  }
  if (actual === undefined) {
    return { state: "unknown", reason: "it reports no address on this chain" };
  }
  if (expected === null) {
    return {
      state: "ok",
      actual,
      note: "its address is not compared: this network's portal config has none",
    };
  }
  if (expected === undefined) {
    return {
      state: "unknown",
      actual,
      reason: `its address is ${actual}, which cannot be compared: providerAddress is not set`,
      remedy: `Set ${path} in the Hardhat config.`,
    };
  }
  return actual.toLowerCase() === expected.toLowerCase()
    ? { state: "ok", actual }
    : {
        state: "wrong",
        actual,
        reason: `its address is ${actual}, not the configured ${expected}`,
        remedy: `Check the provider's URL, and ${path} in the Hardhat config.`,
      };
}

function describeChains(chainIds: readonly number[]): string {
  const named = chainIds.slice(0, MAX_CHAINS_NAMED).join(", ");
  const more = chainIds.length - MAX_CHAINS_NAMED;
  return `the chain${chainIds.length === 1 ? "" : "s"} ${named}${more > 0 ? ` and ${more} more` : ""}`;
}

const CHAIN_ID = /^[1-9]\d{0,15}$/;

/** The description of a provider. */
export interface ProviderDescription extends Software {
  /** The chains that it serves; `undefined` if it does not report them. */
  readonly chainIds: readonly number[] | undefined;
  /** Its address on each chain, or one for all that it serves. */
  readonly addresses: ReadonlyMap<number, Address> | Address;
}

/**
 * Decodes the description of a provider. Providers for one chain have
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

/** A member; `undefined` if it is missing or `null`. */
function member(
  object: Readonly<Record<string, unknown>>,
  name: string,
): unknown {
  return ownValue(object, name) ?? undefined;
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
    return addressOf(value);
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
