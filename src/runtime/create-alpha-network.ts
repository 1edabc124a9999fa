import { lookUpAddress } from "../config/look-up-address.ts";
import type { ResolvedAlphaNetwork, ResolvedToken } from "../config/types.ts";
import { unsetMessage } from "../config/unset-message.ts";
import { alphaError } from "../errors.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { buildPortalConfig } from "../portal/build-portal-config.ts";
import { frozenView, orUnset } from "./frozen-view.ts";
import { identifyAddress } from "./identify-address.ts";
import { portalView } from "./portal-view.ts";
import type { AlphaNetwork } from "./types.ts";
import { unsetPaths } from "./unset-paths.ts";

/**
 * The frozen data of one network. `hasKeystore` tells whether a plugin is loaded
 * that may give configuration variables; `extra` is added to the data.
 */
export function createAlphaNetwork<
  N extends AlphaNetworkName,
  E extends object,
>(
  network: ResolvedAlphaNetwork & { readonly name: N },
  hasKeystore: boolean,
  extra: E,
): AlphaNetwork<N> & E {
  const { name, values } = network;
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];

  function token(kind: "euro" | "alpha") {
    const { symbol, decimals, role, ...rest }: ResolvedToken =
      network.tokens[kind];
    return frozenView({
      name: orUnset(network, `tokens.${kind}.name`, rest.name),
      address: orUnset(network, `tokens.${kind}.address`, rest.address),
      role,
      ...(symbol === undefined ? {} : { symbol }),
      ...(decimals === undefined ? {} : { decimals }),
    });
  }

  function registryBy(keyOf: (key: string, role: string) => string) {
    return frozenView(
      Object.fromEntries(
        Object.entries(definition.registry).map(([key, { role }]) => [
          keyOf(key, role),
          orUnset(network, `registry.${key}`, network.registry[key]),
        ]),
      ),
    );
  }

  const view = frozenView({
    name,
    hardhatNetwork: network.hardhatNetwork.name,
    sandboxNetwork: network.sandboxNetwork.name,
    forkNetwork: network.forkNetwork.name,
    ...values,
    transactionPollingTimeoutUnit: network.transactionPollingTimeoutUnit,
    displayName: orUnset(network, "displayName", values.displayName),
    role: network.role,
    versions: network.versions,
    feeToken: orUnset(network, "feeToken.symbol", network.feeToken),
    tokens: Object.freeze({ euro: token("euro"), alpha: token("alpha") }),
    registry: registryBy((key) => key),
    contracts: registryBy((_key, role) => role),
    portal: portalView(network, definition, hasKeystore),
    unset: Object.freeze(unsetPaths(network, hasKeystore)),
    address: (key: string, index?: number) =>
      lookUpAddress(network, definition, key, index),
    identify: (address: string) =>
      identifyAddress(network, definition, address),
    portalConfig: () => readPortalConfig(network),
    ...extra,
  });
  // The view has the definition's very keys; the types are made of the same
  // definition, which the compiler cannot follow through Object.entries.
  return view as unknown as AlphaNetwork<N> & E;
}

async function readPortalConfig(
  network: ResolvedAlphaNetwork,
): Promise<Readonly<Record<string, unknown>>> {
  const { fields } = await buildPortalConfig(network);
  return frozenView(
    Object.fromEntries(
      fields.map(({ field, value }) => {
        if (value === undefined) {
          throw alphaError(unsetMessage(network.name, `portal.${field}`));
        }
        return [field, value];
      }),
    ),
  );
}
