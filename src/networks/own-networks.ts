import type { ArtifactMap } from "hardhat/types/artifacts";

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

/** The views without arguments of an artifact, once Hardhat has compiled it. */
export type ViewName<Artifact> = Artifact extends keyof ArtifactMap
  ? Extract<
      ArtifactMap[Artifact] extends { abi: readonly (infer I)[] } ? I : never,
      { inputs: readonly []; stateMutability: "view" | "pure"; name: string }
    >["name"]
  : string;
