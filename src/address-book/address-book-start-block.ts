import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
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
 * The block from which on a registry's contracts exist: that of the published
 * registry while router and start block are the published ones, whoever repeats
 * them, else the network's start block.
 */
export function addressBookStartBlock({
  name,
  values: { startBlock },
  registry,
}: ResolvedAlphaNetwork): number {
  const isPublished =
    startBlock === NETWORK_DEFINITIONS[name].values.startBlock &&
    registry["Router"] === PRESET[name].registry["Router"];
  return (isPublished ? REGISTRY_BLOCKS[name] : undefined) ?? startBlock;
}
