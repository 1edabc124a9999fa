import {
  type Address,
  addressOf,
  isAddress,
  toChecksum,
} from "../../base/address.ts";
import { type Decoded, isRecord, recordOf } from "../../base/records.ts";
import { isSameText, someOf } from "../../base/text.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import {
  pathInOtherPortal,
  pathInPortal,
  usesOtherPortal,
} from "../../config/other-portal.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { ServiceStatus } from "../report.ts";
import {
  type Judgement,
  refuse,
  type Service,
  softwareOf,
  unknown,
} from "./service.ts";

/** A provider, compared with the network and the address that its portals expect. */
export const PROVIDER: Service<ProviderDescription> = {
  service: "provider",
  field: "providerUri",
  peer: { protocol: "provider", name: "provider" },
  decode: decodeProvider,
  judge: async (description, { network }) =>
    await judgeAddress(description, expectedProvider(network)),
};

/** The judgement on a provider, with both addresses as reports have them. */
export async function judgeAddress(
  description: ProviderDescription,
  expected: ExpectedProvider,
): Promise<Judgement> {
  const { actual, ...judgement } = judgeProvider(description, expected);
  return {
    software: description.software,
    version: description.version,
    providerAddress:
      actual === undefined || expected.address === undefined
        ? undefined
        : { expected: expected.address, actual: await toChecksum(actual) },
    ...judgement,
  };
}

/** What the provider of a network should be, by the chosen version of its portal config. */
export function expectedProvider(
  network: ResolvedAlphaNetwork,
): ExpectedProvider {
  const { name, definition, values, portal, otherPortal } = network;
  const isOther = usesOtherPortal(network);
  const field = "providerAddress";
  const value = isOther ? otherPortal[field]?.value : portal[field];
  const path = (isOther ? pathInOtherPortal : pathInPortal)(definition, field);
  return {
    chainId: values.chainId,
    address: path === undefined ? null : addressOf(value),
    path: `alpha.networks.${name}.${path}`,
  };
}

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
export type ProviderVerdict = Judgement & { readonly actual?: Address };

/**
 * Judges whether a provider is the network's: it serves the chain, and has the
 * configured address on it. Values that it does not report prove nothing.
 */
export function judgeProvider(
  { addresses, chainIds }: ProviderDescription,
  { chainId, address: expected, path }: ExpectedProvider,
): ProviderVerdict {
  const byChain = typeof addresses === "string" ? undefined : addresses;
  const actual =
    typeof addresses === "string" ? addresses : addresses.get(chainId);
  const served = chainIds ?? [...(byChain?.keys() ?? [chainId])];
  const chains = judgeChains(served, chainId);
  if (chains.state === "wrong") {
    if (byChain?.has(chainId)) {
      return unknown(
        `it contradicts itself: it serves ${describeChains(served)}, and has an address on ${chainId}`,
      );
    }
    return chains;
  }
  if (served.length === 0 && byChain === undefined) {
    return unknown("it does not report which chains it serves");
  }
  if (actual === undefined) {
    return unknown("it reports no address on this chain");
  }
  if (expected === null) {
    return {
      state: "ok",
      actual,
      note: "its address is not compared: the portal config has none for it",
    };
  }
  if (expected === undefined) {
    const reason = `its address is ${actual}, which cannot be compared: providerAddress is not set`;
    return { actual, ...unknown(reason, `Set ${path} in the Hardhat config.`) };
  }
  if (isSameText(actual, expected)) {
    return { state: "ok", actual };
  }
  return {
    state: "wrong",
    actual,
    reason: `its address is ${actual}, not the configured ${expected}`,
    remedy: `Check the provider's URL, and ${path} in the Hardhat config.`,
  };
}

/** Judges whether a service serves a chain, by the chains that it reports, if any. */
export function judgeChains(
  served: readonly number[],
  chainId: number,
): Judgement {
  if (served.length === 0) {
    return { state: "ok", note: "it does not report which chains it serves" };
  }
  if (served.includes(chainId)) {
    return { state: "ok" };
  }
  const reason = `it serves ${describeChains(served)}, not ${chainId}`;
  return { state: "wrong", reason };
}

function describeChains(chainIds: readonly number[]): string {
  return `the chain${chainIds.length === 1 ? "" : "s"} ${someOf(chainIds.map(String))}`;
}

const CHAIN_ID = /^[1-9]\d{0,15}$/;

/** The description of a provider. */
export interface ProviderDescription
  extends Pick<ServiceStatus, "software" | "version"> {
  /** The chains that it serves; `undefined` if it does not report them. */
  readonly chainIds: readonly number[] | undefined;
  /** Its address on each chain, or one for all that it serves. */
  readonly addresses: ReadonlyMap<number, Address> | Address;
}

/**
 * Decodes the description of a provider. Providers for one chain have
 * `providerAddress` (the oldest `provider-address`) and `chainId`; later ones
 * `providerAddresses` by chain id and `chainIds`; an Ocean Node has one
 * `providerAddress` and `chainIds`.
 *
 * @see https://github.com/oceanprotocol/provider/issues/572
 */
export function decodeProvider(value: unknown): Decoded<ProviderDescription> {
  if (!isRecord(value)) {
    return refuse(`${describeValue(value)} where its description was expected`);
  }
  const chains = value["chainIds"] ?? value["chainId"] ?? undefined;
  const chainIds =
    chains === undefined ? undefined : chainIdsOf([chains].flat());
  if (chains !== undefined && chainIds === undefined) {
    return refuse(`${describeValue(chains)} in place of its chain ids`);
  }
  const byChain = value["providerAddresses"] ?? undefined;
  const given =
    byChain ?? value["providerAddress"] ?? value["provider-address"];
  if (given === undefined || given === null) {
    return refuse(
      "a description without an address: is this the URL of a provider?",
    );
  }
  const addresses =
    byChain === undefined ? addressOf(given) : addressesByChain(byChain);
  if (addresses === undefined) {
    return refuse(`${describeValue(given)} in place of its address`);
  }
  return { ok: true, value: { ...softwareOf(value), chainIds, addresses } };
}

export function chainIdsOf(
  values: readonly unknown[],
): readonly number[] | undefined {
  const isChainId = (id: unknown): id is number | string =>
    (typeof id === "number" || typeof id === "string") &&
    CHAIN_ID.test(String(id));
  return values.every(isChainId) ? values.map(Number) : undefined;
}

/** `undefined` unless every chain has one address; there is at least one. */
function addressesByChain(
  value: unknown,
): ReadonlyMap<number, Address> | undefined {
  const entries = Object.entries(recordOf(value));
  const chainIds = chainIdsOf(entries.map(([id]) => id));
  const byChain = new Map<number, Address>();
  for (const [id, address] of entries) {
    if (chainIds === undefined || !isAddress(address)) {
      return undefined;
    }
    byChain.set(Number(id), address);
  }
  return byChain.size > 0 ? byChain : undefined;
}
