import type {
  ConfigurationVariableResolver,
  HardhatUserConfig,
} from "hardhat/types/config";
import { checksummed } from "../base/address.ts";
import { recordOf } from "../base/records.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import { NO_SOURCES, type ReadSources } from "./layering.ts";
import { numberOf } from "./narrow.ts";
import { networkClaims } from "./network-names.ts";
import { resolveNetwork } from "./resolve-network.ts";
import { EURO_DECIMALS } from "./token-amounts.ts";
import type {
  AlphaConfig,
  AlphaSandboxConfig,
  ResolvedAlphaNetwork,
  TokenBalance,
} from "./types.ts";
import type { AlphaUserConfig } from "./user-config.ts";

/**
 * `hre.config.alpha`: every network that is switched on, its values layered.
 *
 * @param sources what the files of `alpha.sources` give
 */
export async function resolveAlphaConfig(
  userConfig: HardhatUserConfig,
  resolveConfigurationVariable: ConfigurationVariableResolver,
  sources: ReadSources = NO_SOURCES,
): Promise<AlphaConfig> {
  const alpha = userConfig.alpha ?? {};
  const networks: { [N in AlphaNetworkName]?: ResolvedAlphaNetwork } = {};
  for (const network of ALPHA_NETWORK_NAMES) {
    const user = alpha.networks?.[network];
    if (user === false) {
      continue;
    }
    const definition: NetworkDefinition = NETWORK_DEFINITIONS[network];
    networks[network] = {
      ...(await resolveNetwork(
        network,
        definition,
        recordOf(user),
        sources.values.get(network) ?? new Map(),
        alpha.preset === false ? {} : definition.preset,
        resolveConfigurationVariable,
      )),
      ...networkClaims(userConfig, network),
    };
  }
  return {
    networks,
    sandbox: await resolveSandbox(alpha.sandbox),
    sourceWarnings: sources.warnings,
  };
}

/** What the user says of all sandboxes. */
async function resolveSandbox(
  sandbox: AlphaUserConfig["sandbox"],
): Promise<AlphaSandboxConfig> {
  const user = recordOf(sandbox);
  const balances = recordOf(user["balances"]);
  return {
    euroDecimals: numberOf(user["euroDecimals"]) ?? EURO_DECIMALS,
    owner: await checksummed(user["owner"]),
    balances: {
      alpha: await tokenBalances(balances["alpha"]),
      euro: await tokenBalances(balances["euro"]),
    },
  };
}

async function tokenBalances(
  given: unknown,
): Promise<readonly TokenBalance[] | undefined> {
  if (given === undefined) {
    return undefined;
  }
  const balances: TokenBalance[] = [];
  for (const [address, amount] of Object.entries(recordOf(given))) {
    const holder = await checksummed(address);
    if (holder !== undefined) {
      balances.push({ holder, amount: String(amount) });
    }
  }
  return balances;
}
