import type {
  HardhatUserConfig,
  NetworkConfig,
  SensitiveString,
} from "hardhat/types/config";
import { variableName } from "../../config/layered-url.ts";
import type { AlphaConfig, ResolvedAlphaNetwork } from "../../config/types.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { type ForkableNode, resolveFork } from "../forks/resolve-fork.ts";

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
    Object.entries(networks).map(([name, resolved]) => {
      const user = userConfig.networks?.[name];
      const alphaNetwork = user?.alphaNetwork;
      if (user === undefined || alphaNetwork === undefined) {
        return [name, resolved];
      }
      const network = alpha.networks[alphaNetwork];
      if (network === undefined) {
        return [name, resolved];
      }
      if (resolved.type === "edr-simulated") {
        const isSandbox =
          user.type === "edr-simulated" && user.alphaSandbox === true;
        const url = user.type === "edr-simulated" ? user.forking?.url : "";
        const forking = resolveFork(
          name,
          resolved,
          network,
          isAddedUrl(url, alphaNetwork)
            ? nodeOf(network, userConfig)
            : undefined,
        );
        return [
          name,
          {
            ...resolved,
            ...(forking === undefined ? {} : { forking }),
            alphaNetwork,
            alphaSandbox: isSandbox,
          },
        ];
      }
      return [
        name,
        {
          ...resolved,
          alphaNetwork,
          ...(user.type === "http" && isAddedUrl(user.url, alphaNetwork)
            ? { url: network.url }
            : {}),
        },
      ];
    }),
  );
}

/**
 * Whether a URL is the placeholder of `extendNetworks`. A variable of the same name
 * with a default or a format is one of the user.
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

/** The node of a network, with the headers that only its URL may get. */
function nodeOf(
  { name, url }: ResolvedAlphaNetwork,
  { alpha }: HardhatUserConfig,
): ForkableNode {
  const { hardhat } = alpha?.networks?.[name] || {};
  return { url, httpHeaders: hardhat?.httpHeaders };
}
