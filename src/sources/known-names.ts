import { textOf } from "../config/narrow.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { PRESET } from "../networks/preset.ts";

/**
 * The names by which files call a network.
 *
 * @param configured what the user's config calls it
 */
export function knownNames(
  network: AlphaNetworkName,
  configured: unknown,
): ReadonlySet<string> {
  const names = [
    network,
    ...NAMES_IN_USE[network],
    PRESET[network].displayName,
    textOf(PRESET[network].portal["network"]),
    textOf(configured),
  ];
  return new Set(names.filter((name) => name !== undefined));
}

/**
 * By which names public files call the networks, whichever values they give:
 * address books (`pontus-x-devnet`, `gen-x-testnet`), portals and documents. A
 * name alone identifies nothing, as one document gives two networks the same.
 */
const NAMES_IN_USE: Readonly<Record<AlphaNetworkName, readonly string[]>> = {
  devnet: ["pontus-x-devnet", "pontusx-devnet", "pontusx", "pontusxdev"],
  testnet: ["pontus-x-testnet", "pontusx-testnet", "pontusx", "pontusxtest"],
  third: ["gen-x-testnet", "genx", "genxtestnet", "gen-x"],
};
