import { DEVNET } from "../../src/networks/devnet.ts";

/** The chain id of the benchmark's chain. */
export const DEVNET_CHAIN_ID: number = DEVNET.values.chainId;
