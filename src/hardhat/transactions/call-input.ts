import type { JsonRpcRequest } from "hardhat/types/providers";
import { isRecord } from "../../base/records.ts";

/** Methods whose first parameter is a call or a transaction. */
const METHODS: ReadonlySet<string> = new Set([
  "eth_call",
  "eth_estimateGas",
  "eth_createAccessList",
  "eth_sendTransaction",
  "debug_traceCall",
]);

/**
 * The request without an `input` that equals `data`. Foundry's cast sends both,
 * as geth accepts; Hardhat's simulator refuses the pair ("duplicate field `data`").
 * A pair that differs is left for the simulator to refuse.
 */
export function withoutRepeatedInput(request: JsonRpcRequest): JsonRpcRequest {
  const { method, params } = request;
  if (!METHODS.has(method) || !Array.isArray(params)) {
    return request;
  }
  const [call, ...rest]: readonly unknown[] = params;
  if (!isRecord(call)) {
    return request;
  }
  const { input, ...others } = call;
  const { data } = others;
  return typeof input === "string" &&
    typeof data === "string" &&
    input.toLowerCase() === data.toLowerCase()
    ? { ...request, params: [others, ...rest] }
    : request;
}
