import { isRecord, recordOf } from "../../base/records.ts";
import type { RequestProvider } from "../../rpc/types.ts";

const MAX_BATCH = 1_000;
/** Other names are not passed on, since Hardhat logs them as they are. */
const METHOD = /^[A-Za-z]\w{0,99}$/;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;
/** The code of a revert, whose data clients expect without a wrapper. */
const REVERT = 3;

/** Answers the text of a JSON-RPC request or batch, as Hardhat's own server does. */
export async function answerRpc(
  provider: RequestProvider,
  text: string,
): Promise<unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return failure(null, PARSE_ERROR, "The request is not valid JSON.");
  }
  if (!Array.isArray(parsed)) {
    return await answer(provider, parsed);
  }
  if (parsed.length === 0 || parsed.length > MAX_BATCH) {
    const problem = `A batch must have 1 to ${MAX_BATCH} requests.`;
    return failure(null, INVALID_REQUEST, problem);
  }
  return await Promise.all(parsed.map((request) => answer(provider, request)));
}

async function answer(
  provider: RequestProvider,
  request: unknown,
): Promise<object> {
  const { jsonrpc, id, method, params = [] } = recordOf(request);
  if (
    jsonrpc !== "2.0" ||
    typeof method !== "string" ||
    !Array.isArray(params) ||
    (typeof id !== "number" && typeof id !== "string")
  ) {
    return failure(null, INVALID_REQUEST, "It is not a JSON-RPC 2.0 request.");
  }
  if (!METHOD.test(method)) {
    return failure(id, METHOD_NOT_FOUND, "There is no method of this name.");
  }
  try {
    const result = await provider.request({ method, params });
    return { jsonrpc: "2.0", id, result: result ?? null };
  } catch (error) {
    return { jsonrpc: "2.0", id, error: describeError(error) };
  }
}

function failure(id: unknown, code: number, message: string): object {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** An error of Hardhat's provider, in the shape that its own server gives it. */
function describeError(error: unknown): object {
  const given = recordOf(error);
  const { message = String(error), code } = given;
  const details = isRecord(given["data"]) ? given["data"] : given;
  const { data, reason } = details;
  const txHash = given["transactionHash"] ?? details["transactionHash"];
  return {
    code: typeof code === "number" ? code : INTERNAL_ERROR,
    message,
    data: code === REVERT ? data : { message, txHash, data, reason },
  };
}
