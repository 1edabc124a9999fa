export { devnet } from "./networks/chains/devnet.ts";
export { testnet } from "./networks/chains/testnet.ts";
export { third } from "./networks/chains/third.ts";
