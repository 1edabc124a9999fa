import type {
  ConfigurationVariableResolver,
  HardhatUserConfig,
  NetworkUserConfig,
} from "hardhat/types/config";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { ALPHA_NETWORK_NAMES } from "../../networks/definitions.ts";
import { PRESET } from "../../networks/preset.ts";
import { recordOf } from "../narrow.ts";
import {
  forkNetworkName,
  hardhatNetworkName,
  sandboxNetworkName,
  wantsForks,
} from "../network-names.ts";
import { NO_SOURCES, type ReadSources } from "../sourced-values.ts";
import type {
  AlphaConfig,
  NetworkClaim,
  ResolvedAlphaNetwork,
} from "../types.ts";
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
      hardhatNetwork: claimOf(
        userConfig,
        network,
        hardhatNetworkName(network, alpha),
      ),
      sandboxNetwork:
        alpha.sandbox === false
          ? {
              name: null,
              reason: "alpha.sandbox is false in the Hardhat config",
              isTaken: false,
            }
          : sandboxClaim(
              userConfig,
              network,
              sandboxNetworkName(network, alpha),
            ),
      forkNetwork: wantsForks(alpha)
        ? forkClaim(userConfig, network, forkNetworkName(network, alpha))
        : {
            name: null,
            reason: "alpha.forks is not set in the Hardhat config",
            isTaken: false,
          },
    };
  }
  return {
    networks,
    sandbox: await resolveSandbox(alpha.sandbox),
    sourceWarnings: sources.warnings,
  };
}

function claimOf(
  userConfig: HardhatUserConfig,
  network: AlphaNetworkName,
  name: string,
): NetworkClaim {
  return ownNetwork(userConfig, name)?.alphaNetwork === network
    ? { name }
    : {
        name: null,
        reason: `the Hardhat config has another network named "${name}", which is left as it is. Rename ours with alpha.networks.${network}.name, switch it off with alpha.networks.${network}: false, or mark yours with alphaNetwork: "${network}" if it is this network`,
        isTaken: true,
      };
}

/** A chain without the contract set is no stand-in, whatever its name. */
function sandboxClaim(
  userConfig: HardhatUserConfig,
  network: AlphaNetworkName,
  name: string,
): NetworkClaim {
  const given = ownNetwork(userConfig, name);
  return given?.type === "edr-simulated" &&
    given.alphaNetwork === network &&
    given.alphaSandbox === true
    ? { name }
    : {
        name: null,
        reason: `the Hardhat config has another network named "${name}", which is left as it is. Rename ours with alpha.networks.${network}.name, add none with alpha.sandbox: false, or mark yours with alphaNetwork: "${network}" and alphaSandbox: true if the contract set is to stand on it`,
        isTaken: true,
      };
}

/** A chain that forks nothing is no fork, whatever its name. */
function forkClaim(
  userConfig: HardhatUserConfig,
  network: AlphaNetworkName,
  name: string,
): NetworkClaim {
  const given = ownNetwork(userConfig, name);
  return given?.type === "edr-simulated" &&
    given.alphaNetwork === network &&
    given.alphaSandbox !== true &&
    given.forking !== undefined
    ? { name }
    : {
        name: null,
        reason: `the Hardhat config has another network named "${name}", which is left as it is. Rename ours with alpha.networks.${network}.name, remove alpha.forks, or mark yours with alphaNetwork: "${network}" if it is a fork of this network`,
        isTaken: true,
      };
}

function ownNetwork(
  { networks = {} }: HardhatUserConfig,
  name: string,
): NetworkUserConfig | undefined {
  return Object.hasOwn(networks, name) ? networks[name] : undefined;
}
