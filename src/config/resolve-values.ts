import type {
  NetworkDefinition,
  NetworkValues,
} from "../networks/definition.ts";
import type { NetworkPreset } from "../networks/preset.ts";
import { givenValue } from "./given-value.ts";
import { type Layering, PRESET_ORIGIN, REFERENCE_ORIGIN } from "./layering.ts";
import { numberOf, textOf } from "./narrow.ts";
import type { ResolvedAlphaNetwork } from "./types.ts";

/** The values that a network has once: ids, name, transaction parameters. */
export function resolveValues(
  layering: Layering,
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  preset: NetworkPreset | undefined,
): ResolvedAlphaNetwork["values"] {
  const { values: fixed } = definition;

  function number(key: Exclude<keyof typeof fixed, "isDefault">): number {
    const given = numberOf(givenValue(user, definition, key));
    return (
      layering.pick(key, given, [fixed[key], REFERENCE_ORIGIN]) ?? fixed[key]
    );
  }

  function isDefault(): boolean {
    const given = givenValue(user, definition, "isDefault");
    const value = layering.pick(
      "isDefault",
      typeof given === "boolean" ? given : undefined,
      [fixed.isDefault, REFERENCE_ORIGIN],
    );
    return value ?? fixed.isDefault;
  }

  return {
    chainId: number("chainId"),
    networkId: number("networkId"),
    displayName: layering.pick(
      "displayName",
      textOf(givenValue(user, definition, "displayName")),
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
