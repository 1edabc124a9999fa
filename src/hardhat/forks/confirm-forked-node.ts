import { alphaError } from "../../base/errors.ts";
import { hexQuantity } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { isRecord } from "../../base/records.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeChainId } from "../../rpc/decode-values.ts";
import { createHttpTransport } from "../../rpc/http-transport.ts";

/** A node has this long to say what it is. */
const MOST_MILLISECONDS = 10_000;

/**
 * Under these the simulator goes on from blocks with a base fee alone: it stops
 * the whole process at one without.
 */
const BASE_FEE_HARDFORKS = /^(osaka|amsterdam)$/i;

/** What is asked of the node of a fork before it is forked. */
export interface ForkedNode {
  /** The Hardhat network that forks it. */
  readonly hardhatNetwork: string;
  /** The chain ids that it may have. */
  readonly chainIds: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
  /** The fork's own rules, and the block that it begins after. */
  readonly hardfork: string;
  readonly blockNumber: bigint | undefined;
  /** The variable that may hold its URL. */
  readonly urlVariable: string;
}

/**
 * Asks a node for its chain id and the block to go on from before it is forked: a
 * fork of another chain would show every contract as missing.
 *
 * @throws HardhatPluginError if it gives no chain id in time, or another one, or
 * the block cannot be gone on from under the fork's hardfork.
 */
export async function confirmForkedNode(
  url: string,
  { hardhatNetwork, chainIds, headers, urlVariable, ...fork }: ForkedNode,
): Promise<void> {
  const { blockNumber, hardfork } = fork;
  const transport = createHttpTransport({
    url,
    headers,
    deadline: Date.now() + MOST_MILLISECONDS,
  });
  const block = blockNumber === undefined ? "latest" : hexQuantity(blockNumber);
  try {
    const [chainId, hasBaseFee] = await Promise.all([
      ask(transport, "eth_chainId", [], decodeChainId),
      ask(transport, "eth_getBlockByNumber", [block, false], decodeHasBaseFee),
    ]);
    const node = `The fork "${hardhatNetwork}" cannot be opened: its node, ${transport.endpoint},`;
    if (!chainId.ok || !chainIds.includes(chainId.value)) {
      const found = chainId.ok
        ? `serves chain id ${chainId.value}, not ${chainIds.join(" or ")}`
        : `gives no chain id (${chainId.reason})`;
      throw alphaError(
        `${node} ${found}. Check the node and the URL (${urlVariable}, or the Hardhat config).`,
      );
    }
    if (
      BASE_FEE_HARDFORKS.test(hardfork) &&
      hasBaseFee.ok &&
      !hasBaseFee.value
    ) {
      throw alphaError(
        `${node} has blocks without a base fee, which cannot be gone on from under the hardfork ${hardfork}. Set hardfork: "prague" on the network (for all forks: alpha.forks.hardhat).`,
      );
    }
  } finally {
    await transport.close();
  }
}

function decodeHasBaseFee(value: unknown): Decoded<boolean> {
  return isRecord(value)
    ? { ok: true, value: (value["baseFeePerGas"] ?? null) !== null }
    : { ok: false, reason: "eth_getBlockByNumber: the node gave no block" };
}
