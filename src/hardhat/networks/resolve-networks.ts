import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type {
  EdrNetworkConfig,
  EdrNetworkForkingConfig,
  HardhatUserConfig,
  NetworkConfig,
  ResolvedConfigurationVariable,
  SensitiveString,
} from "hardhat/types/config";
import { defer, withoutUndefined } from "../../base/records.ts";
import type { Scrubber } from "../../base/scrubber.ts";
import { configuredNames } from "../../config/hardhat-networks.ts";
import { variableName } from "../../config/layered-url.ts";
import type { AlphaConfig, ResolvedAlphaNetwork } from "../../config/types.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import type { ForkedNode } from "../forks/confirm-forked-node.ts";

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
      resolveNetwork(name, resolved, userConfig, alpha, networks),
    ]),
  );
}

function resolveNetwork(
  name: string,
  resolved: NetworkConfig,
  userConfig: HardhatUserConfig,
  { networks }: AlphaConfig,
  all: Readonly<Record<string, NetworkConfig>>,
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
  const node = network && isAdded && nodeToFork(name, network, userConfig, all);
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

/**
 * The node of an Alpha network. The fork that is added has that of the live network, which
 * may be one of the user's, with a URL of its own.
 */
function nodeToFork(
  name: string,
  { name: alphaNetwork, url }: ResolvedAlphaNetwork,
  { alpha = {}, networks }: HardhatUserConfig,
  all: Readonly<Record<string, NetworkConfig>>,
): ForkableNode {
  const { live, fork } = configuredNames(alpha, alphaNetwork);
  const [user, resolved] = [networks?.[live], all[live]];
  if (
    name === fork &&
    user?.alphaNetwork === alphaNetwork &&
    user.type === "http" &&
    resolved?.type === "http"
  ) {
    const isAdded = isAddedUrl(user.url, alphaNetwork);
    const { httpHeaders } = user;
    return { url: isAdded ? url : resolved.url, httpHeaders };
  }
  const { hardhat } = alpha.networks?.[alphaNetwork] || {};
  return { url, httpHeaders: hardhat?.httpHeaders };
}

/** A node to fork, and the headers of requests to it. */
type ForkableNode = Pick<EdrNetworkForkingConfig, "url"> & {
  readonly httpHeaders: Record<string, string> | undefined;
};

/**
 * Resolves the `forking` of a Hardhat network that forks an Alpha network. Its
 * node is confirmed before it is forked, and the network has its own cache
 * directory: Hardhat separates caches by host and chain id, which would mix two
 * chains with the same id behind one host.
 *
 * @param networkNode The node of the Alpha network, if that is the one to fork.
 */
function resolveFork(
  hardhatNetwork: string,
  config: EdrNetworkConfig,
  network: ResolvedAlphaNetwork,
  networkNode: ForkableNode | undefined,
): EdrNetworkForkingConfig | undefined {
  const { forking } = config;
  if (forking === undefined) {
    return undefined;
  }
  const httpHeaders = forking.httpHeaders ?? networkNode?.httpHeaders;
  const headers = httpHeaders ?? {};
  const url = networkNode?.url ?? forking.url;
  const node = { hardhatNetwork, network, headers, config };
  return {
    ...forking,
    ...(httpHeaders && { httpHeaders }),
    cacheDir: join(forking.cacheDir, network.name),
    url: {
      _type: "ResolvedConfigurationVariable",
      format: url.format,
      get: async () => await url.get(),
      getUrl: async () => await confirmedUrl(url, node),
      getBigInt: async () => await url.getBigInt(),
      getHexString: async () => await url.getHexString(),
    },
  };
}

/**
 * Confirms a forked node when Hardhat reads its URL to open the fork. Hardhat itself
 * would fork any chain, and would retry an unreachable node for a minute before it fails
 * without naming it.
 *
 * @throws HardhatPluginError if the node does not respond in time, serves another chain,
 * or one that cannot be forked with the configured hardfork.
 */
async function confirmedUrl(
  variable: ResolvedConfigurationVariable,
  node: ForkedNode,
): Promise<string> {
  const url = await variable.getUrl();
  const [{ confirmForkedNode }, { endpointScrubber }] = await Promise.all([
    import("../forks/confirm-forked-node.ts"),
    import("../../http/endpoint.ts"),
  ]);
  await confirmForkedNode(url, node);
  const { hardhatNetwork, headers } = node;
  const scrubber = endpointScrubber(url, headers);
  forkOpening.getStore()?.({ hardhatNetwork, scrubber });
  return url;
}

/** A fork that is opening, after its node was confirmed. */
export interface OpeningFork {
  readonly hardhatNetwork: string;
  /** Removes the secrets of the node's URL and headers from texts. */
  readonly scrubber: Scrubber | undefined;
}

/**
 * Holds a callback that is called when the fork's node was confirmed. The
 * hook that opens a connection has no other way to know that it opens a fork.
 */
export const forkOpening = new AsyncLocalStorage<(fork: OpeningFork) => void>();
