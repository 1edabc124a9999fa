import type { HardhatViemHelpers } from "@nomicfoundation/hardhat-viem/types";
import type { ChainType } from "hardhat/types/network";

/**
 * The helpers of a connection of any chain type as those of a generic one. Only
 * "op" differs, whose clients are generic ones with further actions.
 */
export function genericHelpers<ChainTypeT extends ChainType | string>(
  helpers: HardhatViemHelpers<ChainTypeT>,
): HardhatViemHelpers {
  return helpers as HardhatViemHelpers<
    ChainType | string
  > as HardhatViemHelpers;
}
