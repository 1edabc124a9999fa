/** `0x`-prefixed hexadecimal text. */
export type Hex = `0x${string}`;

/** One valid JSON-RPC answer. `result` is whatever JSON the node sent. */
export interface RpcSuccess {
  readonly ok: true;
  readonly result: unknown;
}

/**
 * Why a request has no usable answer. It says nothing about what was asked:
 * whoever reads it must not take it for an absence.
 */
export interface RpcFailure {
  readonly ok: false;
  readonly kind:
    | "unreachable"
    | "timeout"
    | "rate-limited"
    | "http-error"
    | "malformed"
    | "rpc-error";
  /** Words for a person: bounded, one line, no control characters, no secret. */
  readonly reason: string;
  /** The JSON-RPC error's code (`rpc-error` only). */
  readonly code?: number | undefined;
  /** The JSON-RPC error's data as sent: untrusted (`rpc-error` only). */
  readonly data?: unknown;
}

export type RpcReply = RpcSuccess | RpcFailure;

/** One question to a node. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * A way to ask one endpoint. Requests never throw: what goes wrong is an
 * {@link RpcFailure}.
 */
export interface RpcTransport {
  /** The endpoint's origin (`https://host:port`), or `in-process`. */
  readonly endpoint: string;
  request(method: string, params: readonly unknown[]): Promise<RpcReply>;
  /**
   * Asks everything in one request. The replies come in the order of the calls.
   * What has none by it may have one by {@link request}: some nodes refuse
   * batches.
   */
  batch?(calls: readonly RpcCall[]): Promise<readonly RpcReply[]>;
  /** Ends every open request and frees the sockets. */
  close(): Promise<void>;
}

/** A value read from a node's answer, or why it could not be read. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

/** An EIP-1193 provider, such as a Hardhat connection's. */
export interface RequestProvider {
  request(args: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
}
