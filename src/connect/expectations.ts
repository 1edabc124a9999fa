import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import type { ExpectedChain } from "../node/judge-chain.ts";
import type { FreshnessLimits } from "../node/judge-freshness.ts";
import { isFork } from "./is-fork.ts";
import { isSandbox } from "./is-sandbox.ts";
import type { SelectedNetwork } from "./select-networks.ts";

/** What is expected of a selected network's chain and head. */
export interface Expectations {
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
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
      namesakes: isForeign ? NETWORK_DEFINITIONS[network.name].namesakes : [],
    },
    limits: {
      maxBlockAge: network.maxBlockAge,
      inProcess,
      isFork: networkConfig !== undefined && isFork(networkConfig),
      startBlock: network.values.startBlock,
    },
  };
}

/** Whether a selected network is a stand-in that holds the contract set. */
export function isSandboxNetwork(selected: SelectedNetwork): boolean {
  return selected.hardhatNetwork !== null && isSandbox(selected.networkConfig);
}
