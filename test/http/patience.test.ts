import { expect } from "chai";
import {
  forMethod,
  once,
  respond,
  result,
  rpcError,
  when,
} from "../support/node-model/behaviours.ts";
import {
  type Behaviour,
  honest,
  useServers,
} from "../support/node-model/server.ts";

const BY_HASH = { blockHash: `0x${"ab".repeat(32)}` };
const LAG = rpcError(-32000, "header for hash not found");

/** Bad for so many requests, honest ever after. */
function times(count: number, behaviour: Behaviour): Behaviour {
  return when(({ nth }) => nth <= count, behaviour);
}

describe("what an HTTP transport waits for", function () {
  this.timeout(30_000);
  const servers = useServers();
  /** A transport that waits as in use, but for shorter. */
  const open = async (behaviour: Behaviour, budgetMs = 15_000) =>
    await servers({
      behaviour,
      transport: { retries: undefined, deadline: Date.now() + budgetMs },
    });

  for (const [title, behaviour] of Object.entries({
    "504 from a gateway": respond(504),
    "Cloudflare's -32046": rpcError(-32046, "Cannot"),
  })) {
    it(`given ${title} eight times, then the ninth attempt has the answer`, async () => {
      const { server, transport } = await open(times(8, behaviour));

      const reply = await transport.request("eth_chainId", []);

      expect(reply).to.deep.equal({ ok: true, result: "0x1" });
      expect(server.received).to.have.lengthOf(9);
    });
  }

  it("given a rate limit twice, then it is waited out, with a pause that all transports to the endpoint keep", async () => {
    const { transport } = await open(times(2, respond(429)));

    const startedAt = performance.now();
    const other = transport.separate();
    const replies = await Promise.all(
      [transport, other].map((one) => one.request("eth_chainId", [])),
    );

    expect(replies.every(({ ok }) => ok)).to.equal(true);
    expect(performance.now() - startedAt).to.be.above(900);
    const again = performance.now();
    await transport.request("eth_chainId", []);
    await transport.separate().request("eth_chainId", []);
    expect(performance.now() - again).to.be.above(150);
  });

  it("given a block that is not known yet, then it is asked for over new connections until it is", async () => {
    const connections = new Set<unknown>();
    const behaviour: Behaviour = (exchange) => {
      connections.add(exchange.socket);
      times(6, LAG)(exchange);
    };
    const { transport } = await open(behaviour);

    const reply = await transport.request("eth_getCode", ["0x1", BY_HASH]);

    expect(reply.ok).to.equal(true);
    expect(connections.size).to.equal(7);
  });

  it("given null for a block that an answer has named, then it is asked for until it is there; the first block and tags are not", async () => {
    const isThere = (result: unknown) => result !== null;
    for (const [block, isWaited] of [
      ["0x7", true],
      ["0x0", false],
      ["finalized", false],
    ] as const) {
      const { server, transport } = await open(times(6, result(null)));

      const reply = await transport.request(
        "eth_getBlockByNumber",
        [block, false],
        isThere,
      );

      expect(reply.ok && reply.result !== null).to.equal(isWaited);
      expect(server.received).to.have.lengthOf(isWaited ? 7 : 3);
    }
  });

  it("given null for a block far below the latest one, then it is asked for three times: some nodes never had it", async () => {
    const behaviour: Behaviour = ({ nth, id, json }) =>
      json({
        jsonrpc: "2.0",
        id,
        result: nth === 1 ? { number: "0x100" } : null,
      });
    const isThere = (result: unknown) => result !== null;
    const { server, transport } = await open(behaviour);

    const latest = ["latest", false];
    await transport.request("eth_getBlockByNumber", latest, isThere);
    const old = ["0xc0", false];
    await transport.request("eth_getBlockByNumber", old, isThere);

    expect(server.received).to.have.lengthOf(4);
  });

  it("given an endpoint that has never answered, then a broken gateway is given up after three attempts; once it has, it is waited for", async () => {
    {
      const { server, transport } = await open(respond(502));

      expect((await transport.request("eth_chainId", [])).ok).to.equal(false);
      expect(server.received).to.have.lengthOf(3);
    }
    const behaviour = when(({ nth }) => nth > 1 && nth < 8, respond(502));
    {
      const { transport } = await open(behaviour);

      expect((await transport.request("eth_chainId", [])).ok).to.equal(true);
      expect((await transport.request("eth_chainId", [])).ok).to.equal(true);
    }
  });

  for (const [title, fault] of Object.entries<Behaviour>({
    502: respond(502),
    503: respond(503),
    504: respond(504),
    "a reset": ({ socket }) => socket.resetAndDestroy(),
    "no answer in time": () => undefined,
  })) {
    it(`given a balancer by connection, of which one backend has ${title}, then the next attempt has a connection of its own`, async () => {
      const failing = new Set<number>();
      const { server, transport } = await servers({
        behaviour: (exchange) => {
          const { nth, connection } = exchange;
          // Every connection that is open by then leads to the same backend.
          if (nth > 8 && failing.size === 0) {
            failing.add(1).add(2).add(3).add(4);
          }
          (failing.has(connection) ? fault : honest)(exchange);
        },
        transport: {
          retries: undefined,
          attemptTimeoutMs: 500,
          deadline: Date.now() + 15_000,
        },
      });
      const ask = () => transport.request("eth_chainId", []);
      for (const _ of [1, 2]) {
        await Promise.all(Array.from({ length: 4 }, ask));
      }

      expect((await ask()).ok).to.equal(true);

      expect(server.received).to.have.lengthOf(10);
    });
  }

  it("given a backend that answers on a new connection only, then what follows goes over that one", async () => {
    const { server, transport } = await open((exchange) =>
      (exchange.connection === 1 && exchange.nth > 1 ? respond(502) : honest)(
        exchange,
      ),
    );
    const ask = () => transport.request("eth_chainId", []);
    for (const _ of [1, 2, 3, 4]) {
      expect((await ask()).ok).to.equal(true);
    }

    expect(server.received).to.have.lengthOf(5);
  });

  it("given 503 with an HTML page from an endpoint that has never answered, then it is given up after three attempts", async () => {
    const { server, transport } = await open(respond(503, "<html></html>"));

    const reply = await transport.request("eth_chainId", []);

    expect(reply).to.have.property("reason").that.contains("check the URL");
    expect(server.received).to.have.lengthOf(3);
  });

  for (const [title, refusal] of Object.entries({
    "401 of a gateway": respond(401, '{"message":"Unauthorized"}'),
    "403 with JSON": respond(403, '{"error":{"message":"Forbidden"}}'),
    "404 of a gateway": respond(404, "404 page not found"),
    "an error that is in no table": rpcError(-32050, "no"),
  })) {
    it(`given ${title} four times for what was answered before, then it is overcome; given it always, then five attempts are made, and the next time one`, async () => {
      const { server, transport } = await open(
        when(({ nth }) => nth > 1 && nth < 6, refusal),
      );
      const ask = () => transport.request("eth_chainId", []);
      await ask();

      expect((await ask()).ok).to.equal(true);
      expect(server.received).to.have.lengthOf(6);

      server.behave(refusal);
      expect((await ask()).ok).to.equal(false);
      expect(server.received).to.have.lengthOf(11);
      await ask();
      const isOfGateway = !title.startsWith("an error");
      expect(server.received).to.have.lengthOf(isOfGateway ? 16 : 12);
    });
  }

  it("given 401 for the first request, and an answer beside it, then it is asked again", async () => {
    const { transport } = await servers({
      behaviour: forMethod("eth_syncing", once(respond(401))),
      transport: { retries: undefined, retryBaseMs: 500 },
    });

    const [one, other] = await Promise.all([
      transport.request("eth_syncing", []),
      transport.request("eth_chainId", []),
    ]);

    expect([one?.ok, other?.ok]).to.deep.equal([true, true]);
  });

  it("given an error for another block than the one that was answered, or for its hash, then it is asked once", async () => {
    const { server, transport } = await open(
      forMethod(
        "eth_getCode",
        when(({ params }) => params[1] !== "latest", rpcError(-32050, "no")),
      ),
    );
    await transport.request("eth_getCode", ["0x1", "latest"]);

    await transport.request("eth_getCode", ["0x1", "0x2"]);
    await transport.request("eth_getCode", ["0x1", BY_HASH]);

    expect(server.received).to.have.lengthOf(3);
  });

  it("given dshackle's -32002 for a hash that it never took, then it is given up after three attempts", async () => {
    const message = "No response or no available upstream";
    const { server, transport } = await open(rpcError(-32002, message));

    await transport.request("eth_getCode", ["0x1", BY_HASH]);

    expect(server.received).to.have.lengthOf(3);
  });

  it("given null in place of what a call returned, then it is read again", async () => {
    const { transport } = await open(times(2, result(null)));

    const reply = await transport.request("eth_call", [{ to: "0x1" }, "0x2"]);

    expect(reply).to.deep.equal({ ok: true, result: "0x1" });
  });

  it("given a rate limit as a text in place of JSON-RPC, then it is asked again", async () => {
    const { transport } = await open(
      times(1, respond(200, '{"error":"rate limit exceeded"}')),
    );

    expect((await transport.request("eth_chainId", [])).ok).to.equal(true);
  });

  for (const [title, behaviour, words] of [
    [
      "a capacity of the month that is used up",
      respond(
        429,
        '{"code":429,"message":"Monthly capacity limit exceeded. Visit x"}',
      ),
      /used up: use another endpoint.*"Monthly capacity limit exceeded/,
    ],
    [
      "the same as an error of JSON-RPC",
      rpcError(429, "Monthly capacity limit exceeded.", { status: 429 }),
      /"Monthly capacity limit exceeded.": what the plan allows is used up/,
    ],
    [
      "credits that are used up",
      rpcError(-32005, "You are out of credits"),
      /"You are out of credits": what the plan allows is used up/,
    ],
    [
      "a project without access",
      rpcError(-32002, "project ID does not have access"),
      /check the project of the key/,
    ],
    [
      "a project that is not there",
      respond(404, '{"error":{"message":"project not found"}}'),
      /check the project of the key.*"project not found"/,
    ],
    [
      "a plan without the method",
      respond(
        403,
        '{"error":{"message":"eth_chainId is not available on the Free tier"}}',
      ),
      /the plan does not have this method.*"eth_chainId is not/,
    ],
    [
      "Besu's list of hosts",
      respond(403, '{"message":"Host not authorized."}'),
      /host-allowlist \(Besu\), or --http.vhosts \(geth\); the endpoint says "Host not authorized."/,
    ],
    [
      "geth's list of hosts",
      respond(403, "invalid host specified\n"),
      /--http.vhosts \(geth\)/,
    ],
    [
      "the page of a port for TLS",
      respond(
        400,
        "<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>",
      ),
      /serves https/,
    ],
    [
      "the page of who wants a client certificate",
      respond(400, "<html>400 No required SSL certificate was sent</html>"),
      /client certificate/,
    ],
    [
      "any other message",
      respond(401, '{"message":"bad\\u001b[31m key"}'),
      /check the key; the endpoint says "bad key"$/,
    ],
  ] as const) {
    it(`given ${title}, then nothing is waited for, and the reason says what to do`, async () => {
      const { server, transport } = await open(behaviour);

      const reply = await transport.request("eth_chainId", []);

      expect(server.received).to.have.lengthOf(1);
      expect(reply).to.have.property("reason").that.matches(words);
    });
  }

  it("given a message that repeats the key, then it is judged, and not shown", async () => {
    const { server, transport } = await servers({
      behaviour: respond(
        403,
        '{"message":"Host not authorized: the key secretkey1234"}',
      ),
      url: ({ port }) => `http://127.0.0.1:${port}/v3/secretkey1234`,
      transport: { retries: undefined },
    });

    const reply = await transport.request("eth_chainId", []);

    expect(server.received).to.have.lengthOf(1);
    expect(reply).to.have.property("reason").that.contains("host-allowlist");
    expect(JSON.stringify(reply)).not.to.contain("secretkey");
  });

  it("given a program that a gateway never answers, then it is given up, since its questions can be asked one by one", async () => {
    const { server, transport } = await open(respond(504));

    const params = [{ data: "0x60" }, BY_HASH];
    const reply = await transport.request("eth_call", params);

    expect(reply.ok).to.equal(false);
    expect(server.received).to.have.lengthOf(3);
  });

  it("given an HTML page with 403 four times after an answer, then it is overcome; given it always, then five attempts are made", async () => {
    const page = respond(403, "<!DOCTYPE html><html></html>");
    const behaviour: Behaviour = (exchange) =>
      (exchange.nth === 1 ? honest : page)(exchange);
    const { server, transport } = await open(behaviour);

    await transport.request("eth_chainId", []);
    const reply = await transport.request("eth_chainId", []);

    expect(reply).to.include({ ok: false, kind: "http-error" });
    expect(server.received).to.have.lengthOf(6);
  });

  for (const [title, behaviour] of Object.entries({
    "an account that is not authorized": rpcError(
      -32007,
      "Sender account not authorized to send transactions",
    ),
    "403 without a page": respond(403, "forbidden"),
  })) {
    it(`given ${title}, then nothing is waited for`, async () => {
      const { server, transport } = await open(behaviour);

      expect((await transport.request("eth_chainId", [])).ok).to.equal(false);
      expect(server.received).to.have.lengthOf(1);
    });
  }

  it("given a rate limit that never ends, then the reason names it, the time limit and a longer one", async () => {
    const { transport } = await open(respond(429), 2_500);
    const reply = await transport.request("eth_chainId", []);

    expect(reply.ok).to.equal(false);
    const reason = String(Reflect.get(reply, "reason"));
    expect(reason).to.contain("429");
    expect(reason).to.match(/gave up after 3 s|set its timeout to 60000/);
  });

  it("given Infura's pause of a second in data.rate, then it is kept", async () => {
    const limit = rpcError(-32005, "project ID request rate exceeded", {
      data: { rate: { backoff_seconds: 1.2 } },
    });
    const { transport } = await open(times(1, limit));

    const startedAt = performance.now();
    expect((await transport.request("eth_chainId", [])).ok).to.equal(true);
    expect(performance.now() - startedAt).to.be.above(1_190);
  });
});
