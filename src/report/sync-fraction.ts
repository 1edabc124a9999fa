import type { NodeStatus } from "./status-report.ts";

/**
 * How much of its sync a node has done, from 0 to below 1; `undefined` where it
 * cannot be known: no heights, or a node that only catches up or indexes.
 */
export function syncFraction({ syncing }: NodeStatus): number | undefined {
  if (syncing === undefined || syncing === false) {
    return undefined;
  }
  const { startingBlock = "0", currentBlock, highestBlock } = syncing;
  if (currentBlock === undefined || highestBlock === undefined) {
    return undefined;
  }
  const start = BigInt(startingBlock);
  const current = BigInt(currentBlock);
  const highest = BigInt(highestBlock);
  if (current >= highest || start > current) {
    return undefined;
  }
  const PRECISION = 10_000n;
  return (
    Number((PRECISION * (current - start)) / (highest - start)) /
    Number(PRECISION)
  );
}
