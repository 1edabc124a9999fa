/**
 * The project's own networks, for TypeScript: the name of each, and the network that it
 * is like. Declare them where the config is:
 *
 * @example
 * declare module "hardhat-alpha-networks" {
 *   interface OwnAlphaNetworks { sapphire: "testnet" }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: projects add their networks to it.
export interface OwnAlphaNetworks {}
