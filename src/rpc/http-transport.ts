import { randomInt } from "node:crypto";
import {
  createHttpClient,
  type HttpClientOptions,
  type HttpClientStats,
} from "../http/http-client.ts";
import { rpcReader } from "./rpc-reader.ts";
import type { RpcTransport } from "./types.ts";

/** Ids start at a random number, so that stale cached responses do not match. */
const FIRST_ID_LIMIT = 2 ** 30;

/** The endpoint of a transport, and its limits. */
export type HttpTransportOptions = HttpClientOptions;

/** An {@link RpcTransport} with statistics. */
export interface HttpTransport extends RpcTransport {
  renew(): void;
  readonly stats: Readonly<HttpClientStats>;
}

/**
 * A strict JSON-RPC client for one HTTP endpoint. A request ends with a valid response
 * or a failure with a reason, never with an exception, and at the deadline at the
 * latest. Each attempt has its own id.
 */
export function createHttpTransport(
  options: HttpTransportOptions,
): HttpTransport {
  const client = createHttpClient(options);
  let nextId = randomInt(1, FIRST_ID_LIMIT);
  return {
    endpoint: client.endpoint,
    stats: client.stats,
    request: (method, params) =>
      client.request(() => {
        const id = nextId++;
        return {
          method: "POST",
          label: method,
          body: JSON.stringify({ jsonrpc: "2.0", method, params, id }),
          reader: rpcReader(id),
        };
      }),
    renew: () => client.renew(),
    close: () => client.close(),
  };
}
