import type { Reply } from "../http/types.ts";

/** One question to a node. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * A way to ask one endpoint. Requests never throw: what goes wrong is an
 * {@link Failure}.
 */
export interface RpcTransport {
  /** The endpoint's origin (`https://host:port`), or `in-process`. */
  readonly endpoint: string;
  request(method: string, params: readonly unknown[]): Promise<Reply>;
  /**
   * Asks everything in one request. The replies come in the order of the calls.
   * What has none by it may have one by {@link request}: some nodes refuse
   * batches.
   */
  batch?(calls: readonly RpcCall[]): Promise<readonly Reply[]>;
  /** Ends every open request and frees the sockets. */
  close(): Promise<void>;
}

/** An EIP-1193 provider, such as a Hardhat connection's. */
export interface RequestProvider {
  request(args: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
}
