import type { ChainType, NetworkConnection } from "hardhat/types/network";

/** What is needed of a connection to ask its node, and to name it. */
export type NodeConnection = Pick<
  NetworkConnection<ChainType | string>,
  "networkName" | "networkConfig" | "provider"
>;
