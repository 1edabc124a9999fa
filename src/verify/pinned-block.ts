import type { Hex } from "../rpc/types.ts";

/** The block that all reads of a network are pinned to. */
export interface PinnedBlock {
  readonly number: bigint;
  readonly hash: Hex;
}
