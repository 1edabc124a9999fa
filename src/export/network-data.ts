import type { ResolvedAlphaNetwork, ResolvedToken } from "../config/types.ts";
import type { Address, NetworkDefinition } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";

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
export function networkData({
  name,
  values,
  registry,
  tokens,
}: ResolvedAlphaNetwork): NetworkData {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
  return {
    chainId: values.chainId,
    registry: Object.fromEntries(
      Object.keys(definition.registry).map((key) => [
        key,
        registry[key] ?? null,
      ]),
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
