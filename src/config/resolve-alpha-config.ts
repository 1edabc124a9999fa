import type {
  ConfigurationVariableResolver,
  HardhatUserConfig,
} from "hardhat/types/config";
import { checksummed } from "../base/address.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { configuredNetworks } from "./configured-networks.ts";
import { networkClaims } from "./hardhat-networks.ts";
import {
  DISCOVER_URL_VARIABLE,
  LayeredUrl,
  variableLayers,
} from "./layered-url.ts";
import {
  NO_SOURCES,
  type ReadSources,
  sourceLayer,
  userLayer,
} from "./layers.ts";
import { resolveNetwork } from "./resolve-network.ts";
import { EURO_DECIMALS } from "./token-amounts.ts";
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
 * `hre.config.alpha`: every enabled network with its resolved values.
 *
 * @param userConfig validated
 * @param sources the values in the files of `alpha.sources`
 */
export async function resolveAlphaConfig(
  userConfig: HardhatUserConfig,
  resolveConfigurationVariable: ConfigurationVariableResolver,
  sources: ReadSources = NO_SOURCES,
): Promise<AlphaConfig> {
  const { alpha = {} } = userConfig;
  const networks: { [N in AlphaNetworkName]?: ResolvedAlphaNetwork } = {};
  for (const { name, definition } of configuredNetworks(alpha)) {
    const user: NetworkInput = alpha.networks?.[name] || {};
    const network = {
      name,
      definition,
      layers: [
        userLayer(name, definition, user),
        sourceLayer(sources.networks.get(name)),
      ],
      preset: alpha.preset === false ? {} : definition.preset,
      origins: new Map(),
    };
    networks[name] = {
      ...(await resolveNetwork(network, user, resolveConfigurationVariable)),
      ...networkClaims(userConfig, name),
    };
  }
  return {
    networks,
    sandbox: await resolveSandbox(alpha.sandbox || {}),
    sourceWarnings: sources.warnings,
    discoverUrl: new LayeredUrl(
      "The node URL of alpha discover",
      DISCOVER_URL_VARIABLE,
      variableLayers(DISCOVER_URL_VARIABLE, resolveConfigurationVariable),
    ),
  };
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
