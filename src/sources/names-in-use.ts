import type { AlphaNetworkName } from "../networks/definitions.ts";

/**
 * By which names public files call the networks, whichever values they give:
 * address books (`pontus-x-devnet`, `gen-x-testnet`), portals and documents. A
 * name alone identifies nothing, as one document gives two networks the same.
 */
export const NAMES_IN_USE: Readonly<
  Record<AlphaNetworkName, readonly string[]>
> = {
  devnet: ["pontus-x-devnet", "pontusx-devnet", "pontusx", "pontusxdev"],
  testnet: ["pontus-x-testnet", "pontusx-testnet", "pontusx", "pontusxtest"],
  third: ["gen-x-testnet", "genx", "genxtestnet", "gen-x"],
};
