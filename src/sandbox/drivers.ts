import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { hexQuantity, isHex } from "../base/hex.ts";
import type { RequestProvider } from "../rpc/types.ts";

export interface ChainCall {
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
}

export interface ChainTransaction extends ChainCall {
  readonly nonce: bigint;
  /** In wei. Legacy transactions are valid with every hardfork. */
  readonly gasPrice: bigint;
}

/** What a development node must support to place contracts on it. */
export interface ChainDriver {
  setCode(address: Hex, code: Hex): Promise<void>;
  setNonce(address: Hex, nonce: bigint): Promise<void>;
  /** @param wei The new balance. */
  setBalance(address: Hex, wei: bigint): Promise<void>;
  impersonate(address: Hex): Promise<void>;
  stopImpersonating(address: Hex): Promise<void>;
  setAutomine(enabled: boolean): Promise<void>;
  /** Mines one block with the pending transactions. */
  mine(): Promise<void>;
  /** `eth_call` at the latest block. */
  call(call: ChainCall): Promise<Hex>;
  nonceOf(address: Hex): Promise<bigint>;
  balanceOf(address: Hex): Promise<bigint>;
  send(transaction: ChainTransaction): Promise<Hex>;
  /**
   * Whether a transaction succeeded; `undefined` if it was not mined, or its
   * receipt has no status.
   */
  succeeded(transactionHash: Hex): Promise<boolean | undefined>;
}

export interface JsonRpcDriverParameters {
  readonly provider: RequestProvider;
  /** The prefix of the node's own methods. */
  readonly prefix: "hardhat" | "anvil";
  readonly setAutomineMethod: "evm_setAutomine" | "anvil_setAutomine";
}

/** Creates a driver for the JSON-RPC methods of a node. */
export function jsonRpcDriver({
  provider,
  prefix,
  setAutomineMethod,
}: JsonRpcDriverParameters): ChainDriver {
  const request = (method: string, ...params: unknown[]) =>
    provider.request({ method, params });
  const command = async (method: string, ...params: unknown[]) => {
    await request(method, ...params);
  };
  const hex = async (method: string, ...params: unknown[]): Promise<Hex> => {
    const result = await request(method, ...params);
    if (!isHex(result)) {
      throw alphaError(
        `The development node returned an invalid result for ${method}.`,
      );
    }
    return result;
  };
  return {
    setCode: (address, code) => command(`${prefix}_setCode`, address, code),
    setNonce: (address, nonce) =>
      command(`${prefix}_setNonce`, address, hexQuantity(nonce)),
    setBalance: (address, wei) =>
      command(`${prefix}_setBalance`, address, hexQuantity(wei)),
    impersonate: (address) => command(`${prefix}_impersonateAccount`, address),
    stopImpersonating: (address) =>
      command(`${prefix}_stopImpersonatingAccount`, address),
    setAutomine: (enabled) => command(setAutomineMethod, enabled),
    mine: () => command("evm_mine"),
    call: ({ gas, ...call }) =>
      hex("eth_call", { ...call, gas: hexQuantity(gas) }, "latest"),
    nonceOf: async (address) =>
      BigInt(await hex("eth_getTransactionCount", address, "latest")),
    balanceOf: async (address) =>
      BigInt(await hex("eth_getBalance", address, "latest")),
    send: ({ gas, gasPrice, nonce, ...transaction }) =>
      hex("eth_sendTransaction", {
        ...transaction,
        gas: hexQuantity(gas),
        gasPrice: hexQuantity(gasPrice),
        nonce: hexQuantity(nonce),
      }),
    succeeded: async (transactionHash) =>
      receiptStatus(
        await request("eth_getTransactionReceipt", transactionHash),
      ),
  };
}

function receiptStatus(receipt: unknown): boolean | undefined {
  if (
    typeof receipt !== "object" ||
    receipt === null ||
    !("status" in receipt)
  ) {
    return undefined;
  }
  const { status } = receipt;
  return status === "0x1" ? true : status === "0x0" ? false : undefined;
}

/** Creates a driver for Hardhat's simulated chain, in process or over HTTP. */
export function hardhatDriver(provider: RequestProvider): ChainDriver {
  return {
    ...jsonRpcDriver({
      provider,
      prefix: "hardhat",
      setAutomineMethod: "evm_setAutomine",
    }),
    call: (call) => traceCall(provider, call),
  };
}

/**
 * Makes a call with `debug_traceCall`: EDR buffers the log of an `eth_call` even
 * while logging is off, and prints it once logging is on again.
 */
async function traceCall(
  provider: RequestProvider,
  { gas, ...call }: ChainCall,
): Promise<Hex> {
  const trace = await provider.request({
    method: "debug_traceCall",
    params: [
      { ...call, gas: hexQuantity(gas) },
      "latest",
      { tracer: "callTracer" },
    ],
  });
  if (typeof trace !== "object" || trace === null) {
    throw alphaError("debug_traceCall returned no trace");
  }
  if ("error" in trace) {
    throw alphaError(
      "revertReason" in trace
        ? `${trace.error}: ${trace.revertReason}`
        : `${trace.error}`,
    );
  }
  if (!("output" in trace)) {
    return "0x";
  }
  if (!isHex(trace.output)) {
    throw alphaError("debug_traceCall returned an invalid output");
  }
  return trace.output;
}
