import { CANARY, gossip } from "../canaries.ts";
import {
  altered,
  alteredResult,
  forMethod,
  respond,
  result,
  resultOf,
  rpcError,
} from "./behaviours.ts";
import type { Behaviour, Exchange } from "./server.ts";

/** A header, without the characters that HTTP does not allow in one. */
function header(name: string, said: string): Record<string, string> {
  return { [name]: said.replace(/[^ -~]/g, "") };
}

/** The ways in which a server says something. */
export const SAYINGS: Readonly<Record<string, (said: string) => Behaviour>> = {
  "a page of Express": (said) =>
    respond(
      404,
      `<!DOCTYPE html>\n<html lang="en"><body><pre>${said}</pre></body></html>`,
    ),
  "a body of text": (said) => respond(404, said),
  "a body of text with 401": (said) => respond(401, said),
  "a JSON body with an HTTP error": (said) =>
    respond(500, JSON.stringify({ error: said })),
  "a reason phrase":
    (said) =>
    ({ response }) => {
      response.writeHead(503, encodeURI(said.replace(/[^ -~]/g, "")));
      response.end();
    },
  "a Retry-After header": (said) =>
    respond(429, "", header("retry-after", said)),
  "a Location header": (said) =>
    respond(
      302,
      "",
      header("location", `https://${said.replace(/\W/g, "")}.example/${said}`),
    ),
  "a Content-Encoding header": (said) =>
    respond(200, "{}", header("content-encoding", said)),
  "JSON text in place of an answer": (said) =>
    respond(200, JSON.stringify(said)),
  "an error's message": (message) => rpcError(-32000, message),
  "a revert reason": (said) =>
    rpcError(3, `execution reverted: ${said}`, { data: "0x" }),
  "an error's code": (code) => rpcError(code, "no"),
  "an error's data": (said) =>
    rpcError(-32000, "no", { data: { [said]: [said] } }),
  "a revert's data": (data) =>
    rpcError(3, "execution reverted", { data: { data } }),
  "an error without an id":
    (said) =>
    ({ json }) =>
      json({ jsonrpc: "2.0", error: { code: -32000, message: said } }),
  "the version of JSON-RPC": (jsonrpc) =>
    altered((answer) => ({ ...answer, jsonrpc })),
  "the id": (id) => altered((answer) => ({ ...answer, id })),
  "every result": result,
  "the chain id": (said) => resultOf("eth_chainId", said),
  "the client's version": (said) =>
    resultOf("web3_clientVersion", `Geth/${said}`),
  "the sync state": (said) =>
    resultOf("eth_syncing", {
      ...{ currentBlock: "0x1", err: said, [said]: "0x5", x: { said } },
    }),
  "a block's hash": (said) =>
    resultOf("eth_getBlockByNumber", { number: "0x1", hash: said }),
  "members of a block": (said) =>
    forMethod(
      "eth_getBlockByNumber",
      alteredResult((block) => ({
        ...Object(block),
        ...{ extraData: said, [said]: said },
      })),
    ),
  "a contract's code": (said) => resultOf("eth_getCode", said),
  "a word of storage": (said) => resultOf("eth_getStorageAt", said),
  "the result of a call": (said) => resultOf("eth_call", said),
};

const ESCAPED = [...CANARY.path]
  .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
  .join("");

/** Behaviours that send a request's secrets back, each in another place. */
export const ECHOES: Readonly<Record<string, Behaviour>> = {
  ...Object.fromEntries(
    Object.entries(SAYINGS).map(([name, say]) => [
      name,
      (exchange: Exchange) => {
        const { path, headers } = exchange.received;
        say(gossip(path, headers))(exchange);
      },
    ]),
  ),
  "a redirect": ({ received, send }) =>
    send({
      status: 307,
      headers: { location: `http://localhost:1${received.path}` },
    }),
  "a redirect to a host and user made of keys": respond(302, "", {
    location: `https://${CANARY.user}@${CANARY.path}.example.invalid/`,
  }),
  "text in place of JSON, secrets first": respond(
    200,
    `${CANARY.path.slice(0, 4)}\u200b${CANARY.plainQuery}`,
  ),
  "an error's data, escaped": ({ id, send }) =>
    send({
      body: `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"no","data":"${ESCAPED}"}}`,
    }),
  "an error's message, with controls within": rpcError(
    -32000,
    [...CANARY.path].join("\u0000"),
  ),
  "the client's version, first of all": resultOf(
    "web3_clientVersion",
    CANARY.path,
  ),
};
