import type { EdrNetworkConfig } from "hardhat/types/config";
import { alphaError } from "../../base/errors.ts";
import { hexQuantity } from "../../base/hex.ts";
import { explain } from "../../base/problems.ts";
import { type Decoded, isRecord, unread } from "../../base/records.ts";
import { contractOfRole } from "../../config/contracts.ts";
import { variableName } from "../../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { forkSignal } from "../../connect/open-fork.ts";
import { readChainId } from "../../connect/read-node-view.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeStorageSlot } from "../../rpc/decode-values.ts";
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
  readonly network: ResolvedAlphaNetwork;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the Hardhat network, whose chain id is accepted, too. */
  readonly config: EdrNetworkConfig;
}

/** The call data of `owner()`. */
const OWNER_CALL = "0x8da5cb5b";

/**
 * Checks the chain id of a node, and the block to fork, before the fork opens: on
 * a fork of another chain, every contract would be absent, and on one of a confidential
 * chain, their storage.
 *
 * @throws HardhatPluginError if the chain id is not one of the accepted ones or
 * could not be read in time, the block cannot be forked with the hardfork, or the node
 * hides storage.
 */
export async function confirmForkedNode(
  url: string,
  { hardhatNetwork, network, headers, config }: ForkedNode,
): Promise<void> {
  const { chainId: ownId, forking, hardfork } = config;
  const blockNumber = forking?.blockNumber;
  const transport = createHttpTransport({
    url,
    headers,
    deadline: Date.now() + TIMEOUT_MS,
    signal: forkSignal.getStore(),
  });
  const block = blockNumber === undefined ? "latest" : hexQuantity(blockNumber);
  // Its owner is in its first word of storage.
  const to = contractOfRole(network, "communityFeeCollector")?.address;
  const word = async (method: string, ...params: readonly unknown[]) => {
    const read = await ask(
      transport,
      method,
      [...params, block],
      decodeStorageSlot,
    );
    return read.ok ? BigInt(read.value) : undefined;
  };
  try {
    const [chainId, hasBaseFee, stored, owner] = await Promise.all([
      readChainId(transport),
      ask(transport, "eth_getBlockByNumber", [block, false], decodeHasBaseFee),
      to && word("eth_getStorageAt", to, "0x0"),
      to && word("eth_call", { to, data: OWNER_CALL }),
    ]);
    const failed = `Could not open the fork "${hardhatNetwork}":`;
    const node = `the node at ${transport.endpoint}`;
    const chainIds = [...new Set([network.values.chainId, ownId])];
    if (!chainId.ok || !chainIds.includes(chainId.value)) {
      const problem = chainId.ok
        ? `${node} serves chain id ${chainId.value}, not ${chainIds.join(" or ")}`
        : `could not read the chain id of ${node}: ${chainId.reason}`;
      const remedy = `Check the node and the URL (${variableName(network.name, "RPC_URL")}, or the Hardhat config).`;
      throw alphaError(explain({ reason: `${failed} ${problem}`, remedy }));
    }
    const lacksBaseFee = hasBaseFee.ok && !hasBaseFee.value;
    if (BASE_FEE_HARDFORKS.test(hardfork) && lacksBaseFee) {
      throw alphaError(
        `${failed} the blocks of ${node} have no base fee, and cannot be forked with the hardfork ${hardfork}. Set hardfork: "prague" on the network (for all forks: in alpha.forks.hardhat).`,
      );
    }
    if (stored === 0n && owner !== undefined && owner !== 0n) {
      throw alphaError(
        `${failed} ${node} hides the storage of contracts, as confidential chains do, so that the fork would start empty. Use the sandbox of the network.`,
      );
    }
  } finally {
    await transport.close();
  }
}

function decodeHasBaseFee(value: unknown): Decoded<boolean> {
  if (isRecord(value)) {
    return { ok: true, value: (value["baseFeePerGas"] ?? null) !== null };
  }
  return unread("eth_getBlockByNumber: the node returned no block");
}
