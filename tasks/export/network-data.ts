import type { Address } from "../../src/base/address.ts";
import { registryEntries } from "../../src/config/contracts.ts";
import {
  chainsWithSameId,
  unsetMessage,
} from "../../src/config/network-values.ts";
import type {
  ResolvedAlphaNetwork,
  ResolvedToken,
} from "../../src/config/types.ts";
import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import type { ExportedNetwork } from "./format.ts";

/** A network's addresses. `null`: nobody gives it. */
export interface NetworkData {
  readonly chainId: number;
  /** With the network's own keys, in the reference's order. */
  readonly registry: Readonly<
    Record<string, Address | readonly Address[] | null>
  >;
  readonly tokens: Readonly<Record<"euro" | "alpha", TokenData>>;
}

export interface TokenData {
  readonly name: string | null;
  readonly address: Address | null;
  /** Only where it is known. */
  readonly symbol?: string;
  /** Only where it is known. */
  readonly decimals?: number;
}

/** What an export says of a network, apart from its form. */
export function networkData(network: ResolvedAlphaNetwork): NetworkData {
  const { values, tokens } = network;
  return {
    chainId: values.chainId,
    registry: Object.fromEntries(
      registryEntries(network).map(({ key, value }) => [key, value ?? null]),
    ),
    tokens: { euro: tokenData(tokens.euro), alpha: tokenData(tokens.alpha) },
  };
}

function tokenData({
  name,
  address,
  symbol,
  decimals,
}: ResolvedToken): TokenData {
  return {
    name: name ?? null,
    address: address ?? null,
    ...(symbol === undefined ? {} : { symbol }),
    ...(decimals === undefined ? {} : { decimals }),
  };
}

/** What nobody gives of a network's addresses, each with how to set it. */
export function dataGaps(
  network: AlphaNetworkName,
  { registry, tokens }: NetworkData,
): string[] {
  return [
    ...Object.entries(registry)
      .filter(([, value]) => value === null)
      .map(([key]) => `registry.${key}`),
    ...Object.entries(tokens).flatMap(([kind, token]) =>
      Object.entries(token)
        .filter(([, value]) => value === null)
        .map(([key]) => `tokens.${kind}.${key}`),
    ),
  ].map((path) => unsetMessage(network, path));
}

/**
 * Says of networks that share their chain id with another chain that whoever
 * reads `what` goes by the chain id alone.
 */
export function sameIdNotes(
  networks: readonly ExportedNetwork[],
  what: string,
): string[] {
  return networks.flatMap(({ network }) =>
    chainsWithSameId(network).map(
      (other) =>
        `${network.name}: chain id ${network.values.chainId} is also that of ${other.name}, and wallets tell ${what} by the chain id alone.`,
    ),
  );
}
