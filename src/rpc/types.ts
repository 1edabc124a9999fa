import type { Reply, RequestCount } from "../http/types.ts";

/** One request to a node. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The results of calls, failures of the EVM and missing blocks, in the calls' order. */
export type BatchResults = readonly (Reply | undefined)[];

/**
 * A transport to one endpoint. Requests never throw: errors are a {@link Failure}.
 */
export interface RpcTransport {
  /** The endpoint's origin (`https://host:port`), or `in-process`. */
  readonly endpoint: string;
  /**
   * Sends a request.
   *
   * @param isUsable whether a result can be used. If it cannot, the request is retried
   * like one that failed, where there are retries; then the reply has the last result.
   */
  request(
    method: string,
    params: readonly unknown[],
    isUsable?: (result: unknown) => boolean,
  ): Promise<Reply>;
  /**
   * Sends calls together, for as long as the endpoint accepts that. Besides results and
   * failures of the EVM, it returns that there is no such block, for a block that is known
   * not to exist. `undefined` for each other call, which must be requested by itself.
   * Calls that travel together have one backend, so that their results do not confirm each
   * other.
   */
  requestBatch?(calls: readonly RpcCall[]): Promise<BatchResults>;
  /** True once it has shown that each call takes a request of its own. */
  sendsSingly?(): boolean;
  /**
   * A transport to the same endpoint, within the same time limit, over connections of its
   * own. Closed with this one at the latest. Not there where there are no connections.
   *
   * @param share of the network's time, from now on, for requests that nothing else
   * depends on: whether they are limited says nothing about others. Default: all of it
   */
  separate?(share?: number): RpcTransport;
  /**
   * From now on, counts what goes out to the endpoint, by this transport and by those that
   * are separated from it. Not there where nothing goes out.
   */
  countRequests?(count: RequestCount): void;
  /** No longer waits until a backend has a block: none will. */
  forgetBlock?(hash: string): void;
  /** Aborts all requests and closes the sockets. */
  close(): Promise<void>;
}

/** An EIP-1193 provider, such as a Hardhat connection's. */
export interface RequestProvider {
  request(args: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
}
