/**
 * The project's own contracts, for TypeScript: the name of each in
 * `alpha.networks.<name>.contracts`, and its artifact in Hardhat's `ArtifactMap`, or
 * `false`. Declare them where the config is:
 *
 * @example
 * declare module "hardhat-alpha-networks" {
 *   interface OwnAlphaContracts { Market: "Market"; MarketToken: false }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: projects add their contracts to it.
export interface OwnAlphaContracts {}
