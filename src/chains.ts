export { devnet } from "./networks/devnet.ts";
export { testnet } from "./networks/testnet.ts";
export { third } from "./networks/third.ts";
