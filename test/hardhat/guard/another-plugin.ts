import type { HardhatPlugin } from "hardhat/types/plugins";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

export type Next = (request: JsonRpcRequest) => Promise<JsonRpcResponse>;

/** A plugin of a project with a hook of its own for all requests. */
export function pluginWith(
  onRequest: (request: JsonRpcRequest, next: Next) => Promise<JsonRpcResponse>,
): HardhatPlugin {
  return {
    id: "another-plugin",
    npmPackage: null,
    hookHandlers: {
      network: async () => ({
        default: async () => ({
          onRequest: async (context, connection, request, next) =>
            await onRequest(
              request,
              async (passed) => await next(context, connection, passed),
            ),
        }),
      }),
    },
  };
}
