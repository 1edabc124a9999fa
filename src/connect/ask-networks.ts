import { HardhatPluginError } from "hardhat/plugins";
import type { Cause } from "../base/problems.ts";
import { isFork, isSandbox } from "../config/hardhat-networks.ts";
import { LayeredUrl } from "../config/layered-url.ts";
import { chainsWithSameId } from "../config/network-values.ts";
import type { RpcTransport } from "../rpc/types.ts";
import type { ExpectedChain } from "./judge-chain.ts";
import type { FreshnessLimits } from "./judge-freshness.ts";
import {
  type OpenedTransport,
  prepareTransport,
  type QueryLimits,
} from "./open-transport.ts";
import type { Reachable } from "./select-networks.ts";
import {
  type NetworkSelection,
  type SelectedNetwork,
  selectNetworks,
} from "./select-networks.ts";

/** A query of each selected network. */
export interface NetworkQuestion<T> {
  readonly limits?: QueryLimits | undefined;

  ask(
    transport: RpcTransport,
    selected: SelectedNetwork,
    expectations: Expectations,
  ): Promise<T>;
  /** The result for a network that cannot be queried. */
  unreachable(
    selected: SelectedNetwork,
    expectations: Expectations,
    cause: Cause,
  ): T | Promise<T>;
}

/**
 * Queries all selected networks in parallel, and closes the transports. The results are
 * in the order of the selection.
 */
export async function askNetworks<T>(
  hre: Reachable,
  selection: NetworkSelection,
  question: NetworkQuestion<T>,
): Promise<readonly T[]> {
  const prepared = [];
  for (const selected of selectNetworks(hre.config, selection)) {
    prepared.push({ selected, way: await prepareTransport(hre, selected) });
  }
  return await Promise.all(
    prepared.map(async ({ selected, way }) => {
      const expectations = expectationsOf(selected);
      return await askNode(way, {
        limits: question.limits,
        ask: (transport) => question.ask(transport, selected, expectations),
        unreachable: (cause) =>
          question.unreachable(selected, expectations, cause),
      });
    }),
  );
}

/** A query of one node. */
export interface NodeQuestion<T> {
  readonly limits?: QueryLimits | undefined;
  ask(transport: RpcTransport): Promise<T>;
  /** The result if the node cannot be queried. */
  unreachable(cause: Cause): T | Promise<T>;
}

/** Queries a node, and closes the transport; or says why there is none. */
export async function askNode<T>(
  way: OpenedTransport,
  { limits, ask, unreachable }: NodeQuestion<T>,
): Promise<T> {
  if (!way.ok) {
    return await unreachable(way);
  }
  let transport: RpcTransport;
  try {
    transport = await way.open(limits);
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      return await unreachable({ reason: error.message });
    }
    throw error;
  }
  try {
    return await ask(transport);
  } finally {
    await transport.close();
  }
}

/** The expected chain and freshness of a selected network. */
export interface Expectations {
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
  /** The next step if the node does not serve the network. */
  readonly remedy?: string | undefined;
}

/**
 * The expected chain and freshness of a selected network. The chain id of the Hardhat
 * network takes precedence, since a fork may have another one.
 */
export function expectationsOf(selected: SelectedNetwork): Expectations {
  const { network, networkConfig } = selected;
  const inProcess = networkConfig?.type === "edr-simulated";
  // A fork contains the blocks of a live chain; other simulated chains do not.
  const isForeign = !inProcess || isFork(networkConfig);
  const chainId = networkConfig?.chainId;
  return {
    chain: {
      chainId: chainId ?? network.values.chainId,
      genesisHash: isForeign ? network.genesisHash : undefined,
      chainsWithSameId: isForeign
        ? chainsWithSameId(network, inProcess ? undefined : chainId)
        : [],
    },
    limits: {
      maxBlockAge: network.maxBlockAge,
      inProcess,
      isFork: isFork(networkConfig),
      startBlock: network.values.startBlock,
    },
    remedy: remedyOf(selected),
  };
}

/** Where to set another node; only forks and live networks have one. */
function remedyOf(selected: SelectedNetwork): string | undefined {
  const { hardhatNetwork, networkConfig } = selected;
  const url =
    networkConfig?.type === "http"
      ? networkConfig.url
      : networkConfig?.forking?.url;
  if (url === undefined) {
    return undefined;
  }
  const setting =
    url instanceof LayeredUrl
      ? url.setting
      : `networks.${hardhatNetwork} in the Hardhat config`;
  return `Check the node, or set another one: ${setting}.`;
}

/**
 * Tells whether a selected network is a sandbox, which holds the contract set.
 */
export function isSandboxNetwork({ networkConfig }: SelectedNetwork): boolean {
  return networkConfig !== undefined && isSandbox(networkConfig);
}
