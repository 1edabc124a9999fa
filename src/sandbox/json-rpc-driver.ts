import { alphaError } from "../errors.ts";
import { hexQuantity } from "../rpc/hex-quantity.ts";
import { isHex } from "../rpc/is-hex.ts";
import type { Hex, RequestProvider } from "../rpc/types.ts";
import type { ChainDriver } from "./chain-driver.ts";

export interface JsonRpcDriverParameters {
  readonly provider: RequestProvider;
  /** The family of the node's own methods. */
  readonly prefix: "hardhat" | "anvil";
  readonly setAutomineMethod: "evm_setAutomine" | "anvil_setAutomine";
}

/**
 * A {@link ChainDriver} over JSON-RPC; the node families differ in the names of
 * their own methods.
 */
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
      throw alphaError(`The development node gave no ${method} result.`);
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
