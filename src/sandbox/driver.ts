import type { EdrNetworkConfig } from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
import { type Hex, hexQuantity, isHex, isHexQuantity } from "../base/hex.ts";
import { isRecord, recordOf } from "../base/records.ts";
import type { RequestProvider } from "../rpc/types.ts";

/** A call, whose gas limit is `gas`. */
interface ChainCall {
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
}

interface ChainTransaction extends ChainCall {
  readonly nonce: bigint;
  /** In wei. Legacy transactions are valid with every hardfork. */
  readonly gasPrice: bigint;
}

/** The commands and questions for a development node. Amounts are in wei. */
export type ChainDriver = ReturnType<typeof chainDriver>;

/**
 * Drives a simulated chain by JSON-RPC, with Hardhat's names of the methods, which
 * anvil knows, too.
 */
export function chainDriver(provider: RequestProvider) {
  const request = (method: string, ...params: readonly unknown[]) =>
    provider.request({ method, params: [...params] });
  const hex = async (method: string, ...params: readonly unknown[]) =>
    hexOf(method, await request(method, ...params));
  const quantity = async (method: string, ...params: readonly unknown[]) =>
    BigInt(await hex(method, ...params));

  return {
    request,
    hex,
    quantity,
    setCode: (address: Hex, code: Hex) =>
      request("hardhat_setCode", address, code),
    setNonce: (address: Hex, nonce: bigint) =>
      request("hardhat_setNonce", address, hexQuantity(nonce)),
    setBalance: (address: Hex, balance: bigint) =>
      request("hardhat_setBalance", address, hexQuantity(balance)),
    impersonate: (address: Hex) =>
      request("hardhat_impersonateAccount", address),
    stopImpersonating: (address: Hex) =>
      request("hardhat_stopImpersonatingAccount", address),
    mine: () => request("evm_mine"),
    accounts: async () =>
      hexList("eth_accounts", await request("eth_accounts")),
    nonceOf: (address: Hex) =>
      quantity("eth_getTransactionCount", address, "latest"),
    balanceOf: (address: Hex) => quantity("eth_getBalance", address, "latest"),
    /**
     * Makes a call with `debug_traceCall`: EDR buffers the log of an `eth_call` even
     * while logging is off, and prints it once logging is on again.
     */
    call: async ({ gas, ...call }: ChainCall): Promise<Hex> => {
      const method = "debug_traceCall";
      const trace = await request(
        method,
        { ...call, gas: hexQuantity(gas) },
        "latest",
        { tracer: "callTracer" },
      );
      if (!isRecord(trace)) {
        throw invalidResult(method);
      }
      const { error, revertReason, output = "0x" } = trace;
      if (error !== undefined) {
        throw alphaError([error, revertReason].filter(Boolean).join(": "));
      }
      return hexOf(method, output);
    },
    send: ({ gas, gasPrice, nonce, ...transaction }: ChainTransaction) =>
      hex("eth_sendTransaction", {
        ...transaction,
        gas: hexQuantity(gas),
        gasPrice: hexQuantity(gasPrice),
        nonce: hexQuantity(nonce),
      }),
    /** `0x1` if a transaction succeeded, and `0x0` if it reverted. */
    statusOf: async (transactionHash: Hex): Promise<unknown> => {
      const receipt = await request(
        "eth_getTransactionReceipt",
        transactionHash,
      );
      return isRecord(receipt) ? receipt["status"] : undefined;
    },
  };
}

function hexOf(method: string, value: unknown): Hex {
  if (!isHex(value)) {
    throw invalidResult(method);
  }
  return value;
}

/** The value if it is a list of hexadecimal texts, which a method returned. */
export function hexList(method: string, value: unknown): readonly Hex[] {
  if (!Array.isArray(value) || !value.every(isHex)) {
    throw invalidResult(method);
  }
  return value;
}

/** The error for a result that no simulated chain returns. */
function invalidResult(method: string): Error {
  return alphaError(
    `The simulated chain returned an invalid result for ${method}.`,
  );
}

/** Long enough to stop interval mining before it mines a second block. */
const SILENT_INTERVAL_MS = 25;
const SILENT_MINING_TIMEOUT_MS = 10_000;

/**
 * Mines a block that is not logged. EDR buffers the log of blocks that are mined
 * on request even while logging is off, and prints it once logging is on again.
 * It does not do so for blocks that are mined at an interval.
 *
 * @throws HardhatPluginError if no block is mined in time.
 */
export async function mineSilently(provider: RequestProvider): Promise<void> {
  const { request } = chainDriver(provider);
  const before = await request("eth_blockNumber");
  await request("evm_setIntervalMining", SILENT_INTERVAL_MS);
  const deadline = Date.now() + SILENT_MINING_TIMEOUT_MS;
  while ((await request("eth_blockNumber")) === before) {
    if (Date.now() > deadline) {
      throw alphaError(
        `The simulated chain did not mine a block within ${SILENT_MINING_TIMEOUT_MS / 1_000} s.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await request("evm_setIntervalMining", 0);
}

/**
 * Turns off the logging and the mining of a chain.
 *
 * @returns a function that restores what the chain's config says.
 */
export async function pauseChain(
  { request }: ChainDriver,
  { loggingEnabled, mining }: EdrNetworkConfig,
): Promise<() => Promise<void>> {
  const all: readonly [method: string, own: unknown, paused: unknown][] = [
    // First, so that no other request is logged.
    ["hardhat_setLoggingEnabled", loggingEnabled, false],
    ["evm_setIntervalMining", mining.interval, 0],
    ["evm_setAutomine", mining.auto, false],
  ];
  const settings = all.filter(([, own, paused]) => own !== paused);
  for (const [method, , paused] of settings) {
    await request(method, paused);
  }
  return async () => {
    for (const [method, own] of settings.toReversed()) {
      await request(method, own);
    }
  };
}

/**
 * Reads what is needed of a block of a simulated chain to populate a sandbox.
 *
 * @throws HardhatPluginError if it is invalid.
 */
export async function readBlock(
  { request }: ChainDriver,
  tag: "latest" | "pending",
) {
  const method = "eth_getBlockByNumber";
  const {
    timestamp,
    miner: coinbase,
    baseFeePerGas,
  } = recordOf(await request(method, tag, false));
  if (!isHexQuantity(timestamp) || !isHexQuantity(coinbase)) {
    throw invalidResult(method);
  }
  return {
    /** In seconds. */
    timestamp: BigInt(timestamp),
    /** In wei; `undefined` before London. */
    baseFee: isHexQuantity(baseFeePerGas) ? BigInt(baseFeePerGas) : undefined,
    coinbase,
  };
}
