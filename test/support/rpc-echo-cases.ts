import { CANARY, gossip } from "./canaries.ts";
import type { FaultCase } from "./fault-case.ts";
import type { FaultChains } from "./fault-chains.ts";
import type { Behaviour, Exchange } from "./faulty-server.ts";
import { altered, forMethod, rpcError } from "./rpc-faults.ts";

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
const ECHOES: Readonly<Record<string, Behaviour>> = {
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
