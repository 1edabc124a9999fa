import type { Address } from "../base/address.ts";
import { addressOf } from "../base/address.ts";
import type { FeeToken } from "../networks/types.ts";
import {
  DEFAULT_ORIGIN,
  type Fallback,
  type LayeredNetwork,
  pick,
  REFERENCE_ORIGIN,
} from "./layers.ts";
import type { ValueOrigin } from "./origins.ts";
import { ALPHA_TOKEN_DECIMALS } from "./token-amounts.ts";
import type {
  PortalLiteral,
  ResolvedAlphaNetwork,
  ResolvedToken,
  TokenKind,
} from "./types.ts";

/** The origin of a definition's values: a network of the project's own has defaults. */
export function fixedOrigin({ definition }: LayeredNetwork): ValueOrigin {
  return definition.like === undefined ? REFERENCE_ORIGIN : DEFAULT_ORIGIN;
}

/** The own values of a network: ids, name, transaction parameters. */
export function resolveValues(
  network: LayeredNetwork,
): ResolvedAlphaNetwork["values"] {
  const { values: fixed } = network.definition;
  const origin = fixedOrigin(network);
  const values = Object.entries(fixed).map(
    ([key, value]) => [key, pick(network, key, [value, origin])] as const,
  );
  const displayName = pick<string>(network, "displayName");
  return { ...fixed, ...Object.fromEntries(values), displayName };
}

const PAYMENT_TOKEN_ROLE = "Payment Token";
/** Wallets accept no other number of decimals for a native token. */
const FEE_TOKEN_DECIMALS = 18;

/** The Alpha token according to the registry and the portal config. */
export interface AlphaTokenValues {
  readonly registryKey: string;
  readonly address: Address | undefined;
  readonly symbol: PortalLiteral | undefined;
}

/** A network's payment tokens by kind. */
export function resolveTokens(
  network: LayeredNetwork,
  alpha: AlphaTokenValues,
): ResolvedAlphaNetwork["tokens"] {
  function token(kind: TokenKind, derived?: AlphaTokenValues): ResolvedToken {
    const own = <T>(field: string, ...fallbacks: readonly Fallback<T>[]) =>
      pick(network, `tokens.${kind}.${field}`, ...fallbacks);
    const address = own("address", [
      derived?.address,
      { kind: "derived", from: `registry.${derived?.registryKey}` },
    ]);
    const role = own("role", [PAYMENT_TOKEN_ROLE, REFERENCE_ORIGIN]);
    return {
      name: own<string>("name"),
      address: addressOf(address),
      role: role ?? PAYMENT_TOKEN_ROLE,
      symbol: own("symbol", [
        derived?.symbol?.toString(),
        { kind: "derived", from: "portal.alphaTokenSymbol" },
      ]),
      decimals: own("decimals", [
        derived && ALPHA_TOKEN_DECIMALS,
        DEFAULT_ORIGIN,
      ]),
    };
  }

  return { euro: token("euro"), alpha: token("alpha", alpha) };
}

/** A network's fee token; `undefined` if its symbol is not set. */
export function resolveFeeToken(network: LayeredNetwork): FeeToken | undefined {
  const symbol = pick(network, "feeToken.symbol", [
    network.definition.feeTokenSymbol,
    REFERENCE_ORIGIN,
  ]);
  const name = pick(network, "feeToken.name", [
    symbol,
    { kind: "derived", from: "feeToken.symbol" },
  ]);
  const decimals = pick(network, "feeToken.decimals", [
    FEE_TOKEN_DECIMALS,
    DEFAULT_ORIGIN,
  ]);
  return symbol === undefined || name === undefined || decimals === undefined
    ? undefined
    : { name, symbol, decimals, role: "Network Fee Token" };
}
