import type {
  ConfigurationVariableResolver,
  HardhatUserConfig,
} from "hardhat/types/config";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { ALPHA_NETWORK_NAMES } from "../../networks/definitions.ts";
import { PRESET } from "../../networks/preset.ts";
import { recordOf } from "../narrow.ts";
import { NO_SOURCES, type ReadSources } from "../sourced-values.ts";
import type { AlphaConfig, ResolvedAlphaNetwork } from "../types.ts";
import { networkClaims } from "./network-claims.ts";
import { resolveNetwork } from "./resolve-network.ts";
import { resolveSandbox } from "./resolve-sandbox.ts";

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
    const preset = alpha.preset === false ? undefined : PRESET[network];
    networks[network] = {
      ...(await resolveNetwork(
        network,
        recordOf(user),
        sources.values.get(network) ?? new Map(),
        preset,
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
