import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import type { ExpectedChain } from "../node/judge-chain.ts";
import type { FreshnessLimits } from "../node/judge-freshness.ts";
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
  return {
    chain: {
      chainId: networkConfig?.chainId ?? network.values.chainId,
      genesisHash: inProcess ? undefined : network.genesisHash,
      // A chain in this process is no chain of somebody else's.
      namesakes: inProcess ? [] : NETWORK_DEFINITIONS[network.name].namesakes,
    },
    limits: {
      maxBlockAge: network.maxBlockAge,
      inProcess,
      startBlock: network.values.startBlock,
    },
  };
}

/** Whether a selected network is a stand-in that holds the contract set. */
export function isSandboxNetwork(selected: SelectedNetwork): boolean {
  return (
    selected.hardhatNetwork !== null &&
    selected.networkConfig.type === "edr-simulated" &&
    selected.networkConfig.alphaSandbox === true
  );
}
