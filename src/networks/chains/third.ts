import type { Chain } from "viem";

/**
 * The third network as a viem chain. Its chain id 100 is also Gnosis Chain's,
 * whose contracts (multicall3 among them) are not on this network. A
 * transaction that is signed for one of the two is valid on the other.
 */
export const third = {
  id: 100,
  name: "GEN-X",
  nativeCurrency: { name: "GX", symbol: "GX", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpc.genx.minimal-gaia-x.eu"] } },
  blockExplorers: {
    default: {
      name: "GEN-X Explorer",
      url: "https://explorer.genx.minimal-gaia-x.eu",
    },
  },
  testnet: true,
} as const satisfies Chain;
