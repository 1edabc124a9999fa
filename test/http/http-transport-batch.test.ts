import { expect } from "chai";
import { NO_SECRETS } from "../../src/base/scrubber.ts";
import { parseRpcBatch } from "../../src/rpc/parse-rpc-answer.ts";
import { withServer } from "../support/rpc-with-server.ts";

const CALLS = [
  { method: "eth_chainId", params: [] },
  { method: "eth_getCode", params: ["0x1", "latest"] },
];

const scrubber = NO_SECRETS;
const answer = (id: number, rest: object) => ({ jsonrpc: "2.0", id, ...rest });

describe("parseRpcBatch", () => {
  const parse = (value: unknown) =>
    parseRpcBatch({ text: JSON.stringify(value), ids: [7, 8], scrubber });

  it("given the answers in another order, gives the replies in that of the requests", () => {
    expect(
      parse([answer(8, { result: "b" }), answer(7, { result: "a" })]),
    ).to.deep.equal({
      replies: [
        { ok: true, result: "a" },
        { ok: true, result: "b" },
      ],
    });
  });

  it("given an error for one request, fails that one alone", () => {
    const parsed = parse([
      answer(7, { error: { code: -32601, message: "no such method" } }),
      answer(8, { result: "b" }),
    ]);

    expect(parsed).to.have.nested.property("replies[0].kind", "rpc-error");
    expect(parsed).to.have.deep.nested.property("replies[1]", {
      ok: true,
      result: "b",
    });
  });

  for (const [title, value] of Object.entries({
    "one answer": [answer(7, { result: "a" })],
    "an answer twice": [answer(7, { result: 1 }), answer(7, { result: 2 })],
    "an answer too many": [
      answer(7, { result: 1 }),
      answer(8, { result: 2 }),
      answer(8, { result: 3 }),
    ],
    "an id of nobody": [answer(7, { result: 1 }), answer(9, { result: 2 })],
    "ids that are texts": [
      { ...answer(7, { result: 1 }), id: "7" },
      answer(8, { result: 2 }),
    ],
    nothing: [],
    "entries that are no objects": [7, 8],
  })) {
    it(`given ${title}, has no reply to any request`, () => {
      expect(parse(value)).to.have.nested.property("reply.kind", "malformed");
    });
  }

  it("given one object, which is how nodes refuse batches, wants no second attempt", () => {
    const parsed = parse(answer(7, { result: "a" }));

    expect(parsed).to.have.nested.property("reply.ok", false);
    expect(parsed).to.have.property("retry", false);
  });
});

describe("createHttpTransport's batch", () => {
  it("is one POST with an id for each request, none of which is used again", async () => {
    await withServer(
      {
        behaviour: (exchange) => {
          const requests: unknown[] = JSON.parse(exchange.received.body);
          exchange.json(
            requests.map((request) => ({
              jsonrpc: "2.0",
              id: Object(request).id,
              result: Object(request).method,
            })),
          );
        },
      },
      async ({ server, transport }) => {
        const replies = [
          await transport.batch(CALLS),
          await transport.batch(CALLS),
        ];

        expect(replies.flat()).to.deep.equal(
          [...CALLS, ...CALLS].map(({ method }) => ({
            ok: true,
            result: method,
          })),
        );
        const ids = server.received.flatMap(({ body }) =>
          JSON.parse(body).map(({ id }: { id: number }) => id),
        );
        expect(server.received).to.have.length(2);
        expect(new Set(ids).size).to.equal(4);
      },
    );
  });

  for (const [title, answered, attempts] of [
    ["an error for the whole batch", { status: 200, body: "{}" }, 1],
    ["HTTP 404", { status: 404, body: "" }, 1],
    ["HTTP 503", { status: 503, body: "" }, 3],
    ["text", { status: 200, body: "[" }, 3],
  ] as const) {
    it(`given ${title}, fails every request after ${attempts} attempts`, async () => {
      await withServer(
        { behaviour: (exchange) => exchange.send(answered) },
        async ({ server, transport }) => {
          const replies = await transport.batch(CALLS);

          expect(replies.map(({ ok }) => ok)).to.deep.equal([false, false]);
          expect(server.received).to.have.length(attempts);
        },
      );
    });
  }
});
