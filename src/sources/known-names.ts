import { textOf } from "../config/narrow.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { PRESET } from "../networks/preset.ts";
import { NAMES_IN_USE } from "./names-in-use.ts";

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
