import type {
  HardhatUserConfig,
  NetworkConfig,
  SensitiveString,
} from "hardhat/types/config";
import { defer, withoutUndefined } from "../../base/records.ts";
import { variableName } from "../../config/layered-url.ts";
import type { AlphaConfig } from "../../config/types.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { resolveFork } from "../forks/resolve-fork.ts";

/**
 * Adds this plugin's fields to the resolved networks, which Hardhat drops, and the
 * layered URL to those that the plugin added. The objects stay mutable, since other
 * plugins may extend them.
 */
export function resolveNetworks(
  networks: Readonly<Record<string, NetworkConfig>>,
  userConfig: HardhatUserConfig,
  alpha: AlphaConfig,
): Record<string, NetworkConfig> {
  return Object.fromEntries(
    Object.entries(networks).map(([name, resolved]) => [
      name,
      resolveNetwork(name, resolved, userConfig, alpha),
    ]),
  );
}

function resolveNetwork(
  name: string,
  resolved: NetworkConfig,
  userConfig: HardhatUserConfig,
  { networks }: AlphaConfig,
): NetworkConfig {
  const user = userConfig.networks?.[name];
  const { alphaNetwork } = user ?? {};
  if (!user || !alphaNetwork || !Object.hasOwn(networks, alphaNetwork)) {
    return resolved;
  }
  const url = user.type === "http" ? user.url : user.forking?.url;
  const isAdded = isAddedUrl(url, alphaNetwork);
  if (resolved.type === "http") {
    // Hardhat then refuses other chains, as on the networks that are added.
    const chainId = resolved.chainId ?? networks[alphaNetwork]?.values.chainId;
    const live = {
      ...resolved,
      ...withoutUndefined({ chainId }),
      alphaNetwork,
    };
    if (isAdded) {
      defer(live, "url", () => networks[alphaNetwork]?.url ?? resolved.url);
    }
    return live;
  }
  const network = resolved.forking && networks[alphaNetwork];
  // The headers are only for the URL of the network.
  const { hardhat } = userConfig.alpha?.networks?.[alphaNetwork] || {};
  const node = network &&
    isAdded && { url: network.url, httpHeaders: hardhat?.httpHeaders };
  const forking =
    network && resolveFork(name, resolved, network, node || undefined);
  return {
    ...resolved,
    ...(forking && { forking }),
    alphaNetwork,
    alphaSandbox: user.type === "edr-simulated" && user.alphaSandbox === true,
  };
}

/**
 * Returns whether a URL is the placeholder of `extendNetworks`. A variable of the same
 * name with a default or a format is one of the user.
 */
function isAddedUrl(
  url: SensitiveString | undefined,
  network: AlphaNetworkName,
): boolean {
  return (
    typeof url === "object" &&
    url.name === variableName(network, "RPC_URL") &&
    url.default === undefined &&
    url.format === undefined
  );
}
