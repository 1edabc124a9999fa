import { alphaError } from "../base/errors.ts";
import { lookUpAddress, registryEntries } from "../config/contracts.ts";
import {
  buildPortalConfig,
  unsetMessage,
  unsetPaths,
} from "../config/network-values.ts";
import type {
  ResolvedAlphaNetwork,
  ResolvedContract,
  TokenKind,
} from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { AddressUse, AlphaNetwork } from "./types.ts";

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
  const entries = registryEntries(network);

  function token(kind: TokenKind) {
    const { symbol, decimals, role, ...rest } = network.tokens[kind];
    return frozenView({
      name: orUnset(network, `tokens.${kind}.name`, rest.name),
      address: orUnset(network, `tokens.${kind}.address`, rest.address),
      role,
      ...(symbol === undefined ? {} : { symbol }),
      ...(decimals === undefined ? {} : { decimals }),
    });
  }

  function registryBy(property: "key" | "role") {
    return frozenView(
      Object.fromEntries(
        entries.map((entry) => [
          entry[property],
          orUnset(network, `registry.${entry.key}`, entry.value),
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
    registry: registryBy("key"),
    contracts: registryBy("role"),
    portal: portalView(network, hasKeystore),
    unset: Object.freeze(unsetPaths(network, hasKeystore)),
    address: (key: string, index?: number) =>
      lookUpAddress(network, key, index),
    identify: (address: string) => identifyAddress(network, address),
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

/** A value that cannot be read, and what to do about it. */
class Unreadable {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A network's value, unreadable if nobody gives it. */
function orUnset<T>(
  { name }: Pick<ResolvedAlphaNetwork, "name">,
  path: string,
  value: T | undefined,
): T | Unreadable {
  return value ?? new Unreadable(unsetMessage(name, path));
}

/**
 * A frozen object of the given entries. An {@link Unreadable} one throws its
 * message when it is read; it does not show when the object is listed, spread
 * or turned into JSON, so that looking at the data never throws.
 */
function frozenView(
  entries: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const view: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(entries)) {
    if (value instanceof Unreadable) {
      Object.defineProperty(view, key, {
        get: () => {
          throw alphaError(value.message);
        },
        enumerable: false,
      });
    } else {
      view[key] = value;
    }
  }
  return Object.freeze(view);
}

/**
 * The fields of a network's portal config that can be told without waiting.
 *
 * @param hasKeystore whether a plugin is loaded that may give configuration
 * variables
 */
function portalView(
  network: ResolvedAlphaNetwork,
  hasKeystore: boolean,
): Readonly<Record<string, unknown>> {
  return frozenView(
    Object.fromEntries(
      Object.entries(network.definition.portal).map(([field, { type }]) => [
        field,
        type === "url"
          ? urlOf(network, field, hasKeystore)
          : orUnset(network, `portal.${field}`, network.portal[field]),
      ]),
    ),
  );
}

function urlOf(
  network: ResolvedAlphaNetwork,
  field: string,
  hasKeystore: boolean,
): string | Unreadable {
  const path = `portal.${field}`;
  const known = network.services[field]?.known(hasKeystore);
  switch (known?.kind) {
    case "literal":
      return known.value;
    case "variable":
      return new Unreadable(
        `${path} of ${network.name} may come from a configuration variable, which is read asynchronously: use "await portalConfig()".`,
      );
    case "invalid":
      return new Unreadable(known.message);
    default:
      return orUnset<string>(network, path, undefined);
  }
}

/** Everything that an address is on a network, whatever its spelling. */
function identifyAddress(
  { contracts }: ResolvedAlphaNetwork,
  address: string,
): readonly AddressUse[] {
  // Untyped callers may pass anything: what is no text is no address.
  const wanted =
    typeof address === "string" ? address.toLowerCase() : undefined;
  return Object.freeze(
    contracts
      .filter((contract) => {
        const found = contract.address?.toLowerCase();
        return found !== undefined && found === wanted;
      })
      .map((contract) => Object.freeze(useOf(contract))),
  );
}

function useOf(contract: ResolvedContract): AddressUse {
  if (contract.kind !== "registry") {
    return { kind: contract.kind, key: contract.key };
  }
  const { kind, key, index, role } = contract;
  return { kind, key, ...(index === undefined ? {} : { index }), role };
}
