import type { Chain } from "viem";

/** The test network (chain id 32457) as a viem chain. */
export const testnet = {
  id: 32457,
  name: "Pontus-X Testnet",
  nativeCurrency: { name: "EURAU", symbol: "EURAU", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpc.test.pontus-x.eu"] } },
  blockExplorers: {
    default: {
      name: "Pontus-X Testnet Explorer",
      url: "https://explorer.pontus-x.eu/pontusx/test",
    },
  },
  testnet: true,
} as const satisfies Chain;
