import type { Hex } from "../rpc/types.ts";

export interface ChainCall {
  readonly from: Hex;
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
}

export interface ChainTransaction extends ChainCall {
  readonly nonce: bigint;
  /** A legacy price, in wei: valid under every hardfork. */
  readonly gasPrice: bigint;
}

/** What a development node must be able to do for contracts to be placed on it. */
export interface ChainDriver {
  setCode(address: Hex, code: Hex): Promise<void>;
  setNonce(address: Hex, nonce: bigint): Promise<void>;
  /** @param wei The new balance. */
  setBalance(address: Hex, wei: bigint): Promise<void>;
  impersonate(address: Hex): Promise<void>;
  stopImpersonating(address: Hex): Promise<void>;
  setAutomine(enabled: boolean): Promise<void>;
  /** Mines one block with what the pool holds. */
  mine(): Promise<void>;
  /** `eth_call` at the latest block. */
  call(call: ChainCall): Promise<Hex>;
  nonceOf(address: Hex): Promise<bigint>;
  balanceOf(address: Hex): Promise<bigint>;
  send(transaction: ChainTransaction): Promise<Hex>;
  /**
   * Whether a mined transaction succeeded; `undefined` when it was not mined or
   * its receipt does not say.
   */
  succeeded(transactionHash: Hex): Promise<boolean | undefined>;
}
