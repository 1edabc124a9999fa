import { NO_SECRETS } from "../../../../src/base/scrubber.ts";
import { endpointOrigin } from "../../../../src/base/secrets.ts";
import { describeStatus } from "../../../../src/http/judge-response.ts";
import type { Failure, Reply } from "../../../../src/http/types.ts";
import { NODE, parseRpcAnswer } from "../../../../src/rpc/parse-rpc-answer.ts";
import type { RpcTransport } from "../../../../src/rpc/types.ts";

const TIMEOUT_MS = 10_000;
/** Ids are random, so that a cached answer does not match by chance. */
const MAX_ID = 2 ** 30;
const REQUEST = {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  credentials: "omit",
  redirect: "error",
} as const;
const UNREACHABLE =
  "it is unreachable, or does not allow requests from web pages (CORS)";

/** Sends requests to a node with `fetch`. */
export function createNodeTransport(url: string): RpcTransport {
  return { endpoint: endpointOrigin(url), request, close: async () => {} };

  async function request(method: string, params: unknown): Promise<Reply> {
    const id = Math.floor(Math.random() * MAX_ID);
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(url, { ...REQUEST, body, signal });
      const text = await response.text();
      if (response.status !== 200) {
        return failure("http-error", describeStatus(response.status, NODE));
      }
      // The page shows the whole URL of a node.
      return parseRpcAnswer({ id, text, scrubber: NO_SECRETS }).reply;
    } catch {
      // Browsers do not tell a page more about why a request failed.
      if (signal.aborted) {
        return failure("timeout", `no answer within ${TIMEOUT_MS / 1000} s`);
      }
      return failure("unreachable", UNREACHABLE);
    }
  }
}

function failure(kind: Failure["kind"], reason: string): Failure {
  return { ok: false, kind, reason };
}
