export { devnetAddresses as devnet } from "./networks/devnet.ts";
export { testnetAddresses as testnet } from "./networks/testnet.ts";
export { thirdAddresses as third } from "./networks/third.ts";
