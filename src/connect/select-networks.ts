import type { HardhatConfig, NetworkConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { EthereumProvider } from "hardhat/types/providers";
import { alphaError } from "../base/errors.ts";
import { given, ownValue } from "../base/records.ts";
import { didYouMean } from "../base/suggest-name.ts";
import { enabledNames, enabledNetwork } from "../config/configured-networks.ts";
import { isFork, isSandbox } from "../config/hardhat-networks.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { isAlphaNetworkName } from "../networks/definitions.ts";

/** The networks that a user selects for a task. */
export interface NetworkSelection {
  /** Names of Alpha networks, or of Hardhat networks that connect to one. */
  readonly names: readonly string[];
  /** Hardhat's `--network`, which is used without names and must not contradict them. */
  readonly globalNetwork: string | undefined;
  /** True to use the in-process sandboxes. */
  readonly sandbox: boolean;
}

/** The names that select the networks; none for all of them. */
export function selectedNames({
  names,
  globalNetwork,
}: NetworkSelection): readonly string[] {
  return names.length === 0 ? given(globalNetwork) : names;
}

/** A Hardhat network to connect to, or why there is none. */
export type NetworkRoute =
  | { readonly hardhatNetwork: string; readonly networkConfig: NetworkConfig }
  | {
      readonly hardhatNetwork: null;
      readonly networkConfig?: undefined;
      readonly reason: string;
    };

/** An Alpha network and the Hardhat network that connects to it. */
export type SelectedNetwork = NetworkRoute & {
  readonly network: ResolvedAlphaNetwork;
};

/**
 * The networks of a task: those named, else that of `--network`, else all enabled ones.
 * Never Hardhat's default chain, which is empty.
 *
 * @throws HardhatPluginError on a name that is not an Alpha network, with the names
 * that are, on a fork if sandboxes are selected, and on names of other networks than
 * that of `--network`.
 */
export function selectNetworks(
  config: HardhatConfig,
  { names, globalNetwork, sandbox }: NetworkSelection,
): readonly SelectedNetwork[] {
  if (names.length === 0 && globalNetwork !== undefined) {
    const configured = ownValue(config.networks, globalNetwork);
    // A network of the user that has the name of an Alpha network is not one.
    if (configured !== undefined && configured.alphaNetwork === undefined) {
      throw alphaError(unknownNameMessage(config, globalNetwork));
    }
    return [selectOne(config, globalNetwork, sandbox)];
  }
  const wanted = names.length > 0 ? names : enabledNames(config.alpha);
  if (wanted.length === 0) {
    throw alphaError(
      "All Alpha networks are disabled in the Hardhat config (alpha.networks).",
    );
  }
  const selected = new Map<string, SelectedNetwork>();
  for (const name of wanted) {
    const one = selectOne(config, name, sandbox);
    // Two names may select one network, such as those of a sandbox and its network.
    selected.set(`${one.network.name} ${one.hardhatNetwork}`, one);
    const isGlobal = [name, one.hardhatNetwork].includes(globalNetwork ?? name);
    if (!isGlobal) {
      throw alphaError(
        `--network ${globalNetwork} and the name ${name} are different networks. Pass only one of the two; the variable HARDHAT_NETWORK sets --network, too.`,
      );
    }
  }
  return [...selected.values()];
}

function selectOne(
  config: HardhatConfig,
  name: string,
  sandbox: boolean,
): SelectedNetwork {
  const networkConfig = ownValue(config.networks, name);
  const mark = networkConfig?.alphaNetwork;
  if (networkConfig !== undefined && mark !== undefined) {
    const network = config.alpha.networks[mark];
    if (network !== undefined) {
      if (sandbox && isFork(networkConfig)) {
        throw alphaError(
          `"${name}" is a fork of ${mark}, not a sandbox. Pass ${mark} for its sandbox. To check the fork, omit --sandbox; to serve it, run "npx hardhat node --network ${name}".`,
        );
      }
      if (sandbox && !isSandbox(networkConfig)) {
        return claimed(config, network, sandbox);
      }
      return { network, hardhatNetwork: name, networkConfig };
    }
  }
  const network = enabledNetwork(config.alpha, name);
  if (network !== undefined) {
    return claimed(config, network, sandbox);
  }
  throw alphaError(unknownNameMessage(config, name));
}

function claimed(
  config: HardhatConfig,
  network: ResolvedAlphaNetwork,
  sandbox: boolean,
): SelectedNetwork {
  const claim = sandbox ? network.sandboxNetwork : network.hardhatNetwork;
  if (claim.name === null) {
    return { network, hardhatNetwork: null, reason: claim.reason };
  }
  const networkConfig = config.networks[claim.name];
  if (networkConfig === undefined) {
    return {
      network,
      hardhatNetwork: null,
      reason: `the Hardhat config has no network "${claim.name}"`,
    };
  }
  return { network, hardhatNetwork: claim.name, networkConfig };
}

/**
 * The names that select a network: those of the enabled Alpha networks, and those of
 * the Hardhat networks that connect to one.
 */
export function alphaNetworkNames(config: HardhatConfig): readonly string[] {
  const marked = Object.entries(config.networks)
    .filter(([, { alphaNetwork }]) => alphaNetwork !== undefined)
    .map(([hardhatName]) => hardhatName);
  return [...new Set([...Object.keys(config.alpha.networks), ...marked])];
}

function unknownNameMessage(config: HardhatConfig, name: string): string {
  const names = alphaNetworkNames(config);
  const valid = `Valid names: ${names.join(", ")}.`;
  if (Object.hasOwn(config.networks, name)) {
    return `The Hardhat network "${name}" is not an Alpha network. ${valid} If it is one, mark it in the Hardhat config: networks.${name}.alphaNetwork.`;
  }
  if (isAlphaNetworkName(name)) {
    return `The network "${name}" is disabled in the Hardhat config (alpha.networks.${name}: false). ${valid}`;
  }
  return `Unknown network "${name}". ${didYouMean(name, names)}${valid}`;
}

/**
 * The part of the Hardhat runtime that is needed to connect to networks.
 */
export interface Reachable {
  readonly config: HardhatConfig;
  readonly network: {
    create(
      network:
        | string
        | {
            readonly network: string;
            readonly override: { readonly loggingEnabled: boolean };
          },
    ): Promise<{
      readonly provider: EthereumProvider;
      close(): Promise<void>;
    }>;
  };
}

/** The part of a connection that requests and their error messages need. */
export type NodeConnection = Pick<
  NetworkConnection<ChainType | string>,
  "networkName" | "networkConfig" | "provider"
>;

/** The same with the end of the connection. */
export type OpenConnection = NodeConnection & Pick<NetworkConnection, "close">;

/**
 * The network of an existing connection, with the connection's config and overrides.
 * Its provider is reused and stays open.
 */
export function reachConnection(
  config: HardhatConfig,
  { networkName, networkConfig, provider }: NodeConnection,
): { readonly reachable: Reachable; readonly selection: NetworkSelection } {
  return {
    reachable: {
      config: {
        ...config,
        networks: { ...config.networks, [networkName]: networkConfig },
      },
      network: { create: async () => ({ provider, close: async () => {} }) },
    },
    selection: {
      names: [networkName],
      globalNetwork: undefined,
      sandbox: false,
    },
  };
}
