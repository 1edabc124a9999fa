import type { Chain } from "viem";

/** The development network (chain id 32456) as a viem chain. */
export const devnet = {
  id: 32456,
  name: "Pontus-X Devnet",
  nativeCurrency: { name: "EURAU", symbol: "EURAU", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpc.dev.pontus-x.eu"] } },
  blockExplorers: {
    default: {
      name: "Pontus-X Devnet Explorer",
      url: "https://explorer.pontus-x.eu/pontusx/dev",
    },
  },
  testnet: true,
} as const satisfies Chain;
