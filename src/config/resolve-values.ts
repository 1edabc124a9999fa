import type { Address } from "../base/address.ts";
import { addressOf } from "../base/address.ts";
import type { NetworkValues } from "../networks/definition.ts";
import type { FeeToken } from "../networks/types.ts";
import {
  type Fallback,
  type LayeredNetwork,
  PRESET_ORIGIN,
  pick,
  pickOr,
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
import type { NetworkSettings, TokenUserConfig } from "./user-config.ts";

type FixedValues = Omit<NetworkValues, "displayName">;

/** The origin of a definition's values: a network of the project's own has defaults. */
export function fixedOrigin({ definition }: LayeredNetwork): ValueOrigin {
  return definition.like === undefined ? REFERENCE_ORIGIN : { kind: "default" };
}

/** The own values of a network: ids, name, transaction parameters. */
export function resolveValues(
  network: LayeredNetwork,
): ResolvedAlphaNetwork["values"] {
  const { values: fixed } = network.definition;

  const origin = fixedOrigin(network);
  const own = <K extends keyof FixedValues>(key: K) =>
    pickOr(network, key, fixed[key], origin);

  return {
    chainId: own("chainId"),
    networkId: own("networkId"),
    displayName: pick(
      network,
      "displayName",
      ({ displayName }) => displayName,
      [network.preset.displayName, PRESET_ORIGIN],
    ),
    isDefault: own("isDefault"),
    startBlock: own("startBlock"),
    transactionBlockTimeout: own("transactionBlockTimeout"),
    transactionConfirmationBlocks: own("transactionConfirmationBlocks"),
    transactionPollingTimeout: own("transactionPollingTimeout"),
    gasFeeMultiplier: own("gasFeeMultiplier"),
  } satisfies Record<keyof NetworkValues, unknown>;
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
    const published = network.preset.tokens?.[kind];
    const symbol = derived?.symbol;
    function own<K extends keyof TokenUserConfig>(
      field: K,
      ...fallbacks: readonly Fallback<TokenUserConfig[K]>[]
    ) {
      return pick<TokenUserConfig[K]>(
        network,
        `tokens.${kind}.${field}`,
        ({ tokens }) => tokens?.[kind]?.[field],
        ...fallbacks,
      );
    }
    const address = own(
      "address",
      [
        derived?.address,
        { kind: "derived", from: `registry.${derived?.registryKey}` },
      ],
      [published?.address, PRESET_ORIGIN],
    );
    const role = own("role", [PAYMENT_TOKEN_ROLE, REFERENCE_ORIGIN]);
    return {
      name: own("name", [published?.name, PRESET_ORIGIN]),
      address: addressOf(address),
      role: role ?? PAYMENT_TOKEN_ROLE,
      symbol: own("symbol", [
        symbol === undefined ? undefined : String(symbol),
        { kind: "derived", from: "portal.alphaTokenSymbol" },
      ]),
      decimals: own("decimals", [
        derived && ALPHA_TOKEN_DECIMALS,
        { kind: "default" },
      ]),
    };
  }

  return { euro: token("euro"), alpha: token("alpha", alpha) };
}

/** A network's fee token; `undefined` if its symbol is not set. */
export function resolveFeeToken(network: LayeredNetwork): FeeToken | undefined {
  const { feeTokenSymbol } = network.definition;
  const { nativeCurrency } = network.preset;
  type Fields = NonNullable<NetworkSettings["feeToken"]>;
  function own<K extends keyof Fields>(
    field: K,
    ...fallbacks: readonly Fallback<Fields[K]>[]
  ) {
    return pick<Fields[K]>(
      network,
      `feeToken.${field}`,
      ({ feeToken }) => feeToken?.[field],
      ...fallbacks,
    );
  }
  const symbol = own(
    "symbol",
    [feeTokenSymbol, REFERENCE_ORIGIN],
    [nativeCurrency?.symbol, PRESET_ORIGIN],
  );
  const name = own(
    "name",
    [nativeCurrency?.name, PRESET_ORIGIN],
    [symbol, { kind: "derived", from: "feeToken.symbol" }],
  );
  const decimals = own(
    "decimals",
    [nativeCurrency?.decimals, PRESET_ORIGIN],
    [FEE_TOKEN_DECIMALS, { kind: "default" }],
  );
  return symbol === undefined || name === undefined || decimals === undefined
    ? undefined
    : { name, symbol, decimals, role: "Network Fee Token" };
}
