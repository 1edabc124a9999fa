import type { ConfigurationVariableResolver } from "hardhat/types/config";
import type { Address } from "../base/address.ts";
import { checksummed, isAddress } from "../base/address.ts";
import { isHex } from "../base/hex.ts";
import { freezeData, recordOf, withoutUndefined } from "../base/records.ts";
import {
  type NetworkDefinition,
  type NetworkPreset,
  type PortalFieldDefinition,
  registryKeyOf,
  type TimeoutUnit,
} from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { type RegistryAddresses, resolveContracts } from "./contracts.ts";
import {
  type Layer,
  Layering,
  PRESET_ORIGIN,
  REFERENCE_ORIGIN,
  type SourcedValues,
} from "./layering.ts";
import { booleanOf, literalOf, textOf } from "./narrow.ts";
import { resolveUrls } from "./resolve-urls.ts";
import {
  resolveFeeToken,
  resolveTokens,
  resolveValues,
} from "./resolve-values.ts";
import type { PortalLiteral, ResolvedAlphaNetwork } from "./types.ts";

/** How old a head may be before it is stale, in seconds, unless configured. */
const MAX_BLOCK_AGE = 600;

/**
 * One network's values, layered: the user's (validated) over those of the user's
 * files over the reference's over the preset's, with the origin of each.
 * Addresses carry their checksum.
 */
export async function resolveNetwork(
  network: AlphaNetworkName,
  definition: NetworkDefinition,
  user: Readonly<Record<string, unknown>>,
  sourced: SourcedValues,
  preset: NetworkPreset,
  resolveConfigurationVariable: ConfigurationVariableResolver,
): Promise<
  Omit<
    ResolvedAlphaNetwork,
    "hardhatNetwork" | "sandboxNetwork" | "forkNetwork"
  >
> {
  const layering = new Layering(`alpha.networks.${network}`, sourced);
  const values = resolveValues(layering, user, definition, preset);
  const registry = await resolveRegistry(layering, user, definition, preset);
  const portal = await resolvePortal(layering, user, definition, preset, {
    values,
    registry,
  });
  const tokenKey = registryKeyOf(definition, "token");
  const tokenAddress = tokenKey === undefined ? undefined : registry[tokenKey];
  const tokens = await resolveTokens(layering, user, preset, {
    registryKey: tokenKey ?? "",
    address: isAddress(tokenAddress) ? tokenAddress : undefined,
    symbol: portal["alphaTokenSymbol"],
  });
  const { origins } = layering;
  return {
    name: network,
    definition,
    values: freezeData(values),
    role:
      layering.pick("role", textOf(user["role"]), [
        definition.role,
        REFERENCE_ORIGIN,
      ]) ?? definition.role,
    versions: freezeData({
      ...definition.versions,
      ...withoutUndefined(recordOf(user["versions"])),
    }),
    feeToken: freezeData(resolveFeeToken(layering, user, definition, preset)),
    tokens: freezeData(tokens),
    contracts: resolveContracts({
      definition,
      registry,
      tokens,
      portal,
      origins,
    }),
    portal: freezeData(portal),
    ...resolveUrls(
      layering,
      network,
      user,
      definition,
      preset,
      resolveConfigurationVariable,
    ),
    genesisHash: isHex(user["genesisHash"]) ? user["genesisHash"] : undefined,
    guard: booleanOf(user["guard"]) ?? definition.chainsWithSameId.length > 0,
    maxBlockAge: maxBlockAge(layering, user["maxBlockAge"]),
    transactionPollingTimeoutUnit: pollingTimeoutUnit(
      layering,
      user["transactionPollingTimeoutUnit"],
      definition,
    ),
    origins,
  };
}

function pollingTimeoutUnit(
  layering: Layering,
  given: unknown,
  { transactionPollingTimeoutUnit: usual }: NetworkDefinition,
): TimeoutUnit {
  const value = layering.pick(
    "transactionPollingTimeoutUnit",
    given === "seconds" || given === "milliseconds" ? given : undefined,
    [usual, { kind: "default" }],
  );
  return value ?? usual;
}

function maxBlockAge(layering: Layering, given: unknown): number | false {
  const value = layering.pick(
    "maxBlockAge",
    given === false || typeof given === "number" ? given : undefined,
    [MAX_BLOCK_AGE, { kind: "default" }],
  );
  return value ?? MAX_BLOCK_AGE;
}

/** A network's registry: exactly the definition's keys, unset ones included. */
async function resolveRegistry(
  layering: Layering,
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  preset: NetworkPreset,
): Promise<RegistryAddresses> {
  const given = recordOf(user["registry"]);
  const registry: Record<string, Address | readonly Address[] | undefined> = {};
  for (const key of Object.keys(definition.registry)) {
    const path = `registry.${key}`;
    const value = layering.pick<unknown>(
      path,
      given[key],
      layering.sourced(path),
      [preset.registry?.[key], PRESET_ORIGIN],
    );
    registry[key] = Array.isArray(value)
      ? await addressList(value)
      : await checksummed(value);
  }
  return registry;
}

async function addressList(list: readonly unknown[]): Promise<Address[]> {
  const addresses = await Promise.all(list.map(checksummed));
  return addresses.filter((address) => address !== undefined);
}

/**
 * A network's portal config but the services' URLs, in the reference's order.
 * A field that repeats a value of the network or an address of the registry
 * follows it, unless the user gives the field itself.
 */
async function resolvePortal(
  layering: Layering,
  user: Readonly<Record<string, unknown>>,
  definition: NetworkDefinition,
  preset: NetworkPreset,
  network: Pick<ResolvedAlphaNetwork, "values"> & {
    readonly registry: RegistryAddresses;
  },
): Promise<ResolvedAlphaNetwork["portal"]> {
  const given = recordOf(user["portal"]);
  const portal: Record<string, PortalLiteral | undefined> = {};
  for (const [field, rule] of Object.entries(definition.portal)) {
    if (rule.type === "url") {
      continue;
    }
    if ("from" in rule) {
      portal[field] = network.values[rule.from];
      layering.repeat(`portal.${field}`, rule.from);
      continue;
    }
    const path = `portal.${field}`;
    const value = layering.pick<unknown>(
      path,
      given[field],
      layering.sourced(path),
      ...ownLayers(rule, definition, network.registry, layering.origins),
      [preset.portal?.[field], PRESET_ORIGIN],
    );
    portal[field] =
      rule.type === "address" ? await checksummed(value) : literalOf(value);
  }
  return portal;
}

function ownLayers(
  rule: Exclude<PortalFieldDefinition, { from: string } | { type: "url" }>,
  definition: NetworkDefinition,
  registry: RegistryAddresses,
  origins: ResolvedAlphaNetwork["origins"],
): readonly Layer<unknown>[] {
  if ("value" in rule) {
    return [[rule.value, REFERENCE_ORIGIN]];
  }
  const key =
    rule.type === "address" && rule.role !== undefined
      ? registryKeyOf(definition, rule.role)
      : undefined;
  if (key !== undefined) {
    const from = `registry.${key}`;
    const source = origins.get(from);
    return [
      [
        registry[key],
        {
          kind: "derived",
          from,
          ...(source?.kind === "source" ? { source } : {}),
        },
      ],
    ];
  }
  return [];
}
