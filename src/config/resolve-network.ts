import type { Address } from "../base/address.ts";
import { addressOf, isAddress } from "../base/address.ts";
import { isHex } from "../base/hex.ts";
import { freezeData, withoutUndefined } from "../base/records.ts";
import {
  type PortalFieldDefinition,
  registryKeyOf,
} from "../networks/definition.ts";
import { type RegistryAddresses, resolveContracts } from "./contracts.ts";
import type { Variables } from "./layered-url.ts";
import {
  DEFAULT_ORIGIN,
  type Fallback,
  type LayeredNetwork,
  PRESET_ORIGIN,
  pick,
  pickOr,
  REFERENCE_ORIGIN,
  UNSET_ORIGIN,
} from "./layers.ts";
import { chainsWithSameId } from "./network-values.ts";
import { derivedOrigin } from "./origins.ts";
import { resolveOtherPortal } from "./other-portal.ts";
import { resolveUrls } from "./resolve-urls.ts";
import {
  fixedOrigin,
  resolveFeeToken,
  resolveTokens,
  resolveValues,
} from "./resolve-values.ts";
import type { PortalLiteral, ResolvedAlphaNetwork } from "./types.ts";
import type { NetworkInput } from "./user-config.ts";

/** The default maximum age of the latest block, in seconds. */
const MAX_BLOCK_AGE = 600;

/**
 * Resolves one network's values and their origins: from the user's config, else from
 * the user's files, else from the reference, else from the preset.
 *
 * @param user the network in the user's config
 */
export function resolveNetwork(
  network: LayeredNetwork,
  user: NetworkInput,
  variables: Variables,
): Omit<
  ResolvedAlphaNetwork,
  "hardhatNetwork" | "sandboxNetwork" | "forkNetwork"
> {
  const { name, definition, origins } = network;
  const { genesisHash } = user;
  const values = resolveValues(network);
  const registry = resolveRegistry(network);
  const portal = resolvePortal(network, values, registry);
  const tokenKey = registryKeyOf(definition, "token");
  const tokenAddress = tokenKey === undefined ? undefined : registry[tokenKey];
  const tokens = resolveTokens(network, {
    registryKey: tokenKey ?? "",
    address: addressOf(tokenAddress),
    symbol: portal["alphaTokenSymbol"],
  });
  return {
    name,
    definition,
    values: freezeData(values),
    role: pickOr(network, "role", definition.role, fixedOrigin(network)),
    versions: freezeData({
      ...definition.versions,
      ...withoutUndefined(user.versions ?? {}),
    }),
    feeToken: freezeData(resolveFeeToken(network)),
    tokens: freezeData(tokens),
    contracts: resolveContracts({
      definition,
      registry,
      tokens,
      portal,
      origins,
    }),
    portal: freezeData(portal),
    otherPortal: freezeData(resolveOtherPortal(network)),
    ...resolveUrls(network, variables),
    genesisHash: isHex(genesisHash) ? genesisHash : undefined,
    guard: pickOr(
      network,
      "guard",
      chainsWithSameId({ definition, values }).length > 0,
      DEFAULT_ORIGIN,
    ),
    maxBlockAge: pickOr(network, "maxBlockAge", MAX_BLOCK_AGE, DEFAULT_ORIGIN),
    transactionPollingTimeoutUnit: pickOr(
      network,
      "transactionPollingTimeoutUnit",
      definition.transactionPollingTimeoutUnit,
      DEFAULT_ORIGIN,
    ),
    origins,
  };
}

/** A network's registry: exactly the definition's keys, unset ones included. */
function resolveRegistry(network: LayeredNetwork): RegistryAddresses {
  const registry: Record<string, Address | readonly Address[] | undefined> = {};
  for (const key of Object.keys(network.definition.registry)) {
    const value = pick<string | readonly string[]>(
      network,
      `registry.${key}`,
      (given) => given.registry?.[key],
      [network.preset.registry?.[key], PRESET_ORIGIN],
    );
    registry[key] =
      typeof value === "object" ? value.filter(isAddress) : addressOf(value);
  }
  return registry;
}

/**
 * A network's portal config without the URLs of services, in the reference's order. A
 * field that repeats a value of the network or an address of the registry has that
 * value, unless the user sets the field itself.
 */
function resolvePortal(
  network: LayeredNetwork,
  values: ResolvedAlphaNetwork["values"],
  registry: RegistryAddresses,
): ResolvedAlphaNetwork["portal"] {
  const { definition, origins, preset } = network;
  const portal: Record<string, PortalLiteral | undefined> = {};
  for (const [field, rule] of Object.entries(definition.portal)) {
    const path = `portal.${field}`;
    if (rule.type === "url") {
      continue;
    }
    if ("from" in rule) {
      portal[field] = values[rule.from];
      origins.set(path, origins.get(rule.from) ?? UNSET_ORIGIN);
      continue;
    }
    const value = pick<PortalLiteral>(
      network,
      path,
      (given) => literalIn(given, field),
      ...repeatedValues(rule, network, registry),
      [preset.portal?.[field], PRESET_ORIGIN],
    );
    portal[field] = rule.type === "address" ? addressOf(value) : value;
  }
  return portal;
}

/** Only URLs may come from a variable. */
function literalIn(
  { portal }: NetworkInput,
  field: string,
): PortalLiteral | undefined {
  const value = portal?.[field];
  return typeof value === "object" ? undefined : value;
}

/** The value that a portal field repeats if it is not set. */
function repeatedValues(
  rule: Exclude<PortalFieldDefinition, { from: string } | { type: "url" }>,
  { definition, origins }: LayeredNetwork,
  registry: RegistryAddresses,
): readonly Fallback<PortalLiteral>[] {
  if ("value" in rule) {
    return [[rule.value, REFERENCE_ORIGIN]];
  }
  const key =
    rule.type === "address" && rule.role !== undefined
      ? registryKeyOf(definition, rule.role)
      : undefined;
  const address = key === undefined ? undefined : registry[key];
  const from = `registry.${key}`;
  return isAddress(address)
    ? [[address, derivedOrigin(from, origins.get(from))]]
    : [];
}
