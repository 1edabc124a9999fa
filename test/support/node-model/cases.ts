import { CANARY, gossip } from "../canaries.ts";
import {
  type Recovery,
  STATE_FAULTS,
  type StateFault,
} from "./answer-faults.ts";
import type { FaultChain, FaultChains } from "./chains.ts";
import type { FaultCase } from "./run-case.ts";
import type { Behaviour, Exchange } from "./server.ts";
import {
  altered,
  BROKEN_FAULTS,
  firstOfEach,
  forMethod,
  HTTP_ERROR_FAULTS,
  MALFORMED_FAULTS,
  NODE_ERROR_FAULTS,
  OVERSIZED_FAULTS,
  RATE_LIMIT_FAULTS,
  REDIRECT_FAULTS,
  respond,
  rpcError,
  SLOW_FAULTS,
  scattered,
} from "./transport-faults.ts";

const GROUPS: Readonly<Record<string, Readonly<Record<string, Behaviour>>>> = {
  "rate limits": RATE_LIMIT_FAULTS,
  "HTTP errors": HTTP_ERROR_FAULTS,
  "answers that answer nothing": MALFORMED_FAULTS,
  "bodies too large": OVERSIZED_FAULTS,
  "answers that take for ever": SLOW_FAULTS,
  redirects: REDIRECT_FAULTS,
  "broken connections": BROKEN_FAULTS,
  "errors of the node": NODE_ERROR_FAULTS,
};

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
  "402 with JSON",
  "403 with an HTML page",
  "404 with text",
  "405 without a body",
  "413 with text",
  "418 with a long text",
  "503 with Retry-After an hour",
  "more headers than anyone reads",
  "method not found",
  "invalid params with 400",
  "a revert with data",
  "an internal error that is a revert",
]);
const STATUS_METHODS = [
  "eth_chainId",
  "eth_getBlockByNumber",
  "eth_syncing",
] as const;
const PROBE_METHODS = [
  "eth_chainId",
  "eth_getBlockByNumber",
  "web3_clientVersion",
  "eth_call",
  "eth_getCode",
] as const;

/** How many of the other scopes each fault is tried in. */
const OTHERS_OF_EACH = 5;

/**
 * Every fault of the wire against verify, on both paths, and status: where most
 * depends on it always, and in the other scopes in turn, so that each group of
 * faults is tried in all of them.
 */
export function wireCases(chains: FaultChains): readonly FaultCase[] {
  return Object.entries(GROUPS).flatMap(([group, faults]) =>
    Object.entries(faults).flatMap(([behaviour, fault], index) => {
      const { always, others } = casesOf(group, behaviour, fault, chains);
      return [
        ...always,
        ...others.filter(
          (_, place) =>
            Math.floor(place / OTHERS_OF_EACH) ===
            index % Math.ceil(others.length / OTHERS_OF_EACH),
        ),
      ];
    }),
  );
}

function casesOf(
  group: string,
  behaviour: string,
  fault: Behaviour,
  { whole, lacking }: FaultChains,
): {
  readonly always: readonly FaultCase[];
  readonly others: readonly FaultCase[];
} {
  const head = { group, behaviour, isSlow: behaviour in SLOW_FAULTS };
  const first = {
    scope: "the first of each request",
    behave: () => firstOfEach(fault),
    mustRecover: !FINAL.has(behaviour),
  };
  const every = {
    scope: "every request",
    behave: () => fault,
    mustRecover: false,
  };
  const third = {
    scope: "a third of the requests",
    behave: () => scattered(fault),
    mustRecover: false,
  };
  const only = (method: string, mustRecover = false) => ({
    scope: method,
    behave: () => forMethod(method, fault),
    mustRecover,
  });
  // The chain that lacks some is the one on which more can go wrong.
  const probe = {
    ...head,
    task: "verify",
    path: "probe",
    chain: lacking,
  } as const;
  const single = { ...probe, path: "single" } as const;
  const status = {
    ...head,
    task: "status",
    path: "probe",
    chain: whole,
  } as const;
  // What only an absence is held against.
  const syncing = { ...only("eth_syncing", true), chain: whole };
  return {
    always: [
      { ...probe, ...every },
      { ...probe, ...first },
      { ...single, ...first },
      { ...status, ...every },
    ],
    others: [
      ...PROBE_METHODS.map((method) => ({
        ...probe,
        ...only(
          method,
          method === "eth_call" || method === "web3_clientVersion",
        ),
      })),
      { ...probe, ...syncing },
      { ...single, ...every },
      { ...single, ...first, chain: whole },
      { ...single, ...third },
      { ...single, ...only("eth_getCode") },
      { ...single, ...only("eth_getStorageAt"), chain: whole },
      { ...single, ...syncing },
      { ...status, ...first },
      { ...status, ...third },
      ...STATUS_METHODS.map((method) => ({ ...status, ...only(method) })),
    ],
  };
}

/** Every {@link STATE_FAULTS} against what it concerns, on both chains. */
export function stateCases({
  whole,
  lacking,
  other,
}: FaultChains): readonly FaultCase[] {
  return STATE_FAULTS.flatMap((fault) => [
    ...[whole, lacking].flatMap((chain) => [
      ...verifyCases(fault, "probe", fault.probe, chain, other),
      ...verifyCases(fault, "single", fault.single, chain, other),
    ]),
    ...statusCases(fault, whole, other),
  ]).map((one) => ({ ...one, isPatient: true }));
}

function verifyCases(
  fault: StateFault,
  path: FaultCase["path"],
  recovery: Recovery | undefined,
  chain: FaultChain,
  other: FaultChain,
): readonly FaultCase[] {
  return recovery === undefined ||
    (fault.isForWholeOnly === true && chain.outcome !== "ok")
    ? []
    : [
        {
          group: fault.group,
          behaviour: fault.name,
          scope: `${chain.name} chain`,
          task: "verify",
          path,
          chain,
          behave: () => fault.behave(chain, other),
          mustRecover:
            recovery === "always" ||
            (recovery === "whole" && chain.outcome === "ok"),
          state: fault.status === "wrong-chain" ? "wrong-chain" : undefined,
          isSlow: fault.isSlow,
        },
      ];
}

function statusCases(
  fault: StateFault,
  chain: FaultChain,
  other: FaultChain,
): readonly FaultCase[] {
  const { status } = fault;
  return status === undefined
    ? []
    : [
        {
          group: fault.group,
          behaviour: fault.name,
          scope: "status",
          task: "status",
          path: "probe",
          chain,
          behave: () => fault.behave(chain, other),
          // A node that is in another state shows it by valid answers.
          mustRecover: status !== "ok",
          state: status === "recover" || status === "ok" ? undefined : status,
          isSlow: fault.isSlow,
        },
      ];
}

function resultOf(method: string, value: unknown): Behaviour {
  return forMethod(method, result(value));
}

function result(value: unknown): Behaviour {
  return ({ id, json }) => json({ jsonrpc: "2.0", id, result: value });
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
  "a title": (said) =>
    respond(403, `<html><head><title>${said}</title></head></html>`),
  "a body of text": (said) => respond(404, said),
  "a body of text with 401": (said) => respond(401, said),
  "a body of text with 200": (said) => respond(200, said),
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
  "an error's message": (message) => rpcError({ code: -32000, message }),
  "an error's message with HTTP 400": (message) =>
    rpcError({ code: -32602, message }, 400),
  "a rate limit": (said) =>
    rpcError({ code: 429, message: `rate limit: ${said}` }),
  "an unknown block": (said) =>
    rpcError({ code: -32000, message: `header not found: ${said}` }),
  "a revert reason": (said) =>
    rpcError({ code: 3, message: `execution reverted: ${said}`, data: "0x" }),
  "an error's code": (code) => rpcError({ code, message: "no" }),
  "an error's data": (said) =>
    rpcError({ code: -32000, message: "no", data: { [said]: [said] } }),
  "a revert's data": (data) =>
    rpcError({ code: 3, message: "execution reverted", data: { data } }),
  "an error that is text":
    (said) =>
    ({ id, json }) =>
      json({ jsonrpc: "2.0", id, error: said }),
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
  "the client's version, after a known name": (said) =>
    resultOf("web3_clientVersion", `anvil/${said}`),
  "the sync state": (said) =>
    resultOf("eth_syncing", {
      ...{ currentBlock: "0x1", err: said, [said]: "0x5", x: { said } },
    }),
  "the sync state's stages": (said) =>
    resultOf("eth_syncing", {
      stages: [{ stage_name: said, block_number: "0x5" }],
    }),
  "a block's hash": (said) =>
    resultOf("eth_getBlockByNumber", { number: "0x1", hash: said }),
  "members of a block": (said) =>
    forMethod(
      "eth_getBlockByNumber",
      altered((answer) => ({
        ...answer,
        result: { ...Object(answer["result"]), extraData: said, [said]: said },
      })),
    ),
  "a contract's code": (said) => resultOf("eth_getCode", said),
  "a word of storage": (said) => resultOf("eth_getStorageAt", said),
  "the result of a call": (said) => resultOf("eth_call", said),
  "the answer of a service": (said) =>
    respond(
      200,
      JSON.stringify({
        software: `Aquarius ${said}`,
        version: said,
        providerAddress: said,
        errors: [{ message: said }],
      }),
    ),
};

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
      body: JSON.stringify({
        jsonrpc: "2.0",
        id,
        error: { code: -32000, message: "no", data: "KEY" },
      }).replace(
        "KEY",
        [...CANARY.path]
          .map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
      ),
    }),
  "an error's message, with controls within": rpcError({
    code: -32000,
    message: [...CANARY.path].join("\u0000"),
  }),
  "the client's version, first of all": resultOf(
    "web3_clientVersion",
    CANARY.path,
  ),
};

/** Each echo against verify and status, directly and through a proxy. */
export function echoCases({ whole, lacking }: FaultChains): FaultCase[] {
  return Object.entries(ECHOES).flatMap(([behaviour, behave]) =>
    [false, true].flatMap((isProxied): FaultCase[] => {
      const head = {
        group: "secrets sent back",
        behaviour,
        scope: isProxied ? "through a proxy" : "directly",
        behave: () => behave,
        mustRecover: false,
        isProxied,
      };
      return [
        { ...head, task: "verify", path: "probe", chain: lacking },
        { ...head, task: "verify", path: "single", chain: lacking },
        {
          ...head,
          task: "status",
          path: "probe",
          chain: whole,
          state: behaviour.startsWith("the sync state") ? "syncing" : undefined,
        },
      ];
    }),
  );
}
