export {
  buy,
  createFixedRate,
  namedAccounts,
  publishAsset,
} from "./hardhat/market/publish-and-buy.ts";
export { assertInSync } from "./status/checks.ts";
export { assertVerified } from "./verify/assert-verified.ts";
