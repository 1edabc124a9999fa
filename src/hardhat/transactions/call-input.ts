import type { JsonRpcRequest } from "hardhat/types/providers";
import { recordOf } from "../../base/records.ts";

/** Methods whose first parameter is a call or a transaction. */
const METHODS: ReadonlySet<string> = new Set([
  "eth_call",
  "eth_estimateGas",
  "eth_createAccessList",
  "eth_sendTransaction",
  "debug_traceCall",
]);

/**
 * Removes an `input` that equals `data` from a request. Foundry's cast sends both,
 * which geth accepts, but EDR rejects ("duplicate field `data`"). If they differ,
 * the request is left unchanged, so that EDR rejects it.
 */
export function withoutRepeatedInput(request: JsonRpcRequest): JsonRpcRequest {
  const { method, params } = request;
  if (!METHODS.has(method) || !Array.isArray(params)) {
    return request;
  }
  const [call, ...rest]: readonly unknown[] = params;
  const { input, ...others } = recordOf(call);
  const { data } = others;
  if (typeof input !== "string" || typeof data !== "string") {
    return request;
  }
  if (input.toLowerCase() === data.toLowerCase()) {
    return { ...request, params: [others, ...rest] };
  }
  return request;
}
