import type {
  ConfigurationVariableResolver,
  HardhatUserConfig,
} from "hardhat/types/config";
import { checksummed } from "../base/address.ts";
import { defer, isRecord, namesOf } from "../base/records.ts";
import { EURO_DECIMALS } from "../base/token-amounts.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { configuredNetworks } from "./configured-networks.ts";
import { networkClaims, takenNames } from "./hardhat-networks.ts";
import {
  DISCOVER_URL_VARIABLE,
  LayeredUrl,
  variableLayers,
} from "./layered-url.ts";
import {
  type LayeredNetwork,
  NO_SOURCES,
  presetLayer,
  type ReadSources,
  sourceLayer,
  userLayer,
} from "./layers.ts";
import { resolveNetwork } from "./resolve-network.ts";
import type {
  AlphaConfig,
  AlphaSandboxConfig,
  ResolvedAlphaNetwork,
  TokenBalance,
} from "./types.ts";
import type {
  AlphaSandboxUserConfig,
  NetworkInput,
  TokenBalances,
} from "./user-config.ts";

/**
 * `hre.config.alpha`: every enabled network with its resolved values. A network is
 * resolved when it is first read, since most Hardhat commands read none.
 *
 * @param userConfig validated
 * @param sources the values in the files of `alpha.sources`
 * @param environment the environment when Hardhat started
 */
export async function resolveAlphaConfig(
  userConfig: HardhatUserConfig,
  resolveConfigurationVariable: ConfigurationVariableResolver,
  sources: ReadSources = NO_SOURCES,
  environment: Readonly<NodeJS.ProcessEnv> = { ...process.env },
): Promise<AlphaConfig> {
  const { alpha = {} } = userConfig;
  const variables = {
    resolve: resolveConfigurationVariable,
    environment,
  };
  const networks: { [N in AlphaNetworkName]?: ResolvedAlphaNetwork } = {};
  const warnings: string[] = [];
  for (const { name, definition } of configuredNetworks(alpha)) {
    const { hardhat: _hardhat, ...given }: NetworkInput =
      alpha.networks?.[name] || {};
    const user = await copyOf<NetworkInput>(given);
    const sourced = sources.networks.get(name);
    const preset = alpha.preset === false ? {} : definition.preset;
    const network: LayeredNetwork = {
      name,
      definition,
      layers: [
        userLayer(name, definition, user),
        sourceLayer(
          sourced && { ...sourced, values: await copyOf(sourced.values) },
        ),
        presetLayer({ ...definition, preset }),
      ],
      preset,
      origins: new Map(),
    };
    const claims = networkClaims(userConfig, name);
    warnings.push(...takenNames(name, claims));
    defer(networks, name, () => ({
      ...resolveNetwork(network, user, variables),
      ...claims,
    }));
  }
  return {
    networks,
    sandbox: await resolveSandbox(alpha.sandbox || {}),
    warnings: [...warnings, ...sources.warnings],
    sourceFiles: sources.files,
    discoverUrl: new LayeredUrl(
      "The node URL of alpha discover",
      DISCOVER_URL_VARIABLE,
      variableLayers(DISCOVER_URL_VARIABLE, variables),
    ),
  };
}

/**
 * Values as they are now, with the checksum of every address: the user's objects may
 * change before the network is read.
 */
async function copyOf<T>(value: T): Promise<T>;
async function copyOf(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) {
    return await Promise.all(value.map(copyOf));
  }
  if (isRecord(value)) {
    return Object.fromEntries(
      await Promise.all(
        namesOf(value).map(async (name) => [name, await copyOf(value[name])]),
      ),
    );
  }
  return (await checksummed(value)) ?? value;
}

/** The settings of all sandboxes. */
async function resolveSandbox({
  euroDecimals,
  owner,
  balances,
}: AlphaSandboxUserConfig): Promise<AlphaSandboxConfig> {
  return {
    euroDecimals: euroDecimals ?? EURO_DECIMALS,
    owner: await checksummed(owner),
    balances: {
      alpha: balances?.alpha && (await tokenBalances(balances.alpha)),
      euro: balances?.euro && (await tokenBalances(balances.euro)),
    },
  };
}

async function tokenBalances(
  given: TokenBalances,
): Promise<readonly TokenBalance[]> {
  const balances: TokenBalance[] = [];
  for (const [address, amount] of Object.entries(given)) {
    const holder = await checksummed(address);
    if (holder !== undefined) {
      balances.push({ holder, amount: String(amount) });
    }
  }
  return balances;
}
