/**
 * Hardhat's names of the EVM versions that a network may have, oldest first. The
 * contract set does not run on older ones.
 */
export const HARDFORKS = [
  "istanbul",
  "berlin",
  "london",
  "merge",
  "shanghai",
  "cancun",
  "prague",
  "osaka",
] as const;

export type Hardfork = (typeof HARDFORKS)[number];

/**
 * The hardfork of a network whose EVM version was not published, as that of none of the
 * three was: the oldest one that its contracts need. They read the chain id with CHAINID.
 */
export const DEFAULT_HARDFORK: Hardfork = "istanbul";

/**
 * The hardfork of sandboxes whose network has the default: the first one with base fees,
 * whose only new instruction is BASEFEE. Before it, Hardhat's simulator rejects the fees
 * of EIP-1559, and its receipts have no type, which Foundry's tools require.
 */
export const SANDBOX_HARDFORK: Hardfork = "london";

/**
 * The hardfork of forks if the network has none configured: the latest with which EDR
 * can fork blocks without a base fee. They run the network's own contracts, which that
 * of the sandboxes may be too old for.
 */
export const FORK_HARDFORK: Hardfork = "prague";

/**
 * The setting `evmVersion` of solc for a hardfork. New versions of solc deprecate those
 * before London, from which they differ in `block.basefee` alone.
 */
export function evmVersionOf(hardfork: Hardfork): string {
  switch (hardfork) {
    case "istanbul":
    case "berlin":
      return "london";
    case "merge":
      return "paris";
    default:
      return hardfork;
  }
}
