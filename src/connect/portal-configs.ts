import type { HardhatConfig } from "hardhat/types/config";
import { endpointOrigin, looksSecret } from "../base/secrets.ts";
import {
  HIDDEN_PATH,
  type LayeredUrl,
  type ResolvedUrl,
} from "../config/layered-url.ts";
import type { ValueOrigin } from "../config/layers.ts";
import type { PortalFieldValue, ReadUrl } from "../config/network-values.ts";
import { buildChosenPortalConfig } from "../config/other-portal.ts";
import type { PortalLiteral, ResolvedAlphaNetwork } from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { badVariableOf } from "./open-transport.ts";
import { type NetworkSelection, selectNetworks } from "./select-networks.ts";

/** The portal configuration of one network, without secret values. */
export interface ShownPortalConfig {
  readonly network: AlphaNetworkName;
  readonly displayName: string | undefined;
  readonly versions: { readonly portal?: string };
  readonly fields: readonly ShownPortalField[];
}

export interface ShownPortalField {
  readonly field: string;
  /** `null` if it is not set. */
  readonly value: PortalLiteral | null;
  /** True if the value is a placeholder for a secret one. */
  readonly isHidden: boolean;
  readonly origin: ValueOrigin;
  /** The environment variable that overrides it, of a URL. */
  readonly variable?: string | undefined;
}

/**
 * The portal configurations of the selected networks, with the fields of the
 * reference in its order. Unless `reveal` is set, a value that comes from a
 * configuration variable or contains credentials is replaced by a placeholder.
 *
 * @throws HardhatPluginError if the selection or a URL is invalid.
 */
export async function portalConfigs(
  config: HardhatConfig,
  selection: NetworkSelection,
  reveal: boolean,
  read?: ReadUrl,
): Promise<readonly ShownPortalConfig[]> {
  const selected = selectNetworks(config, selection);
  const shown: ShownPortalConfig[] = [];
  for (const network of new Set(selected.map((one) => one.network))) {
    const fields = await buildChosenPortalConfig(network, read);
    shown.push({
      network: network.name,
      displayName: network.values.displayName,
      versions: network.versions,
      fields: fields.map((field) => shownField(field, reveal)),
    });
  }
  return shown;
}

/**
 * Reads a URL for those who see the name of its variable in its place, and do not need
 * it, so that a variable without a good value is no error.
 */
export async function readIfKnown(
  url: LayeredUrl,
): Promise<ResolvedUrl | undefined> {
  try {
    return await url.resolve();
  } catch (error) {
    const { variable } = badVariableOf(url, error);
    return { value: `{${variable}}`, origin: { kind: "variable", variable } };
  }
}

/**
 * The further nodes of a network, as fields `endpoints.0`, `endpoints.1`.
 *
 * @throws HardhatPluginError if a URL is invalid.
 */
export async function shownEndpoints(
  { endpoints }: ResolvedAlphaNetwork,
  reveal: boolean,
): Promise<readonly ShownPortalField[]> {
  const shown: ShownPortalField[] = [];
  for (const [index, endpoint] of endpoints.entries()) {
    const url = await endpoint.resolve();
    if (url !== undefined) {
      shown.push(shownField({ field: `endpoints.${index}`, ...url }, reveal));
    }
  }
  return shown;
}

function shownField(
  { value, ...field }: PortalFieldValue,
  reveal: boolean,
): ShownPortalField {
  const placeholder = reveal ? undefined : placeholderFor(value, field.origin);
  return {
    ...field,
    value: placeholder ?? value ?? null,
    isHidden: placeholder !== undefined,
  };
}

/**
 * The placeholder for a secret portal value: the name of its configuration variable,
 * or the origin of a URL with credentials. `undefined` if the value may be shown.
 */
export function placeholderFor(
  value: PortalLiteral | undefined,
  origin: ValueOrigin,
): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (origin.kind === "variable") {
    return `{${origin.variable}}`;
  }
  const isUrl = typeof value === "string" && URL.parse(value) !== null;
  if (!isUrl || !looksSecret(value)) {
    return undefined;
  }
  if (origin.kind === "environment") {
    return `{${origin.variable}}`;
  }
  return `${endpointOrigin(value)}${HIDDEN_PATH}`;
}
