import { CANARY, gossip } from "../canaries.ts";
import { STATE_FAULTS } from "./answer-faults.ts";
import {
  altered,
  alteredResult,
  firstOfEach,
  forMethod,
  oneIn,
  respond,
  result,
  resultOf,
  rpcError,
} from "./behaviours.ts";
import type { FaultChain, FaultChains } from "./chains.ts";
import type { FaultCase } from "./run-case.ts";
import type { Behaviour, Exchange } from "./server.ts";
import {
  ALL_FAULTS,
  OVERSIZED_FAULTS,
  REDIRECT_FAULTS,
  SLOW_FAULTS,
} from "./transport-faults.ts";

/** What another attempt cannot overcome, so that none is made. */
export const FINAL: ReadonlySet<string> = new Set([
  ...Object.keys(OVERSIZED_FAULTS),
  ...Object.keys(REDIRECT_FAULTS),
  "429, Retry-After an hour",
  "429, Retry-After a far date",
  "429, Retry-After beyond all numbers",
  "429, Retry-After twice",
  "200 with limit exceeded and a long backoff",
  "400 with an HTML page",
  "401 with text",
  "403 with an HTML page",
  "404 with text",
  "405 without a body",
  "413 with text",
  "503 with Retry-After an hour",
  "more headers than anyone reads",
  "method not found",
  "invalid params with 400",
  "a revert with data",
  "an internal error that is a revert",
]);
/** Those that a single fault is tried for, one after another. */
const METHODS = [
  "eth_chainId",
  "eth_getBlockByNumber",
  "web3_clientVersion",
  "eth_call",
  "eth_getCode",
  "eth_getStorageAt",
  "eth_syncing",
] as const;
/** Without those, the probe alone tells all. */
const NOT_NEEDED: readonly string[] = ["web3_clientVersion", "eth_call"];

/**
 * Every fault of the wire: against verify at every request, then against verify at first,
 * single reads or status in turn, and against one method; the chain on which more can go
 * wrong every other time.
 */
export function wireCases({
  whole,
  lacking,
}: FaultChains): readonly FaultCase[] {
  return Object.entries(ALL_FAULTS).flatMap(([behaviour, fault], index) => {
    const every = {
      scope: "every request",
      behave: () => fault,
      mustRecover: false,
    };
    const first = {
      scope: "the first of each request",
      behave: () => firstOfEach(fault),
      mustRecover: !FINAL.has(behaviour),
    };
    const third = {
      scope: "a third of the requests",
      behave: () => oneIn(3, fault),
      mustRecover: false,
    };
    const turn = [first, third][index % 3] ?? every;
    const isSlow = behaviour in SLOW_FAULTS;
    const task = "verify" as const;
    const path = "probe" as const;
    const probe = { behaviour, isSlow, task, path, chain: lacking };
    // What is missing takes seven passes, each with hundreds of requests.
    const chain = index % 4 < 2 ? lacking : whole;
    // If each of them waits, that would take minutes.
    const ofSingle = isSlow ? whole : chain;
    const single = { ...probe, path: "single" as const, chain: ofSingle };
    const status = { ...probe, task: "status" as const, chain: whole };
    const method = METHODS[index % METHODS.length] ?? "eth_call";
    const isProbed = index % 2 === 0;
    // Only an absence is held against a node that syncs.
    const isOfWhole = method === "eth_syncing" || method === "eth_getStorageAt";
    const forOne = {
      ...(isProbed ? { ...probe, chain } : single),
      ...(isOfWhole ? { chain: whole } : {}),
      scope: method,
      behave: () => forMethod(method, fault),
      mustRecover:
        method === "eth_syncing" || (isProbed && NOT_NEEDED.includes(method)),
    };
    const inTurn = [
      { ...probe, ...first, chain },
      { ...single, ...turn },
      { ...probe, ...first, chain },
      { ...status, ...turn },
    ];
    return [
      { ...probe, ...every },
      ...inTurn.slice(index % 4, (index % 4) + 1),
      forOne,
    ];
  });
}

/** Of which backends both chains are tried on both paths. */
const MIXED: ReadonlySet<string> = new Set([
  "backends out of step",
  "another chain",
]);

/**
 * Every {@link STATE_FAULTS} against what it concerns: the chain that lacks some by the
 * probe, the whole one by single reads if it concerns them.
 */
export function stateCases({
  whole,
  lacking,
  other,
}: FaultChains): readonly FaultCase[] {
  return STATE_FAULTS.flatMap((fault) => {
    const { group, name, status, isSlow, isForWholeOnly = false } = fault;
    const behaviour = `${group}: ${name}`;
    const verifyCase = (
      path: FaultCase["path"],
      chain: FaultChain,
    ): readonly FaultCase[] => {
      const recovery = fault[path];
      const isWhole = chain.outcome === "ok";
      return recovery === undefined || (isForWholeOnly && !isWhole)
        ? []
        : [
            {
              behaviour,
              scope: `${chain.name} chain`,
              task: "verify",
              path,
              chain,
              behave: () => fault.behave(chain, other),
              mustRecover:
                recovery === "always" || (recovery === "whole" && isWhole),
              state: status === "wrong-chain" ? status : undefined,
              isPatient: true,
              isSlow,
            },
          ];
    };
    const isOnBoth = MIXED.has(group) || fault.single === undefined;
    const statusCase: FaultCase = {
      behaviour,
      scope: "status",
      task: "status",
      path: "probe",
      chain: whole,
      behave: () => fault.behave(whole, other),
      // A node that is in another state shows it by valid answers.
      mustRecover: status !== "ok",
      state: status === "recover" || status === "ok" ? undefined : status,
      isPatient: true,
      isSlow,
    };
    return [
      ...verifyCase("probe", lacking),
      ...verifyCase("single", whole),
      ...(isOnBoth
        ? [...verifyCase("probe", whole), ...verifyCase("single", lacking)]
        : []),
      ...(status === undefined ? [] : [statusCase]),
    ];
  });
}

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

/** Each echo against verify and status, directly and through a proxy. */
export function echoCases({ whole, lacking }: FaultChains): FaultCase[] {
  return Object.entries(ECHOES).flatMap(([behaviour, behave]): FaultCase[] => {
    const head = {
      behaviour: `secrets sent back: ${behaviour}`,
      scope: "every request",
      behave: () => behave,
      mustRecover: false,
    };
    const verify = { ...head, task: "verify" as const, chain: lacking };
    return [
      { ...verify, path: "probe", isProxied: true },
      { ...verify, path: "single" },
      {
        ...head,
        task: "status",
        path: "probe",
        chain: whole,
        isProxied: true,
        state: behaviour === "the sync state" ? "syncing" : undefined,
      },
    ];
  });
}
