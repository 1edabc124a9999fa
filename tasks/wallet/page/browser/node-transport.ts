import { NO_SECRETS } from "../../../../src/base/scrubber.ts";
import { endpointOrigin } from "../../../../src/base/secrets.ts";
import {
  type DecodedBody,
  decodeText,
  tooLarge,
} from "../../../../src/http/body-text.ts";
import { judgeResponse } from "../../../../src/http/judge-response.ts";
import type { Reply } from "../../../../src/http/types.ts";
import { rpcReader } from "../../../../src/rpc/rpc-reader.ts";
import type { RpcTransport } from "../../../../src/rpc/types.ts";
import { member } from "./untrusted.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Ids start at a random number, so that a cached answer does not match by chance. */
const MAX_FIRST_ID = 2 ** 30;

/** Sends requests to a node with `fetch`, with a timeout and a maximum size. */
export function createNodeTransport(url: string): RpcTransport {
  let nextId = Math.floor(Math.random() * MAX_FIRST_ID);
  return {
    endpoint: endpointOrigin(url),
    request: async (method, params) => {
      const id = nextId++;
      const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body,
          credentials: "omit",
          redirect: "error",
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const { reply } = judgeResponse({
          status: response.status,
          headers: Object.fromEntries(response.headers),
          text: await readText(response),
          reader: rpcReader(id),
          url,
          // The page shows the whole URL of a node.
          scrubber: NO_SECRETS,
          now: Date.now(),
        });
        return reply;
      } catch (error) {
        return describeFetchError(error);
      }
    },
    close: async () => {},
  };
}

/** Browsers do not tell a page why a request failed. */
function describeFetchError(error: unknown): Reply {
  return member(error, "name") === "TimeoutError"
    ? {
        ok: false,
        kind: "timeout",
        reason: `no answer within ${TIMEOUT_MS / 1000} s`,
      }
    : {
        ok: false,
        kind: "unreachable",
        reason:
          "it is unreachable, or does not allow requests from web pages (CORS)",
      };
}

async function readText({ body }: Response): Promise<DecodedBody> {
  const reader = body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      return tooLarge("a body", MAX_BYTES);
    }
    chunks.push(value);
  }
  return decodeText(new Uint8Array(await new Blob(chunks).arrayBuffer()));
}
