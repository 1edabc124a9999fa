import { lookUpAddress } from "../config/look-up-address.ts";
import type { ResolvedAlphaNetwork, ResolvedToken } from "../config/types.ts";
import { unsetMessage } from "../config/unset-message.ts";
import { alphaError } from "../errors.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { buildPortalConfig } from "../portal/build-portal-config.ts";
import { frozenView, Unreadable } from "./frozen-view.ts";
import { identifyAddress } from "./identify-address.ts";
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

  function orUnset<T>(value: T | undefined, path: string): T | Unreadable {
    return value ?? new Unreadable(unsetMessage(name, path));
  }

  function token(kind: "euro" | "alpha") {
    const { symbol, decimals, role, ...rest }: ResolvedToken =
      network.tokens[kind];
    return frozenView({
      name: orUnset(rest.name, `tokens.${kind}.name`),
      address: orUnset(rest.address, `tokens.${kind}.address`),
      role,
      ...(symbol === undefined ? {} : { symbol }),
      ...(decimals === undefined ? {} : { decimals }),
    });
  }

  function registryBy(keyOf: (key: string, role: string) => string) {
    return frozenView(
      Object.fromEntries(
        Object.entries(definition.registry).map(([key, { role }]) => {
          const value = network.registry[key];
          return [keyOf(key, role), orUnset(value, `registry.${key}`)];
        }),
      ),
    );
  }

  function portal() {
    return frozenView(
      Object.fromEntries(
        Object.entries(definition.portal).map(([field, rule]) => {
          const path = `portal.${field}`;
          if (rule.type !== "url") {
            return [field, orUnset(network.portal[field], path)];
          }
          const known = network.services[field]?.known(hasKeystore);
          if (known?.kind === "variable") {
            return [
              field,
              new Unreadable(
                `${path} of ${name} may come from a configuration variable, which is read asynchronously: use "await portalConfig()".`,
              ),
            ];
          }
          if (known?.kind === "invalid") {
            return [field, new Unreadable(known.message)];
          }
          return [
            field,
            orUnset(known?.kind === "literal" ? known.value : undefined, path),
          ];
        }),
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
    displayName: orUnset(values.displayName, "displayName"),
    role: network.role,
    versions: network.versions,
    feeToken: orUnset(network.feeToken, "feeToken.symbol"),
    tokens: Object.freeze({ euro: token("euro"), alpha: token("alpha") }),
    registry: registryBy((key) => key),
    contracts: registryBy((_key, role) => role),
    portal: portal(),
    unset: Object.freeze(unsetPaths(network, hasKeystore)),
    address: (key: string, index?: number) =>
      lookUpAddress(network, definition, key, index),
    identify: (address: string) =>
      identifyAddress(network, definition, address),
    portalConfig: async () => {
      const { fields } = await buildPortalConfig(network);
      return frozenView(
        Object.fromEntries(
          fields.map(({ field, value }) => {
            if (value === undefined) {
              throw alphaError(unsetMessage(name, `portal.${field}`));
            }
            return [field, value];
          }),
        ),
      );
    },
    ...extra,
  });
  // The view has the definition's very keys; the types are made of the same
  // definition, which the compiler cannot follow through Object.entries.
  return view as unknown as AlphaNetwork<N> & E;
}
