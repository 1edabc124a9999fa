import { expect } from "chai";
import { decodeReply } from "../../src/rpc/ask.ts";
import { decodeStorageSlot } from "../../src/rpc/decode-values.ts";
import type { RpcCall } from "../../src/rpc/types.ts";
import { measureTraffic } from "../support/http-traffic.ts";
import { respond } from "../support/node-model/behaviours.ts";
import {
  type Behaviour,
  type FaultyServer,
  useServers,
} from "../support/node-model/server.ts";
import { ALL_FAULTS } from "../support/node-model/transport-faults.ts";

const CALLS: readonly RpcCall[] = Array.from({ length: 3 }, (_, index) => ({
  method: "eth_getStorageAt",
  params: [`0x${index}`, "0x0", "latest"],
}));
const RESULTS = CALLS.map(({ params }) => ({ ok: true, result: params[0] }));
const NONE = CALLS.map(() => undefined);

interface Request {
  readonly id: number;
  readonly params: readonly unknown[];
}
type Answer = Readonly<Record<string, unknown>>;

/** The requests of a batch, as they came; one that came alone is a list too. */
function requestsIn(body: string): Request[] {
  return [JSON.parse(body)].flat();
}

/** The answer that is the request's own: its first parameter. */
function answerTo({ id, params }: Request): Answer {
  return { jsonrpc: "2.0", id, result: params[0] };
}

/** A 200 whose JSON is made from the answers to a batch. */
function answered(change: (answers: Answer[]) => unknown): Behaviour {
  return ({ received, json }) =>
    json(change(requestsIn(received.body).map(answerTo)));
}

/** Changes the nth answer of a batch. */
function changed(nth: number, change: (answer: Answer) => unknown): Behaviour {
  return answered((answers) =>
    answers.map((answer, index) => (index === nth ? change(answer) : answer)),
  );
}

/** Batches that tell all results, those of an order of their own included. */
const COMPLETE: Readonly<Record<string, Behaviour>> = {
  "in order": answered((answers) => answers),
  "in reverse order": answered((answers) => answers.toReversed()),
  "with an error that is null": changed(1, (answer) => ({
    ...answer,
    error: null,
  })),
};

const errorOf =
  (code: number, message: string) =>
  ({ id }: Answer): Answer => ({
    jsonrpc: "2.0",
    id,
    error: { code, message },
  });

/** Batches of which the second answer tells nothing. */
const PARTIAL: Readonly<Record<string, (answer: Answer) => unknown>> = {
  "an error of the node": errorOf(-32602, "invalid argument 2"),
  "geth's large answer": errorOf(-32003, "response too large"),
  "Alchemy's rate limit": errorOf(429, "exceeded its compute units per second"),
  "a result and an error": (answer) => ({
    ...errorOf(-32000, "no")(answer),
    ...answer,
  }),
  "neither result nor error": ({ result: _, ...rest }) => rest,
  "another version": (answer) => ({ ...answer, jsonrpc: "1.0" }),
};

const edgeError = { code: -32600, message: "Batch request length too long" };

/** What answers no batch, among it what clients answer to one that they refuse. */
const REFUSED: Readonly<Record<string, Behaviour>> = {
  "geth's list of one error": answered(([first]) => [
    errorOf(-32600, "batch too large")(first ?? {}),
  ]),
  "Polygon Edge's error without an id": answered(() => ({
    jsonrpc: "2.0",
    error: edgeError,
  })),
  "Besu's error with id null": answered(() =>
    errorOf(-32005, "Number of requests in batch exceeds limit")({ id: null }),
  ),
  "HTTP 413": respond(413, "content length too large"),
  "HTTP 429": respond(429, "", { "retry-after": "3600" }),
  "good results with HTTP 500": (exchange) =>
    exchange.send({
      status: 500,
      body: JSON.stringify(requestsIn(exchange.received.body).map(answerTo)),
    }),
  "one answer in place of the list": answered(([one]) => one),
  "an answer less": answered((answers) => answers.slice(1)),
  "an answer twice": answered(([one, ...others]) => [one, one, ...others]),
  "a foreign id": changed(1, (answer) => ({ ...answer, id: 1 })),
  "an id as a text": changed(1, ({ id, ...rest }) => ({
    ...rest,
    id: `${id}`,
  })),
  "no id": changed(1, ({ id: _, ...rest }) => rest),
  "null in the list": changed(1, () => null),
  "a list in the list": changed(1, (answer) => [answer]),
  "two ids in an answer": ({ received, send }) =>
    send({
      body: JSON.stringify(requestsIn(received.body).map(answerTo)).replace(
        '"id":',
        '"id":0,"id":',
      ),
    }),
};

function idsIn({ received }: FaultyServer): readonly number[] {
  return received.flatMap(({ body }) => requestsIn(body).map(({ id }) => id));
}

describe("HttpTransport.requestBatch", () => {
  const open = useServers();

  for (const [title, behaviour] of Object.entries(COMPLETE)) {
    it(`given answers ${title}, then each call has its own result, by one request`, async () => {
      const { server, transport } = await open({ behaviour });

      expect(await transport.requestBatch(CALLS)).to.deep.equal(RESULTS);
      expect(server.received).to.have.lengthOf(1);
      expect(new Set(idsIn(server)).size).to.equal(CALLS.length);
    });
  }

  for (const [title, change] of Object.entries(PARTIAL)) {
    it(`given ${title} for one call, then that one has no result, and batches go on`, async () => {
      const { server, transport } = await open({
        behaviour: changed(1, change),
      });

      const expected = [RESULTS[0], undefined, RESULTS[2]];
      expect(await transport.requestBatch(CALLS)).to.deep.equal(expected);
      expect(await transport.requestBatch(CALLS)).to.deep.equal(expected);
      expect(server.received).to.have.lengthOf(2);
    });
  }

  it("given a call that failed in the EVM, then that is its answer", async () => {
    const { transport } = await open({
      behaviour: changed(1, errorOf(3, "execution reverted")),
    });

    const [first, reverted, last] = await transport.requestBatch(CALLS);

    expect([first, last]).to.deep.equal([RESULTS[0], RESULTS[2]]);
    expect(reverted).to.include({ ok: false, kind: "rpc-error", code: 3 });
  });

  for (const [title, behaviour] of Object.entries(REFUSED)) {
    it(`given ${title}, then no call has a result, and no further batch is sent`, async () => {
      const { server, transport } = await open({ behaviour });

      expect(await transport.requestBatch(CALLS)).to.deep.equal(NONE);
      expect(await transport.requestBatch(CALLS)).to.deep.equal(NONE);
      expect(server.received).to.have.lengthOf(1);
    });
  }

  it("given any fault of the wire, then no call has a result that is not its own, by one attempt", async () => {
    const given: Record<string, unknown> = {};
    for (const [title, behaviour] of Object.entries(ALL_FAULTS)) {
      const { transport } = await open({
        behaviour,
        transport: { attemptTimeoutMs: 100 },
      });

      const { result: results, attempts } = await measureTraffic(
        async () => await transport.requestBatch(CALLS),
      );
      given[title] = attempts === 1 && results.every((one) => !one);
    }
    const unsafe = Object.keys(given).filter((title) => given[title] !== true);
    expect(unsafe).to.deep.equal([]);
  });

  it("given results with the endpoint's key, then it is not shown", async () => {
    const { transport } = await open({
      url: ({ url }) => `${url}/v3/0123456789abcdef`,
      behaviour: changed(1, (answer) => ({
        ...answer,
        result: "see /v3/0123456789abcdef",
      })),
    });

    const [, reply] = await transport.requestBatch(CALLS);

    const read = reply && decodeReply(reply, decodeStorageSlot);
    expect(reply?.ok).to.equal(true);
    expect(read)
      .to.have.property("reason")
      .that.matches(/not shown/)
      .and.not.contain("0123456789abcdef");
  });

  for (const [title, limit] of [
    ["an endpoint that takes them, then they are sent in large batches", 1000],
    ["Polygon Edge's limit, then smaller batches follow the refused ones", 20],
    ["a limit that is lower still, then no call has a result", 3],
  ] as const) {
    it(`given many calls and ${title}`, async () => {
      const many = Array.from({ length: 64 }, (_, index) => ({
        method: "eth_getStorageAt",
        params: [index],
      }));
      const behaviour = answered((answers) =>
        answers.length > limit
          ? { jsonrpc: "2.0", error: edgeError }
          : answers.toReversed(),
      );
      const { server, transport } = await open({ behaviour });

      expect(await transport.requestBatch(many)).to.deep.equal(
        many.map(({ params: [index] }) =>
          limit === 3 ? undefined : { ok: true, result: index },
        ),
      );
      const ids = idsIn(server);
      expect(new Set(ids).size).to.equal(ids.length);
    });
  }
});
