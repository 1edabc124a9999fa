import type { HardhatConfig } from "hardhat/types/config";
import { collectSecrets, endpointOrigin } from "../../base/secrets.ts";
import { HIDDEN_PATH } from "../../config/layered-url.ts";
import { buildPortalConfig } from "../../config/network-values.ts";
import type { ValueOrigin } from "../../config/origins.ts";
import type { PortalLiteral } from "../../config/types.ts";
import {
  type NetworkSelection,
  selectNetworks,
} from "../../connect/select-networks.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";

/** One network's portal config, as it may be shown. */
export interface ShownPortalConfig {
  readonly network: AlphaNetworkName;
  readonly displayName: string | undefined;
  readonly versions: { readonly portal?: string };
  readonly fields: readonly ShownPortalField[];
}

export interface ShownPortalField {
  readonly field: string;
  /** `null` where nobody gives it. */
  readonly value: PortalLiteral | null;
  /** Whether something else stands in place of the value. */
  readonly isHidden: boolean;
  readonly origin: ValueOrigin;
}

/**
 * The portal configs of the selected networks: the reference's fields in its
 * order. A value that a configuration variable gives, or that carries
 * credentials, is replaced by the variable's name unless `reveal` is set.
 *
 * @throws HardhatPluginError on a selection or a URL that is no such thing.
 */
export async function portalConfigs(
  config: HardhatConfig,
  selection: NetworkSelection,
  reveal: boolean,
): Promise<readonly ShownPortalConfig[]> {
  const networks = new Map(
    selectNetworks(config, selection).map(({ network }) => [
      network.name,
      network,
    ]),
  );
  const shown: ShownPortalConfig[] = [];
  for (const [network, resolved] of networks) {
    const { fields } = await buildPortalConfig(resolved);
    shown.push({
      network,
      displayName: resolved.values.displayName,
      versions: resolved.versions,
      fields: fields.map(({ field, value, origin }) => {
        const substitute = reveal ? undefined : hiddenAs(value, origin);
        return {
          field,
          value: substitute ?? value ?? null,
          isHidden: substitute !== undefined,
          origin,
        };
      }),
    });
  }
  return shown;
}

/**
 * What is shown in place of a portal value that must not be: the name of the
 * configuration variable that gives it, or the origin of a URL that carries
 * credentials. `undefined` where the value itself may be shown.
 */
export function hiddenAs(
  value: PortalLiteral | undefined,
  origin: ValueOrigin,
): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (origin.kind === "variable") {
    return `{${origin.variable}}`;
  }
  if (typeof value !== "string" || URL.parse(value) === null) {
    return undefined;
  }
  const hasSecrets = [...collectSecrets({ url: value })].length > 0;
  if (!hasSecrets) {
    return undefined;
  }
  return origin.kind === "environment"
    ? `{${origin.variable}}`
    : `${endpointOrigin(value)}${HIDDEN_PATH}`;
}
