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
 * Copies what Hardhat drops when it resolves a network, and gives ours the URL
 * with all its layers. The objects stay mutable, as other plugins add to them.
 */
export function resolveNetworks(
  networks: Readonly<Record<string, NetworkConfig>>,
  userConfig: HardhatUserConfig,
  alpha: AlphaConfig,
): Record<string, NetworkConfig> {
  return Object.fromEntries(
    Object.entries(networks).map(([name, resolved]) => {
      const given = userConfig.networks?.[name];
      const mark = given?.alphaNetwork;
      const network = mark === undefined ? undefined : alpha.networks[mark];
      if (given === undefined || mark === undefined || network === undefined) {
        return [name, resolved];
      }
      if (resolved.type === "edr-simulated") {
        const isSandbox =
          given.type === "edr-simulated" && given.alphaSandbox === true;
        const url = given.type === "edr-simulated" ? given.forking?.url : "";
        const forking = resolveFork(
          name,
          resolved,
          network,
          isOurUrl(url, mark) ? ourNode(network, userConfig) : undefined,
        );
        return [
          name,
          {
            ...resolved,
            ...(forking === undefined ? {} : { forking }),
            alphaNetwork: mark,
            alphaSandbox: isSandbox,
          },
        ];
      }
      return [
        name,
        {
          ...resolved,
          alphaNetwork: mark,
          ...(given.type === "http" && isOurUrl(given.url, mark)
            ? { url: network.url }
            : {}),
        },
      ];
    }),
  );
}

/**
 * Whether a network's URL is the one that this plugin gave it. A user's own
 * variable of the same name has its own default and format.
 */
function isOurUrl(
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

/** A network's node with the headers that are for it alone: no other URL gets them. */
function ourNode(
  { name, url }: ResolvedAlphaNetwork,
  { alpha }: HardhatUserConfig,
): ForkableNode {
  const { hardhat } = alpha?.networks?.[name] || {};
  return { url, httpHeaders: hardhat?.httpHeaders };
}
