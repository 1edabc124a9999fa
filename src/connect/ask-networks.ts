import { HardhatPluginError } from "hardhat/plugins";
import type { Cause } from "../base/problems.ts";
import { isFork, isSandbox } from "../config/hardhat-networks.ts";
import { LayeredUrl } from "../config/layered-url.ts";
import type { RpcTransport } from "../rpc/types.ts";
import type { ExpectedChain } from "./judge-chain.ts";
import type { FreshnessLimits } from "./judge-freshness.ts";
import { prepareTransport } from "./open-transport.ts";
import type { Reachable } from "./reachable.ts";
import {
  type NetworkSelection,
  type SelectedNetwork,
  selectNetworks,
} from "./select-networks.ts";

/** What to do with each selected network. */
export interface NetworkQuestion<T> {
  /** Bounds the time of each network further, in ms. */
  readonly maxMs?: number | undefined;

  ask(
    transport: RpcTransport,
    selected: SelectedNetwork,
    expectations: Expectations,
  ): Promise<T>;
  /** The answer for a network that cannot be asked. */
  unreachable(
    selected: SelectedNetwork,
    expectations: Expectations,
    cause: Cause,
  ): T | Promise<T>;
}

/**
 * Asks each selected network the same question, in parallel, and closes what it
 * opened. The answers come in the selection's order.
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
      if (!way.ok) {
        return question.unreachable(selected, expectations, way);
      }
      const transport = await tryOpen(() => way.open(question.maxMs));
      if (typeof transport === "string") {
        return question.unreachable(selected, expectations, {
          reason: transport,
        });
      }
      try {
        return await question.ask(transport, selected, expectations);
      } finally {
        await transport.close();
      }
    }),
  );
}

/** The transport, or why it could not be opened: an error of ours says it. */
async function tryOpen(
  open: () => Promise<RpcTransport>,
): Promise<RpcTransport | string> {
  try {
    return await open();
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      return error.message;
    }
    throw error;
  }
}

/** What is expected of a selected network's chain and head. */
export interface Expectations {
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
  /** What to do where the node does not serve the network. */
  readonly remedy?: string;
}

/**
 * The chain and the freshness that a selected network must show. A Hardhat
 * network with a chain id of its own, such as a fork, is held to that one.
 */
export function expectationsOf(selected: SelectedNetwork): Expectations {
  const { network } = selected;
  const networkConfig =
    selected.hardhatNetwork === null ? undefined : selected.networkConfig;
  const inProcess = networkConfig?.type === "edr-simulated";
  // A fork's past is somebody's chain; any other chain in here is our own.
  const isForeign = !inProcess || isFork(networkConfig);
  return {
    chain: {
      chainId: networkConfig?.chainId ?? network.values.chainId,
      genesisHash: isForeign ? network.genesisHash : undefined,
      chainsWithSameId: isForeign ? network.definition.chainsWithSameId : [],
    },
    limits: {
      maxBlockAge: network.maxBlockAge,
      inProcess,
      isFork: networkConfig !== undefined && isFork(networkConfig),
      startBlock: network.values.startBlock,
    },
    ...remedyOf(selected),
  };
}

/** Where to set another node; a simulated chain that forks nothing has none. */
function remedyOf(selected: SelectedNetwork): Pick<Expectations, "remedy"> {
  if (selected.hardhatNetwork === null) {
    return {};
  }
  const { hardhatNetwork, networkConfig } = selected;
  const url =
    networkConfig.type === "http"
      ? networkConfig.url
      : networkConfig.forking?.url;
  if (url === undefined) {
    return {};
  }
  const setting =
    url instanceof LayeredUrl
      ? url.setting
      : `networks.${hardhatNetwork} in the Hardhat config`;
  return { remedy: `Check the node, or set another one: ${setting}.` };
}

/** Whether a selected network is a sandbox, which holds the contract set. */
export function isSandboxNetwork(selected: SelectedNetwork): boolean {
  return selected.hardhatNetwork !== null && isSandbox(selected.networkConfig);
}
