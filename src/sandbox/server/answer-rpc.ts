import { isRecord } from "../../base/records.ts";
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

/**
 * Answers the text of a JSON-RPC request or batch, as Hardhat's own server does.
 *
 * @param onSubscribed is called with the id of each new subscription
 */
export async function answerRpc(
  provider: RequestProvider,
  text: string,
  onSubscribed: (id: string) => void = () => {},
): Promise<string> {
  const answered = async (request: unknown) =>
    await answer(provider, request, onSubscribed);
  return JSON.stringify(await answerAll(text, answered));
}

async function answerAll(
  text: string,
  answered: (request: unknown) => Promise<object>,
): Promise<unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return failure(null, PARSE_ERROR, "The request is not valid JSON.");
  }
  if (!Array.isArray(parsed)) {
    return await answered(parsed);
  }
  return parsed.length === 0 || parsed.length > MAX_BATCH
    ? failure(
        null,
        INVALID_REQUEST,
        `A batch must have 1 to ${MAX_BATCH} requests.`,
      )
    : await Promise.all(parsed.map(answered));
}

async function answer(
  provider: RequestProvider,
  request: unknown,
  onSubscribed: (id: string) => void,
): Promise<object> {
  const {
    jsonrpc,
    id = null,
    method,
    params = [],
  } = isRecord(request) ? request : {};
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
    if (method === "eth_subscribe" && typeof result === "string") {
      onSubscribed(result);
    }
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
  const of = (name: string): unknown =>
    error instanceof Error ? Reflect.get(error, name) : undefined;
  const message = error instanceof Error ? error.message : String(error);
  const given = of("code");
  const code = typeof given === "number" ? given : INTERNAL_ERROR;
  const data = of("data");
  const details = isRecord(data) ? data : { data };
  const returned = details["data"];
  const txHash = of("transactionHash") ?? details["transactionHash"];
  const reason = details["reason"];
  return {
    code,
    message,
    data:
      code === REVERT ? returned : { message, txHash, data: returned, reason },
  };
}
