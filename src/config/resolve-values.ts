import { type Address, addressOf } from "../base/address.ts";
import {
  ALPHA_TOKEN_DECIMALS,
  ALPHA_TOKEN_SYMBOL,
} from "../base/token-amounts.ts";
import { registryKeyOf } from "../networks/definition.ts";
import type { FeeToken } from "../networks/types.ts";
import { contractOfRole, type RegistryAddresses } from "./contracts.ts";
import type { ValueOrigin } from "./layers.ts";
import {
  DEFAULT_ORIGIN,
  type LayeredNetwork,
  pick,
  REFERENCE_ORIGIN,
} from "./layers.ts";
import type {
  AlphaSandboxConfig,
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
    ([key, value]) => [key, pick(network, key, value, origin)] as const,
  );
  const ownName = network.definition.like && network.name;
  const displayName = pick(network, "displayName", ownName, DEFAULT_ORIGIN);
  return { ...fixed, ...Object.fromEntries(values), displayName };
}

const PAYMENT_TOKEN_ROLE = "Payment Token";
/** Wallets accept no other number of decimals for a native token. */
const FEE_TOKEN_DECIMALS = 18;

/**
 * A network's payment tokens by kind. The Alpha token's address is in the registry, and
 * its symbol in the portal config.
 */
export function resolveTokens(
  network: LayeredNetwork,
  registry: RegistryAddresses,
  portal: ResolvedAlphaNetwork["portal"],
): ResolvedAlphaNetwork["tokens"] {
  const key = registryKeyOf(network.definition, "token") ?? "";
  const symbol = portal["alphaTokenSymbol"]?.toString();
  const derived = (from: string) => ({ kind: "derived", from }) as const;

  function token(
    kind: TokenKind,
    known: {
      address?: unknown;
      symbol?: string | undefined;
      decimals?: number | undefined;
    },
  ): ResolvedToken {
    const own = <T>(field: string, fallback?: T, origin?: ValueOrigin) =>
      pick<T>(network, `tokens.${kind}.${field}`, fallback, origin);
    const address = own("address", known.address, derived(`registry.${key}`));
    const role = own("role", PAYMENT_TOKEN_ROLE, REFERENCE_ORIGIN);
    return {
      name: own<string>("name"),
      address: addressOf(address),
      role: role ?? PAYMENT_TOKEN_ROLE,
      symbol: own("symbol", known.symbol, derived("portal.alphaTokenSymbol")),
      decimals: own("decimals", known.decimals, DEFAULT_ORIGIN),
    };
  }

  // The base token of a network of the project's own need not be of this contract.
  const isOwn = network.definition.like !== undefined;
  const decimals = isOwn ? undefined : ALPHA_TOKEN_DECIMALS;
  return {
    euro: token("euro", {}),
    alpha: token("alpha", { address: registry[key], symbol, decimals }),
  };
}

/**
 * The contracts of a sandbox emit events from its first blocks, which are below
 * the `startBlock` of the live network.
 */
export const SANDBOX_START_BLOCK = 0;

/** A payment token as its contract on a sandbox is. */
export interface PlacedToken extends ResolvedToken {
  readonly address: Address;
  readonly symbol: string;
  readonly decimals: number;
}

/**
 * A network's payment tokens as they are on its sandbox, without those whose address is
 * not set. The Alpha token's contract has its own symbol and decimals, whatever is
 * configured.
 */
export function sandboxTokens(
  network: Pick<ResolvedAlphaNetwork, "tokens" | "contracts">,
  { euroDecimals }: Pick<AlphaSandboxConfig, "euroDecimals">,
): Readonly<Partial<Record<TokenKind, PlacedToken>>> {
  const registered = contractOfRole(network, "token")?.address;
  const placed = (kind: TokenKind, defaultDecimals: number) => {
    const token = network.tokens[kind];
    const { address, name } = token;
    if (address === undefined) {
      return {};
    }
    let { symbol = name ?? kind, decimals = defaultDecimals } = token;
    if (address === registered) {
      symbol = ALPHA_TOKEN_SYMBOL;
      decimals = ALPHA_TOKEN_DECIMALS;
    }
    return { [kind]: { ...token, address, symbol, decimals } };
  };
  return {
    ...placed("euro", euroDecimals),
    ...placed("alpha", ALPHA_TOKEN_DECIMALS),
  };
}

/** A network's fee token; `undefined` if its symbol is not set. */
export function resolveFeeToken(network: LayeredNetwork): FeeToken | undefined {
  const own = <T>(field: string, fallback: T, origin: ValueOrigin) =>
    pick(network, `feeToken.${field}`, fallback, origin);
  const { feeTokenSymbol } = network.definition;
  const symbol = own("symbol", feeTokenSymbol, REFERENCE_ORIGIN);
  const derived = { kind: "derived", from: "feeToken.symbol" } as const;
  const name = own("name", symbol, derived);
  const decimals = own("decimals", FEE_TOKEN_DECIMALS, DEFAULT_ORIGIN);
  if (symbol === undefined || name === undefined || decimals === undefined) {
    return undefined;
  }
  return { name, symbol, decimals, role: "Network Fee Token" };
}
