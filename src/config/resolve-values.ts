import type { Address } from "../base/address.ts";
import { checksummed } from "../base/address.ts";
import { recordOf } from "../base/records.ts";
import type {
  NetworkDefinition,
  NetworkPreset,
  NetworkValues,
} from "../networks/definition.ts";
import type { FeeToken } from "../networks/types.ts";
import {
  givenValue,
  type Layer,
  type Layering,
  PRESET_ORIGIN,
  REFERENCE_ORIGIN,
} from "./layering.ts";
import { booleanOf, numberOf, textOf } from "./narrow.ts";
import type { PortalLiteral, ResolvedAlphaNetwork } from "./types.ts";

/** The values that a network has once: ids, name, transaction parameters. */
export function resolveValues(
  layering: Layering,
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  preset: NetworkPreset,
): ResolvedAlphaNetwork["values"] {
  const { values: fixed } = definition;

  /** The user's layer: the value may stand in the portal field instead. */
  function given<T>(
    key: keyof NetworkValues,
    narrow: (value: unknown) => T | undefined,
  ): Layer<T> {
    const found = givenValue(user, definition, key);
    return [narrow(found?.value), layering.given(found?.path ?? key)];
  }

  function sourced<T>(
    key: keyof NetworkValues,
    narrow: (value: unknown) => T | undefined,
  ): Layer<T> {
    const [value, origin] = layering.sourced(key);
    return [narrow(value), origin];
  }

  function number(key: Exclude<keyof typeof fixed, "isDefault">): number {
    const value = layering.first(
      key,
      given(key, numberOf),
      sourced(key, numberOf),
      [fixed[key], REFERENCE_ORIGIN],
    );
    return value ?? fixed[key];
  }

  function isDefault(): boolean {
    const value = layering.first(
      "isDefault",
      given("isDefault", booleanOf),
      sourced("isDefault", booleanOf),
      [fixed.isDefault, REFERENCE_ORIGIN],
    );
    return value ?? fixed.isDefault;
  }

  return {
    chainId: number("chainId"),
    networkId: number("networkId"),
    displayName: layering.first(
      "displayName",
      given("displayName", textOf),
      sourced("displayName", textOf),
      [preset.displayName, PRESET_ORIGIN],
    ),
    isDefault: isDefault(),
    startBlock: number("startBlock"),
    transactionBlockTimeout: number("transactionBlockTimeout"),
    transactionConfirmationBlocks: number("transactionConfirmationBlocks"),
    transactionPollingTimeout: number("transactionPollingTimeout"),
    gasFeeMultiplier: number("gasFeeMultiplier"),
  } satisfies Record<keyof NetworkValues, unknown>;
}

const PAYMENT_TOKEN_ROLE = "Payment Token";
/** Wallets accept no other number of decimals for a native token. */
const FEE_TOKEN_DECIMALS = 18;

/** What other parts of a network say of its Alpha token. */
export interface AlphaTokenValues {
  readonly registryKey: string;
  readonly address: Address | undefined;
  readonly symbol: PortalLiteral | undefined;
}

/** A network's payment tokens by kind. */
export async function resolveTokens(
  layering: Layering,
  user: Readonly<Record<string, unknown>>,
  preset: NetworkPreset,
  alpha: AlphaTokenValues,
): Promise<ResolvedAlphaNetwork["tokens"]> {
  async function token(kind: "euro" | "alpha") {
    const path = `tokens.${kind}`;
    const given = recordOf(recordOf(user["tokens"])[kind]);
    const published = preset.tokens?.[kind];
    const own = kind === "alpha" ? alpha : undefined;
    const address = layering.pick<unknown>(
      `${path}.address`,
      given["address"],
      [own?.address, { kind: "derived", from: `registry.${own?.registryKey}` }],
      [published?.address, PRESET_ORIGIN],
    );
    return {
      name: layering.pick(`${path}.name`, textOf(given["name"]), [
        published?.name,
        PRESET_ORIGIN,
      ]),
      address: await checksummed(address),
      role:
        layering.pick(`${path}.role`, textOf(given["role"]), [
          PAYMENT_TOKEN_ROLE,
          REFERENCE_ORIGIN,
        ]) ?? PAYMENT_TOKEN_ROLE,
      symbol: layering.pick(`${path}.symbol`, textOf(given["symbol"]), [
        textOf(own?.symbol),
        { kind: "derived", from: "portal.alphaTokenSymbol" },
      ]),
      decimals: layering.pick(`${path}.decimals`, numberOf(given["decimals"])),
    };
  }

  return { euro: await token("euro"), alpha: await token("alpha") };
}

/** A network's fee token; `undefined` where its symbol is given by nobody. */
export function resolveFeeToken(
  layering: Layering,
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  preset: NetworkPreset,
): FeeToken | undefined {
  const given = recordOf(user["feeToken"]);
  const symbol = layering.pick(
    "feeToken.symbol",
    textOf(given["symbol"]),
    [definition.feeTokenSymbol, REFERENCE_ORIGIN],
    [preset.nativeCurrency?.symbol, PRESET_ORIGIN],
  );
  const name = layering.pick(
    "feeToken.name",
    textOf(given["name"]),
    [preset.nativeCurrency?.name, PRESET_ORIGIN],
    [symbol, { kind: "derived", from: "feeToken.symbol" }],
  );
  const decimals = layering.pick(
    "feeToken.decimals",
    numberOf(given["decimals"]),
    [preset.nativeCurrency?.decimals, PRESET_ORIGIN],
    [FEE_TOKEN_DECIMALS, { kind: "default" }],
  );
  return symbol === undefined || name === undefined || decimals === undefined
    ? undefined
    : { name, symbol, decimals, role: "Network Fee Token" };
}
