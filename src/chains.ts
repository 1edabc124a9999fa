export { devnet } from "./chains/devnet.ts";
export { testnet } from "./chains/testnet.ts";
export { third } from "./chains/third.ts";
