/**
 * Fields that clients of the Ocean stack read beside the reference's (`Config` of
 * `@oceanprotocol/lib`, all its generations): no mistakes, whatever the network.
 */
export const CLIENT_FIELDS: ReadonlySet<string> = new Set([
  "EnterpriseFeeCollector",
  "accessListFactory",
  "authMessage",
  "authTokenExpiration",
  "datatokensABI",
  "dispenserABI",
  "escrow",
  "fixedRateExchangeAddressABI",
  "oceanNodeUri",
  "parityUri",
  "routerFactoryAddress",
  "sdk",
  "sideStakingAddress",
  "threshold",
  "verbose",
  "web3Provider",
]);
