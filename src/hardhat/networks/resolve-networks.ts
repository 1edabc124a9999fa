import type {
  EdrNetworkConfig,
  HardhatUserConfig,
  HttpNetworkConfig,
  NetworkConfig,
  NetworkUserConfig,
  SensitiveString,
} from "hardhat/types/config";
import { defer } from "../../base/records.ts";
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
      if (
        user === undefined ||
        alphaNetwork === undefined ||
        !Object.hasOwn(alpha.networks, alphaNetwork)
      ) {
        return [name, resolved];
      }
      return [
        name,
        resolved.type === "http"
          ? resolveLive(resolved, user, alphaNetwork, alpha)
          : resolveSimulated(
              name,
              resolved,
              user,
              alphaNetwork,
              alpha,
              userConfig,
            ),
      ];
    }),
  );
}

function resolveLive(
  resolved: HttpNetworkConfig,
  user: NetworkUserConfig,
  alphaNetwork: AlphaNetworkName,
  { networks }: AlphaConfig,
): HttpNetworkConfig {
  const live = { ...resolved, alphaNetwork };
  if (user.type === "http" && isAddedUrl(user.url, alphaNetwork)) {
    defer(live, "url", () => networks[alphaNetwork]?.url ?? resolved.url);
  }
  return live;
}

function resolveSimulated(
  name: string,
  resolved: EdrNetworkConfig,
  user: NetworkUserConfig,
  alphaNetwork: AlphaNetworkName,
  alpha: AlphaConfig,
  userConfig: HardhatUserConfig,
): EdrNetworkConfig {
  const given = user.type === "edr-simulated" ? user : undefined;
  const network = resolved.forking && alpha.networks[alphaNetwork];
  const forking =
    network &&
    resolveFork(
      name,
      resolved,
      network,
      isAddedUrl(given?.forking?.url, alphaNetwork)
        ? nodeOf(network, userConfig)
        : undefined,
    );
  return {
    ...resolved,
    ...(forking === undefined ? {} : { forking }),
    alphaNetwork,
    alphaSandbox: given?.alphaSandbox === true,
  };
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
