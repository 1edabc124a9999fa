import { alphaError, checkOptionNames } from "../base/errors.ts";
import { withoutUndefined } from "../base/records.ts";
import { didYouMean } from "../base/suggest-name.ts";
import { describeValue } from "../base/untrusted-text.ts";
import {
  lookUpAddress,
  ownAddresses,
  type RegistryEntry,
  registryEntries,
  unknownKeyMessage,
  unknownRoleMessage,
} from "../config/contracts.ts";
import {
  buildPortalConfig,
  type PortalUrl,
  portalFields,
  unsetMessage,
  unsetPaths,
} from "../config/network-values.ts";
import type { ResolvedAlphaNetwork, TokenKind } from "../config/types.ts";
import type {
  NetworkSelection,
  Reachable,
} from "../connect/select-networks.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { AlphaRuntime, NetworkParameters } from "./connections/types.ts";
import type { AddressUse, AlphaNetwork } from "./types.ts";

/**
 * Creates the frozen data of a network.
 *
 * @param hasKeystore Whether a plugin is loaded that may set configuration variables.
 * @param extra Properties to add to the data.
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
    const { address, decimals, name, role, symbol } = network.tokens[kind];
    const other = ` Or read it from the contract: await connection.alpha.readToken("${kind}").`;
    const path = `tokens.${kind}`;
    return frozenView({
      name: orUnset(network, `${path}.name`, name),
      address: orUnset(network, `${path}.address`, address),
      role,
      symbol: orUnset(network, `${path}.symbol`, symbol, other),
      decimals: orUnset(network, `${path}.decimals`, decimals, other),
    });
  }

  function registered({ key, value }: RegistryEntry) {
    if (typeof value !== "object") {
      return orUnset(network, `registry.${key}`, value);
    }
    return rejectUnknown(value, POSITIONS, (index) =>
      lookUpAddress(network, key, Number(index)),
    );
  }

  function registryBy(
    property: "key" | "role",
    unknownMessage: typeof unknownKeyMessage,
  ) {
    const view = frozenView({
      ...(property === "role" && ownAddresses(network)),
      ...Object.fromEntries(
        entries.map((entry) => [entry[property], registered(entry)]),
      ),
    });
    return rejectUnknown(view, NAMES, (key) => {
      throw alphaError(unknownMessage(network, key));
    });
  }

  const view = frozenView({
    name,
    hardhatNetwork: network.hardhatNetwork.name,
    sandboxNetwork: network.sandboxNetwork.name,
    forkNetwork: network.forkNetwork.name,
    ...values,
    transactionPollingTimeoutUnit: network.transactionPollingTimeoutUnit,
    hardfork: network.hardfork,
    displayName: orUnset(network, "displayName", values.displayName),
    role: network.role,
    versions: network.versions,
    feeToken: orUnset(network, "feeToken.symbol", network.feeToken),
    tokens: Object.freeze({ euro: token("euro"), alpha: token("alpha") }),
    registry: registryBy("key", unknownKeyMessage),
    contracts: registryBy("role", unknownRoleMessage),
    portal: portalView(network, hasKeystore),
    unset: Object.freeze(unsetPaths(network, hasKeystore)),
    address: (key: string, index?: number) =>
      lookUpAddress(network, key, index),
    identify: (address: string) => identifyAddress(network, address),
    portalConfig: () => readPortalConfig(network),
    ...extra,
  });
  // The types are computed from the same definition as the keys, but TypeScript
  // cannot infer that from Object.entries.
  return view as unknown as AlphaNetwork<N> & E;
}

async function readPortalConfig(
  network: ResolvedAlphaNetwork,
): Promise<Readonly<Record<string, unknown>>> {
  const fields = await buildPortalConfig(network);
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

/**
 * A value of a network; unreadable if it is not set.
 *
 * @param other Another remedy than to set it.
 */
function orUnset<T>(
  { name }: Pick<ResolvedAlphaNetwork, "name">,
  path: string,
  value: T | undefined,
  other = "",
): T | Unreadable {
  return value ?? new Unreadable(unsetMessage(name, path) + other);
}

/**
 * The fields of a network's portal configuration that are known synchronously.
 *
 * @param hasKeystore Whether a plugin is loaded that may set configuration variables.
 */
function portalView(network: ResolvedAlphaNetwork, hasKeystore: boolean) {
  const fields = portalFields(network).map((entry) => {
    const { field } = entry;
    const value =
      "value" in entry ? entry.value : knownUrl(network, entry, hasKeystore);
    return [field, orUnset(network, `portal.${field}`, value)];
  });
  const names = fields.map(([field]) => String(field));
  return rejectUnknown(
    frozenView(Object.fromEntries(fields)),
    NAMES,
    (field) => {
      throw alphaError(
        `The portal configuration of ${network.name} has no field "${field}". ${didYouMean(field, names)}Its fields: ${names.join(", ")}.`,
      );
    },
  );
}

function knownUrl(
  { name }: ResolvedAlphaNetwork,
  { field, url }: PortalUrl,
  hasKeystore: boolean,
): string | Unreadable | undefined {
  const known = url?.known(hasKeystore);
  switch (known?.kind) {
    case "literal":
      return known.value;
    case "variable":
      return new Unreadable(
        `portal.${field} of ${name} may be set by a configuration variable, which is read asynchronously. Use "await portalConfig()".`,
      );
    case "invalid":
      return new Unreadable(known.message);
    default:
      return undefined;
  }
}

/** Finds an address in the data of a network, in any case. */
function identifyAddress(
  { contracts }: ResolvedAlphaNetwork,
  address: string,
): readonly AddressUse[] {
  // JavaScript callers may pass anything.
  const wanted = String(address).toLowerCase();
  return Object.freeze(
    contracts
      .filter((contract) => contract.address?.toLowerCase() === wanted)
      .map((contract) => {
        const { kind, key, index, role }: AddressUse = contract;
        return Object.freeze(withoutUndefined({ kind, key, index, role }));
      }),
  );
}

/** In place of a value that cannot be read, and why. */
class Unreadable extends Error {}

/**
 * Creates a frozen object. Reading an {@link Unreadable} property throws its message. It
 * is not enumerable, so that listing and spreading do not throw; in JSON, it is `null`.
 */
function frozenView(
  entries: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const view: Record<string, unknown> = {};
  const json: Record<string, unknown> = { ...entries };
  Object.defineProperty(view, "toJSON", { value: () => json });
  for (const [key, value] of Object.entries(entries)) {
    if (value instanceof Unreadable) {
      json[key] = null;
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

/** All keys, but what libraries look up in any object to find out what it is. */
const NAMES =
  /^(?!(?:then|toJSON|inspect|asymmetricMatch|nodeType|nodeName|tagName|length|size|[$@_].*)$)/;

/** The positions of a list, in which libraries look up many other names. */
const POSITIONS = /^-?\d/;

/**
 * Makes reading a key that an object does not have throw, since callers without types
 * would otherwise use `undefined` as an address.
 *
 * @param keys Matches those to reject.
 * @param lookUp Throws, with the keys that there are.
 */
function rejectUnknown<T extends object>(
  view: T,
  keys: RegExp,
  lookUp: (key: string) => unknown,
): T {
  return new Proxy(view, {
    get: (target, key, receiver) => {
      if (typeof key === "string" && !(key in target) && keys.test(key)) {
        return lookUp(key);
      }
      return Reflect.get(target, key, receiver);
    },
  });
}

/**
 * Creates `verify` and `status`, of `hre.alpha` and of a connection.
 *
 * @param reach The networks of a report, by its parameters.
 * @param names The names of these parameters.
 */
export function createReports(
  reach: (parameters: NetworkParameters) => {
    readonly reachable: Reachable;
    readonly selection: NetworkSelection;
  },
  names: { readonly [Name in keyof NetworkParameters]: true | "boolean" } = {},
): Pick<AlphaRuntime, "verify" | "status"> {
  return {
    verify: async (parameters = {}) => {
      const valid = { ...names, level: true, strict: "boolean" };
      checkOptionNames("verify", parameters, valid);
      const { verifyReport } = await import("../verify/verify-networks.ts");
      const { reachable, selection } = reach(parameters);
      return await verifyReport(reachable, selection, parameters);
    },
    status: async (parameters = {}) => {
      const valid = { ...names, maxBlockAge: true, services: "boolean" };
      checkOptionNames("status", parameters, valid);
      const { maxBlockAge = 1 } = parameters;
      // No block is older than NaN, so that every node would be in sync.
      if (typeof maxBlockAge !== "number" || !(maxBlockAge > 0)) {
        throw alphaError(
          `status: expected maxBlockAge to be a number of seconds above 0, got ${describeValue(maxBlockAge)}.`,
        );
      }
      const { statusOfNetworks } = await import(
        "../status/status-of-networks.ts"
      );
      const { reachable, selection } = reach(parameters);
      return await statusOfNetworks(reachable, selection, parameters);
    },
  };
}
