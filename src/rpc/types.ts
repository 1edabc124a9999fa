import type { Reply } from "../http/types.ts";

/** One request to a node. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * A transport to one endpoint. Requests never throw: errors are a {@link Failure}.
 */
export interface RpcTransport {
  /** The endpoint's origin (`https://host:port`), or `in-process`. */
  readonly endpoint: string;
  request(method: string, params: readonly unknown[]): Promise<Reply>;
  /** Opens new connections for all later requests, where there are connections. */
  renew?(): void;
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
