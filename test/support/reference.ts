import publicNetworks from "./public-networks.json" with { type: "json" };

const { devnet, testnet, third } = publicNetworks.networks;

/** The networks' reference, section by section, as its tables have it. */
export const REFERENCE = {
  devnet: referenceOf(devnet),
  testnet: referenceOf(testnet),
  third: referenceOf(third),
};

/** Section 2.4: the fields of devnet's and testnet's portal config. */
export const PORTAL_FIELDS_V4 = Object.keys(devnet.portal);

/** Section 2.5: the fields of the third network's portal config. */
export const PORTAL_FIELDS_V3 = Object.keys(third.portal);

function referenceOf({
  chainId,
  role,
  registry,
  portal,
}: Pick<
  typeof devnet | typeof third,
  "chainId" | "role" | "registry" | "portal"
>) {
  return {
    chainId,
    role,
    isDefault: portal.isDefault,
    /** Each key, and the length of its list. */
    registry: Object.entries(registry).map(
      ([key, value]) => [key, Array.isArray(value) ? value.length : 0] as const,
    ),
    limits: {
      startBlock: portal.startBlock,
      transactionBlockTimeout: portal.transactionBlockTimeout,
      transactionConfirmationBlocks: portal.transactionConfirmationBlocks,
      transactionPollingTimeout: portal.transactionPollingTimeout,
      gasFeeMultiplier: portal.gasFeeMultiplier,
    },
  };
}
