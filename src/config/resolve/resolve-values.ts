import type {
  NetworkDefinition,
  NetworkValues,
} from "../../networks/definition.ts";
import type { NetworkPreset } from "../../networks/preset.ts";
import { givenValue } from "../given-value.ts";
import { booleanOf, numberOf, textOf } from "../narrow.ts";
import type { ResolvedAlphaNetwork } from "../types.ts";
import {
  type Layer,
  type Layering,
  PRESET_ORIGIN,
  REFERENCE_ORIGIN,
} from "./layering.ts";

/** The values that a network has once: ids, name, transaction parameters. */
export function resolveValues(
  layering: Layering,
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  preset: NetworkPreset | undefined,
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
      [preset?.displayName, PRESET_ORIGIN],
    ),
    isDefault: isDefault(),
    startBlock: number("startBlock"),
    transactionBlockTimeout: number("transactionBlockTimeout"),
    transactionConfirmationBlocks: number("transactionConfirmationBlocks"),
    transactionPollingTimeout: number("transactionPollingTimeout"),
    gasFeeMultiplier: number("gasFeeMultiplier"),
  } satisfies Record<keyof NetworkValues, unknown>;
}
