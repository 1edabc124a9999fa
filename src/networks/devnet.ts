import type { NetworkDefinition } from "./definition.ts";
import { PORTAL_V4, REGISTRY_V4 } from "./portal-v4.ts";

export const DEVNET = {
  values: {
    chainId: 32456,
    networkId: 32456,
    isDefault: false,
    startBlock: 57428,
    transactionBlockTimeout: 50,
    transactionConfirmationBlocks: 1,
    transactionPollingTimeout: 750,
    gasFeeMultiplier: 1.1,
  },
  // web3.js 1.x's default, which counts in seconds: 750 ms would be no wait.
  transactionPollingTimeoutUnit: "seconds",
  role: "development network",
  versions: {},
  chainsWithSameId: [],
  registry: REGISTRY_V4,
  portal: PORTAL_V4,
} as const satisfies NetworkDefinition;
