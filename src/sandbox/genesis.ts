import { type Hex, hexQuantity } from "../base/hex.ts";
import type { ChainState } from "./read-state.ts";

/**
 * A state as the allocation (`alloc`) of a genesis file, such as geth's: the accounts by
 * address.
 */
export function genesisAllocation(state: ChainState) {
  return Object.fromEntries(
    state.map(({ address, balance, nonce, code, storage }) => [
      address,
      {
        balance: hexQuantity(balance),
        nonce: hexQuantity(nonce),
        ...(code === "0x" ? {} : { code }),
        ...(storage.size === 0 ? {} : { storage: Object.fromEntries(storage) }),
      },
    ]),
  );
}

/**
 * The forks of a genesis file: those up to Shanghai, from the first block. Later ones
 * need contracts of the system, which a node does not add to the allocation.
 */
const BLOCKS =
  "homestead eip150 eip155 eip158 byzantium constantinople petersburg istanbul muirGlacier berlin london arrowGlacier grayGlacier mergeNetsplit";
const FORKS = {
  ...Object.fromEntries(BLOCKS.split(" ").map((name) => [`${name}Block`, 0])),
  terminalTotalDifficulty: 0,
  terminalTotalDifficultyPassed: true,
  shanghaiTime: 0,
};

const GAS_LIMIT = 30_000_000n;
const BASE_FEE = 1_000_000_000n;
const zeros = (bytes: number): Hex => `0x${"00".repeat(bytes)}`;

/**
 * The genesis of a chain that starts with a state, in the format of geth.
 *
 * @param timestamp of the first block, in seconds
 */
export function genesisOf(
  state: ChainState,
  {
    chainId,
    timestamp,
  }: { readonly chainId: number; readonly timestamp: bigint },
) {
  return {
    config: { chainId, ...FORKS },
    nonce: hexQuantity(0n),
    timestamp: hexQuantity(timestamp),
    extraData: "0x",
    gasLimit: hexQuantity(GAS_LIMIT),
    difficulty: hexQuantity(0n),
    mixHash: zeros(32),
    coinbase: zeros(20),
    baseFeePerGas: hexQuantity(BASE_FEE),
    number: hexQuantity(0n),
    gasUsed: hexQuantity(0n),
    parentHash: zeros(32),
    alloc: genesisAllocation(state),
  };
}
