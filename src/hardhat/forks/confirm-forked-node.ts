import { alphaError } from "../../base/errors.ts";
import { hexQuantity } from "../../base/hex.ts";
import { explain } from "../../base/problems.ts";
import type { Decoded } from "../../base/records.ts";
import { isRecord } from "../../base/records.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeChainId } from "../../rpc/decode-values.ts";
import { createHttpTransport } from "../../rpc/http-transport.ts";

const TIMEOUT_MS = 10_000;

/**
 * With these hardforks, EDR aborts the whole process if the forked block has no
 * base fee.
 */
const BASE_FEE_HARDFORKS = /^(osaka|amsterdam)$/i;

/** How a node is forked, and what it must serve. */
export interface ForkedNode {
  /** The Hardhat network that forks it. */
  readonly hardhatNetwork: string;
  /** The accepted chain ids. */
  readonly chainIds: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
  /** The hardfork of the forked chain. */
  readonly hardfork: string;
  /** The block to fork; `undefined` for the latest one. */
  readonly blockNumber: bigint | undefined;
  /** The configuration variable of the node's URL, for messages. */
  readonly urlVariable: string;
}

/**
 * Checks the chain id of a node, and the block to fork, before the fork opens: on
 * a fork of another chain, every contract would be absent.
 *
 * @throws HardhatPluginError if the chain id is not one of the accepted ones or
 * could not be read in time, or the block cannot be forked with the hardfork.
 */
export async function confirmForkedNode(
  url: string,
  { hardhatNetwork, chainIds, headers, urlVariable, ...fork }: ForkedNode,
): Promise<void> {
  const { blockNumber, hardfork } = fork;
  const transport = createHttpTransport({
    url,
    headers,
    deadline: Date.now() + TIMEOUT_MS,
  });
  const block = blockNumber === undefined ? "latest" : hexQuantity(blockNumber);
  try {
    const [chainId, hasBaseFee] = await Promise.all([
      ask(transport, "eth_chainId", [], decodeChainId),
      ask(transport, "eth_getBlockByNumber", [block, false], decodeHasBaseFee),
    ]);
    const failed = `Could not open the fork "${hardhatNetwork}":`;
    const node = `the node at ${transport.endpoint}`;
    if (!chainId.ok || !chainIds.includes(chainId.value)) {
      const problem = chainId.ok
        ? `${node} serves chain id ${chainId.value}, not ${chainIds.join(" or ")}`
        : `could not read the chain id of ${node}: ${chainId.reason}`;
      const remedy = `Check the node and the URL (${urlVariable}, or the Hardhat config).`;
      throw alphaError(explain({ reason: `${failed} ${problem}`, remedy }));
    }
    const lacksBaseFee = hasBaseFee.ok && !hasBaseFee.value;
    if (BASE_FEE_HARDFORKS.test(hardfork) && lacksBaseFee) {
      throw alphaError(
        `${failed} the blocks of ${node} have no base fee, and cannot be forked with the hardfork ${hardfork}. Set hardfork: "prague" on the network (for all forks: in alpha.forks.hardhat).`,
      );
    }
  } finally {
    await transport.close();
  }
}

function decodeHasBaseFee(value: unknown): Decoded<boolean> {
  return isRecord(value)
    ? { ok: true, value: (value["baseFeePerGas"] ?? null) !== null }
    : { ok: false, reason: "eth_getBlockByNumber: the node returned no block" };
}
