import { setTimeout as sleep } from "node:timers/promises";
import type { EdrNetworkConfig, HardhatConfig } from "hardhat/types/config";
import { markedNetwork } from "../../config/hardhat-networks.ts";
import { type ResolvedAlphaNetwork, TOKEN_KINDS } from "../../config/types.ts";
import { countForkWork, openFork } from "../../connect/open-fork.ts";
import { nodeScrubber } from "../../connect/open-transport.ts";
import type { OpenConnection } from "../../connect/select-networks.ts";
import { chainDriver, mineSilently, pauseChain } from "../../sandbox/driver.ts";
import { askToken } from "../contracts/read-token.ts";

const TIMEOUT_MS = 30_000;
/** A fork is of use without the decimals of its tokens. */
const TOKENS_TIMEOUT_MS = 5_000;

/** Payment tokens that were read from a fork. */
export type ForkTokens = Partial<ResolvedAlphaNetwork["tokens"]>;

/**
 * Mines a block on a new fork, so that calls at `latest` work: EDR only executes
 * code at blocks whose hardfork it knows, and it has no hardfork history for
 * these chains. If the block cannot be mined, the connection is closed.
 *
 * @returns The payment tokens of which the symbol or the decimals are not set, as far
 * as their contracts could be read.
 * @throws HardhatPluginError if the block is not mined in time.
 */
export async function startFork(
  config: HardhatConfig,
  connection: OpenConnection,
  networkConfig: EdrNetworkConfig,
): Promise<ForkTokens> {
  const { networkName, provider } = connection;
  const network = markedNetwork(config, networkConfig);
  let tokens: ForkTokens = {};
  const start = async () => {
    const resume = await pauseChain(chainDriver(provider), networkConfig);
    await (networkConfig.loggingEnabled
      ? mineSilently(provider)
      : provider.request({ method: "evm_mine" }));
    // Not after the chain resumes: the calls would be logged.
    if (network !== undefined) {
      tokens = await readUnset(connection, network);
    }
    await resume();
    return connection;
  };
  try {
    const scrubber = await nodeScrubber(networkConfig);
    await openFork(start(), networkName, { maxMs: TIMEOUT_MS, scrubber });
  } catch (error) {
    await connection.close();
    throw error;
  }
  return tokens;
}

async function readUnset(
  connection: OpenConnection,
  { tokens }: ResolvedAlphaNetwork,
): Promise<ForkTokens> {
  const reads = TOKEN_KINDS.map(async (kind): Promise<ForkTokens> => {
    const token = tokens[kind];
    const { address, symbol, decimals } = token;
    if (address === undefined || (symbol && decimals !== undefined)) {
      return {};
    }
    const found = await askToken(connection, address).catch(() => undefined);
    if (found?.verdict !== "recognised") {
      return {};
    }
    const known = {
      symbol: symbol ?? found.symbol,
      decimals: decimals ?? found.decimals,
    };
    return { [kind]: { ...token, ...known } };
  });
  const late = sleep(TOKENS_TIMEOUT_MS, undefined, { ref: false });
  const found = await Promise.race([countForkWork(Promise.all(reads)), late]);
  return Object.assign({}, ...(found ?? []));
}
