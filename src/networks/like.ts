import type { ChainWithSameId, NetworkDefinition } from "./definition.ts";
import type { ReferenceNetworkName } from "./definitions.ts";
import { ALPHA_NETWORK_NAMES, NETWORK_DEFINITIONS } from "./definitions.ts";

/** What identifies a network of a project's own. */
export interface OwnNetwork {
  readonly name: string;
  readonly like: ReferenceNetworkName;
  readonly chainId: number;
  readonly displayName: unknown;
  /** The pinned hash of its block 0. */
  readonly genesisHash: unknown;
}

/** web3.js 1.x's default, in seconds. */
const POLLING_TIMEOUT_SECONDS = 750;

/**
 * The definition of a network of a project's own: the names and the rules of the network
 * that it is like, and none of its values. Values that nobody gives have defaults.
 */
export function definitionLike({
  name,
  like,
  chainId,
  displayName,
  genesisHash,
}: OwnNetwork): NetworkDefinition {
  const shape: NetworkDefinition = NETWORK_DEFINITIONS[like];
  const { versions, registry, portal, otherPortal, backend } = shape;
  const { transactionPollingTimeoutUnit: unit } = shape;
  return {
    like,
    versions,
    registry,
    portal,
    ...(otherPortal === undefined ? {} : { otherPortal }),
    ...(backend === undefined ? {} : { backend }),
    values: {
      chainId,
      networkId: chainId,
      isDefault: false,
      // Reading events takes longer, and misses none.
      startBlock: 0,
      transactionBlockTimeout: 50,
      transactionConfirmationBlocks: 1,
      transactionPollingTimeout:
        POLLING_TIMEOUT_SECONDS * (unit === "seconds" ? 1 : 1000),
      gasFeeMultiplier: 1,
    },
    transactionPollingTimeoutUnit: unit,
    role: "own network",
    chainsWithSameId: otherChains(chainId).filter(
      (chain) =>
        typeof genesisHash !== "string" ||
        chain.genesisHash !== genesisHash.toLowerCase(),
    ),
    names: [name, ...(typeof displayName === "string" ? [displayName] : [])],
    preset: {},
  };
}

/** The public chains that are known to have a chain id which Alpha networks have, too. */
export function otherChains(chainId: number): readonly ChainWithSameId[] {
  return ALPHA_NETWORK_NAMES.flatMap((name) => {
    const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
    return definition.values.chainId === chainId
      ? definition.chainsWithSameId
      : [];
  });
}
