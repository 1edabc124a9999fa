import {
  type Answer,
  type Behaviour,
  type Exchange,
  honest,
} from "./server.ts";

/** One behaviour for some requests, and another one for the others. */
export function when(
  isMeant: (exchange: Exchange) => boolean,
  behaviour: Behaviour,
  otherwise: Behaviour = honest,
): Behaviour {
  return (exchange) => (isMeant(exchange) ? behaviour : otherwise)(exchange);
}

/** Bad for one RPC method, and batches that have it. */
export function forMethod(method: string, behaviour: Behaviour): Behaviour {
  return when(({ methods }) => methods.includes(method), behaviour);
}

/** Bad once: a retry must overcome it. */
export function once(behaviour: Behaviour): Behaviour {
  let requests = 0;
  return when(() => requests++ === 0, behaviour);
}

/** Bad for one request in `every`, whatever it asks. */
export function oneIn(every: number, behaviour: Behaviour): Behaviour {
  return when(({ nth }) => nth % every === 0, behaviour);
}

/** Bad for all requests after the first ones. */
export function after(requests: number, behaviour: Behaviour): Behaviour {
  return when(({ nth }) => nth > requests, behaviour);
}

/** Bad for the first of each distinct request, honest when it is asked again. */
export function firstOfEach(
  behaviour: Behaviour,
  keyOf = ({ method, params }: Exchange) => JSON.stringify([method, params]),
): Behaviour {
  const seen = new Set<string>();
  return when((exchange) => {
    const key = keyOf(exchange);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  }, behaviour);
}

/** Any HTTP status with any body and headers. */
export function respond(
  status: number,
  body: string | Uint8Array = "",
  headers: Record<string, string | string[]> = {},
): Behaviour {
  return ({ send }) => send({ status, body, headers });
}

/** An HTTP answer that is made of the text of the honest one. */
export function remade(make: (json: string) => Answer): Behaviour {
  return (exchange) =>
    exchange.send(make(JSON.stringify(exchange.honestBody())));
}

/** A plain 200 whose text is made from the honest answer's text. */
export function rewritten(
  alter: (json: string) => string | Uint8Array,
): Behaviour {
  return remade((json) => ({ body: alter(json) }));
}

/** A plain 200 whose JSON is made from the honest answer. */
export function altered(
  alter: (answer: Record<string, unknown>, exchange: Exchange) => unknown,
): Behaviour {
  return (exchange) => exchange.json(alter(exchange.honest(), exchange));
}

/** Another result in place of the honest one; errors stay. */
export function alteredResult(
  alter: (result: unknown, exchange: Exchange) => unknown,
): Behaviour {
  return altered((answer, exchange) =>
    "result" in answer
      ? { ...answer, result: alter(answer["result"], exchange) }
      : answer,
  );
}

/** The same result to whatever is asked, also in place of an error. */
export function result(value: unknown): Behaviour {
  return ({ id, json }) => json({ jsonrpc: "2.0", id, result: value });
}

/** The same result to each request of a method. */
export function resultOf(method: string, value: unknown): Behaviour {
  return forMethod(method, result(value));
}

/** A JSON-RPC error, with HTTP 200 unless another status is given. */
export function rpcError(
  code: unknown,
  message?: unknown,
  { status = 200, data }: { status?: number; data?: unknown } = {},
): Behaviour {
  return ({ id, send }) =>
    send({
      status,
      body: JSON.stringify({
        jsonrpc: "2.0",
        id,
        error: { code, message, data },
      }),
    });
}
