import { AsyncLocalStorage } from "node:async_hooks";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";
import { alphaError } from "../../base/errors.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import type { RpcCall } from "../../rpc/types.ts";

/** A request of the guard. */
export type RouteRequest = RpcCall & { readonly id: number };

/** A request of the guard that is passing through the `onRequest` hooks. */
interface PassingRequest {
  readonly connection: object;
  readonly request: RouteRequest;
  readonly respond: (response: Promise<JsonRpcResponse>) => void;
  isTaken: boolean;
}

const passing = new AsyncLocalStorage<PassingRequest>();

/**
 * Sends a request by the route of a connection's transactions: from this plugin's
 * `onRequest` hook on to the following hooks and the node, with the connection's URL,
 * headers and proxy. The `next` of the transaction's own hook cannot be used, since
 * Hardhat calls the following hooks for its first call only. Therefore, the request
 * passes through the provider, and what its hook receives from `next` is the response.
 *
 * @throws the error of the following hooks or the transport; HardhatPluginError if the
 * request does not arrive at this plugin's hook, as the transaction did.
 */
export async function requestByRoute(
  connection: Pick<NodeConnection, "provider">,
  request: RouteRequest,
): Promise<JsonRpcResponse> {
  const { method, params } = request;
  const { promise, resolve, reject } = Promise.withResolvers<JsonRpcResponse>();
  const state = { connection, request, respond: resolve, isTaken: false };
  const pass = async () =>
    await connection.provider.request({ method, params });
  // Once this plugin's hook has responded, what the other hooks make of it is ignored.
  passing
    .run(state, pass)
    .then(
      () =>
        reject(
          alphaError(
            `${method} was answered by another plugin, which may send transactions to another node: list it before this plugin in the Hardhat config`,
          ),
        ),
      reject,
    );
  return await promise;
}

/**
 * Passes a request of this plugin's `onRequest` hook on to `next`. If it is the one
 * that {@link requestByRoute} sends, it receives the response, whatever the hooks
 * before this one make of it.
 *
 * @returns `undefined` if it is not a request of the guard
 */
export function passByRoute(
  connection: NodeConnection,
  request: JsonRpcRequest,
  next: (request: JsonRpcRequest) => Promise<JsonRpcResponse>,
): Promise<JsonRpcResponse> | undefined {
  const state = passing.getStore();
  // The hooks and Hardhat itself send requests of their own in between.
  if (
    state === undefined ||
    state.isTaken ||
    state.connection !== connection ||
    state.request.method !== request.method ||
    JSON.stringify(state.request.params) !== JSON.stringify(request.params)
  ) {
    return undefined;
  }
  state.isTaken = true;
  const { id, method, params } = state.request;
  const response = next({ jsonrpc: "2.0", id, method, params: [...params] });
  state.respond(response);
  return response.then((received) => ({ ...received, id: request.id }));
}
