import type { Address } from "../base/address.ts";
import { addressOf } from "../base/address.ts";
import type { NetworkValues } from "../networks/definition.ts";
import type { FeeToken } from "../networks/types.ts";
import {
  type LayeredNetwork,
  PRESET_ORIGIN,
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

  function own<K extends keyof FixedValues>(key: K): FixedValues[K] {
    const read = (values: Partial<FixedValues>) => values[key];
    const fallback = [fixed[key], fixedOrigin(network)] as const;
    return pick<FixedValues[K]>(network, key, read, fallback) ?? fixed[key];
  }

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
    const path = `tokens.${kind}`;
    const published = network.preset.tokens?.[kind];
    const symbol = derived?.symbol;
    const address = pick<string>(
      network,
      `${path}.address`,
      ({ tokens }) => tokens?.[kind]?.address,
      [
        derived?.address,
        { kind: "derived", from: `registry.${derived?.registryKey}` },
      ],
      [published?.address, PRESET_ORIGIN],
    );
    const role = pick(
      network,
      `${path}.role`,
      ({ tokens }) => tokens?.[kind]?.role,
      [PAYMENT_TOKEN_ROLE, REFERENCE_ORIGIN],
    );
    return {
      name: pick(
        network,
        `${path}.name`,
        ({ tokens }) => tokens?.[kind]?.name,
        [published?.name, PRESET_ORIGIN],
      ),
      address: addressOf(address),
      role: role ?? PAYMENT_TOKEN_ROLE,
      symbol: pick(
        network,
        `${path}.symbol`,
        ({ tokens }) => tokens?.[kind]?.symbol,
        [
          symbol === undefined ? undefined : String(symbol),
          { kind: "derived", from: "portal.alphaTokenSymbol" },
        ],
      ),
      decimals: pick(
        network,
        `${path}.decimals`,
        ({ tokens }) => tokens?.[kind]?.decimals,
        [derived && ALPHA_TOKEN_DECIMALS, { kind: "default" }],
      ),
    };
  }

  return { euro: token("euro"), alpha: token("alpha", alpha) };
}

/** A network's fee token; `undefined` if its symbol is not set. */
export function resolveFeeToken(network: LayeredNetwork): FeeToken | undefined {
  const { feeTokenSymbol } = network.definition;
  const { nativeCurrency } = network.preset;
  const symbol = pick(
    network,
    "feeToken.symbol",
    ({ feeToken }) => feeToken?.symbol,
    [feeTokenSymbol, REFERENCE_ORIGIN],
    [nativeCurrency?.symbol, PRESET_ORIGIN],
  );
  const name = pick(
    network,
    "feeToken.name",
    ({ feeToken }) => feeToken?.name,
    [nativeCurrency?.name, PRESET_ORIGIN],
    [symbol, { kind: "derived", from: "feeToken.symbol" }],
  );
  const decimals = pick(
    network,
    "feeToken.decimals",
    ({ feeToken }) => feeToken?.decimals,
    [nativeCurrency?.decimals, PRESET_ORIGIN],
    [FEE_TOKEN_DECIMALS, { kind: "default" }],
  );
  return symbol === undefined || name === undefined || decimals === undefined
    ? undefined
    : { name, symbol, decimals, role: "Network Fee Token" };
}
