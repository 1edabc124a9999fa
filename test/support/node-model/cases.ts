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

function heard({ received }: Exchange): string {
  return gossip(received.path, received.headers);
}

function resultOf(
  method: string,
  alter: (result: unknown, exchange: Exchange) => unknown,
): Behaviour {
  return forMethod(
    method,
    altered((answer, exchange) => ({
      ...answer,
      result: alter(answer["result"], exchange),
    })),
  );
}

function errorWith(
  make: (text: string) => { code: unknown; message?: unknown; data?: unknown },
  status = 200,
): Behaviour {
  return (exchange) => rpcError(make(heard(exchange)), status)(exchange);
}

/** Behaviours that send a request's secrets back, each in another place. */
export const ECHOES: Readonly<Record<string, Behaviour>> = {
  "a page of HTTP 401": (exchange) =>
    exchange.send({ status: 401, body: heard(exchange) }),
  "a page of HTTP 500": (exchange) =>
    exchange.send({ status: 500, body: heard(exchange) }),
  "a page's title": (exchange) =>
    exchange.send({
      status: 403,
      body: `<html><title>${heard(exchange)}</title></html>`,
    }),
  "text in place of JSON": (exchange) =>
    exchange.send({ body: heard(exchange) }),
  "text in place of JSON, secrets first": respond(
    200,
    `${CANARY.path.slice(0, 4)}\u200b${CANARY.plainQuery}`,
  ),
  "JSON text in place of an answer": (exchange) =>
    exchange.json(heard(exchange)),
  "a redirect": ({ received, send }) =>
    send({
      status: 307,
      headers: { location: `http://localhost:1${received.path}` },
    }),
  "a redirect to a host made of a key": ({ send }) =>
    send({
      status: 302,
      headers: { location: `https://${CANARY.path}.example.invalid/` },
    }),
  "a redirect to a host and user made of keys": respond(302, "", {
    location: `https://${CANARY.user}@${CANARY.path}.example.invalid/`,
  }),
  "the name of an encoding": ({ send }) =>
    send({ headers: { "content-encoding": CANARY.token }, body: "{}" }),
  "a rate limit": errorWith((message) => ({ code: 429, message })),
  "an error's message": errorWith((message) => ({ code: -32000, message })),
  "an error's message with HTTP 400": errorWith(
    (message) => ({ code: -32602, message }),
    400,
  ),
  "an error's code": errorWith((code) => ({ code, message: "no" })),
  "an error's data": errorWith((data) => ({
    code: 3,
    message: "execution reverted",
    data: { [data]: [data], data, result: data },
  })),
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
  "an error without an id": (exchange) =>
    exchange.json({
      jsonrpc: "2.0",
      error: { code: -32000, message: heard(exchange) },
    }),
  "an error's message, with controls within": rpcError({
    code: -32000,
    message: [...CANARY.path].join("\u0000"),
  }),
  "an error that is text": altered(({ id }, exchange) => ({
    jsonrpc: "2.0",
    id,
    error: heard(exchange),
  })),
  "the name of the version of JSON-RPC": altered((answer, exchange) => ({
    ...answer,
    jsonrpc: heard(exchange),
  })),
  "the id": altered((answer, exchange) => ({
    ...answer,
    id: heard(exchange),
  })),
  "the chain id": resultOf("eth_chainId", (_, exchange) => heard(exchange)),
  "the client's version": resultOf("web3_clientVersion", (_, exchange) =>
    heard(exchange),
  ),
  "the client's version, first of all": resultOf(
    "web3_clientVersion",
    () => CANARY.path,
  ),
  "the sync's detail": resultOf("eth_syncing", (_, exchange) => ({
    currentBlock: "0x1",
    highestBlock: "0x2",
    err: heard(exchange),
    [CANARY.token]: heard(exchange),
    stages: [{ stage_name: CANARY.path, block_number: "0x1" }],
  })),
  "the state of syncing": resultOf("eth_syncing", (_, exchange) =>
    heard(exchange),
  ),
  "a block's number": resultOf("eth_getBlockByNumber", (block, exchange) => ({
    ...Object(block),
    number: heard(exchange),
  })),
  "a block's hash": resultOf("eth_getBlockByNumber", (block) => ({
    ...Object(block),
    hash: `0x${CANARY.token}`,
  })),
  "members of a block": resultOf("eth_getBlockByNumber", (block, exchange) => ({
    ...Object(block),
    extraData: heard(exchange),
    [CANARY.path]: heard(exchange),
  })),
  "an account's code": resultOf("eth_getCode", (_, exchange) =>
    heard(exchange),
  ),
  "a storage slot": resultOf("eth_getStorageAt", (_, exchange) =>
    heard(exchange),
  ),
  "the probe's result": resultOf("eth_call", (_, exchange) => heard(exchange)),
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
          state: behaviour === "the sync's detail" ? "syncing" : undefined,
        },
      ];
    }),
  );
}
