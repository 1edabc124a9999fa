import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { PRESET } from "../networks/preset.ts";

/**
 * Blocks that the address book of `@oceanprotocol/contracts` 2.6.0 has beside a
 * registry, where the portal config's is that of another contract set: the third
 * network's registry is v4, from its router's block on, its portal config v3.
 */
const REGISTRY_BLOCKS: Partial<Readonly<Record<AlphaNetworkName, number>>> = {
  third: 3_665_369,
};

/**
 * The block from which on a registry's contracts exist: the user's start block,
 * else that of the published registry while its router is the network's, else
 * the network's.
 */
export function addressBookStartBlock({
  name,
  values,
  registry,
  origins,
}: ResolvedAlphaNetwork): number {
  const published =
    origins.get("startBlock")?.kind === "reference" &&
    registry["Router"] === PRESET[name].registry["Router"]
      ? REGISTRY_BLOCKS[name]
      : undefined;
  return published ?? values.startBlock;
}
