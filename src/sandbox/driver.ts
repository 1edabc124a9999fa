import { alphaError } from "../base/errors.ts";
import { type Hex, hexQuantity, isHex } from "../base/hex.ts";
import { isRecord } from "../base/records.ts";
import type { RequestProvider } from "../rpc/types.ts";

/** A call, whose gas limit is `gas`. */
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
export function invalidResult(method: string): Error {
  return alphaError(
    `The simulated chain returned an invalid result for ${method}.`,
  );
}
