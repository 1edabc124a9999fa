import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "chai";

import { ask } from "../../src/rpc/ask.ts";
import { decodeChainId } from "../../src/rpc/decode-values.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { measureTraffic } from "../support/http-traffic.ts";
import {
  type Behaviour,
  honest,
  startFaultyServer,
  useServers,
} from "../support/node-model/server.ts";
import { startMutePort } from "../support/node-model/silent-peers.ts";
import {
  HTTP_ERROR_FAULTS,
  respond,
  SLOW_FAULTS,
} from "../support/node-model/transport-faults.ts";

const SOON = (): number => Date.now() + 10_000;

describe("createHttpTransport", () => {
  const open = useServers();

  describe("the request", () => {
    it("is a POST of exactly jsonrpc, method, params and an integer id", async () => {
      const { server, transport } = await open();

      await transport.request("eth_getBlockByNumber", ["latest", false]);

      const [request] = server.received;
      expect(request?.httpMethod).to.equal("POST");
      expect(request?.headers["content-type"]).to.equal("application/json");
      const body = JSON.parse(request?.body ?? "");
      expect(Object.keys(body)).to.deep.equal([
        "jsonrpc",
        "method",
        "params",
        "id",
      ]);
      expect(body.id).to.satisfy(Number.isSafeInteger);
      expect(body).to.deep.equal({
        jsonrpc: "2.0",
        method: "eth_getBlockByNumber",
        params: ["latest", false],
        id: body.id,
      });
    });

    it("never uses an id twice, not even for another attempt", async () => {
      const { server, transport } = await open({ behaviour: respond(503) });

      await Promise.all([
        transport.request("eth_syncing", []),
        transport.request("eth_syncing", []),
      ]);
      const ids = server.received.map(({ body }) => JSON.parse(body).id);
      expect(ids).to.have.lengthOf(6);
      expect(new Set(ids).size).to.equal(6);
    });

    it("keeps the URL's path and query and sends user and password as basic auth", async () => {
      const { server, transport } = await open({
        url: ({ port }) =>
          `http://us%20er:p%40ss%3Aword@127.0.0.1:${port}/v3/a%2Fb?apikey=x%26y&z`,
      });

      await transport.request("eth_chainId", []);

      const [request] = server.received;
      expect(request?.path).to.equal("/v3/a%2Fb?apikey=x%26y&z");
      expect(request?.headers.authorization).to.equal(
        `Basic ${Buffer.from("us er:p@ss:word").toString("base64")}`,
      );
    });

    it("sends the configured headers, an authorization of theirs before the URL's, but its own content type", async () => {
      const { server, transport } = await open({
        url: ({ port }) => `http://user:pass@127.0.0.1:${port}`,
        transport: {
          headers: {
            "X-Api-Key": "k",
            Authorization: "Bearer t",
            "Content-Type": "text/plain",
          },
        },
      });

      await transport.request("eth_chainId", []);

      expect(server.received[0]?.headers).to.include({
        "x-api-key": "k",
        authorization: "Bearer t",
        "content-type": "application/json",
      });
    });

    for (const [title, headers] of Object.entries({
      "a line break in a value": { "X-Key": "a\r\nInjected: b" },
      "a name that is none": { "a b": "c" },
      "a length of its own": { "Content-Length": "1" },
      "a transfer encoding": { "Transfer-Encoding": "chunked" },
    })) {
      it(`given configured headers with ${title}, fails and says where to look`, async () => {
        const { server, transport } = await open({ transport: { headers } });

        const reply = await transport.request("eth_chainId", []);

        expect(reply).to.include({ ok: false, kind: "unreachable" });
        expect(reply).to.have.property("reason").that.includes("httpHeaders");
        expect(server.received).to.be.empty;
      });
    }
  });

  describe("the answer", () => {
    for (const result of [false, null, 0, "", [], {}, "0x"]) {
      it(`given the result ${JSON.stringify(result)}, hands it on as it is`, async () => {
        const { transport } = await open({ node: () => result });

        expect(await transport.request("any", [])).to.deep.equal({
          ok: true,
          result,
        });
      });
    }

    for (const [encoding, pack] of Object.entries({
      gzip: gzipSync,
      "x-gzip": gzipSync,
      br: brotliCompressSync,
      GZIP: gzipSync,
      identity: (text: string) => Buffer.from(text),
    })) {
      it(`given a body in ${encoding}, reads it`, async () => {
        const { server, transport } = await open({
          node: () => "0x7ec8",
          behaviour: (exchange) =>
            exchange.send({
              headers: { "content-encoding": encoding },
              body: pack(JSON.stringify(exchange.honest())),
            }),
        });

        const reply = await transport.request("eth_chainId", []);

        expect(reply).to.deep.equal({ ok: true, result: "0x7ec8" });
        expect(server.received[0]?.headers["accept-encoding"]).to.equal(
          "gzip, br",
        );
      });
    }

    it("given error null beside a result or result null beside an error, takes the one that is there", async () => {
      const { server, transport } = await open();

      server.behave(({ id, json }) =>
        json({ jsonrpc: "2.0", id, error: null, result: "0x1" }),
      );
      expect(await transport.request("any", [])).to.deep.equal({
        ok: true,
        result: "0x1",
      });
      server.behave(({ id, json }) =>
        json({
          jsonrpc: "2.0",
          id,
          result: null,
          error: { code: -32000, message: "no" },
        }),
      );
      expect(await transport.request("any", [])).to.include({
        ok: false,
        kind: "rpc-error",
        code: -32000,
      });
    });

    it("given a body in pieces of one byte, reads it", async () => {
      const { transport } = await open({
        node: () => "0x7ec8",
        behaviour: (exchange) => {
          const body = JSON.stringify(exchange.honest());
          let sent = 0;
          exchange.every(1, () => {
            if (sent < body.length) {
              exchange.response.write(body[sent++]);
            } else {
              exchange.response.end();
            }
          });
        },
      });

      expect(await transport.request("eth_chainId", [])).to.deep.equal({
        ok: true,
        result: "0x7ec8",
      });
    });

    it("given a body of exactly the limit reads it, and of one byte more refuses it", async () => {
      const pad = (size: number) => ({
        node: () => "0x",
        behaviour: (exchange: Parameters<typeof honest>[0]) =>
          exchange.send({
            body: JSON.stringify(exchange.honest()).padEnd(size, " "),
          }),
        transport: { maxBodyBytes: 1000 },
      });
      {
        const { transport } = await open(pad(1000));

        expect(await transport.request("any", [])).to.include({ ok: true });
      }
      {
        const { transport } = await open(pad(1001));

        expect(await transport.request("any", [])).to.deep.equal({
          ok: false,
          kind: "malformed",
          reason: "the endpoint sent a body of more than 1000 bytes",
        });
      }
    });

    it("given a JSON-RPC error, keeps its code and data", async () => {
      const data = { originalError: { data: "0x08c379a0" } };
      const { transport } = await open({
        node: () => ({ error: { code: 3, message: "reverted", data } }),
      });

      expect(await transport.request("eth_call", [])).to.deep.equal({
        ok: false,
        kind: "rpc-error",
        reason: 'JSON-RPC error 3: "reverted"',
        code: 3,
        data,
      });
    });
  });

  describe("an endpoint that is not there", () => {
    it("given a port where nothing listens, says connection refused after three attempts", async () => {
      const server = await startFaultyServer();
      await server.close();
      const transport = createHttpTransport({
        url: server.url,
        retryBaseMs: 1,
      });

      const { result: reply, attempts } = await measureTraffic(
        async () => await transport.request("eth_chainId", []),
      );

      expect(reply).to.include({ ok: false, kind: "unreachable" });
      expect(reply).to.have.property("reason").that.includes("refused");
      expect(attempts).to.equal(3);
      await transport.close();
    });

    it("given a port that neither accepts nor refuses, times out, and closing leaves nothing open", async function () {
      this.timeout(20_000);
      const port = await startMutePort();
      const transport = createHttpTransport({
        url: port.url,
        attemptTimeoutMs: 150,
        retries: 1,
        retryBaseMs: 1,
      });
      try {
        expect(await transport.request("eth_chainId", [])).to.include({
          ok: false,
          kind: "timeout",
        });
      } finally {
        await transport.close();
        await port.close();
      }
    });

    for (const url of [
      "",
      "not a url",
      "ftp://127.0.0.1/",
      "ws://127.0.0.1/",
      "http://",
      "http://127.0.0.1:99999/",
      "file:///etc/passwd",
    ]) {
      it(`given "${url}" for a URL, fails without throwing`, async () => {
        const transport = createHttpTransport({ url });
        expect(await transport.request("eth_chainId", [])).to.deep.equal({
          ok: false,
          kind: "unreachable",
          reason: "the URL is not an http or https URL",
        });
        await transport.close();
      });
    }

    it("given parameters that are no JSON, fails without throwing", async () => {
      const { server, transport } = await open();

      const circular: unknown[] = [];
      circular.push(circular);
      for (const params of [[1n], circular]) {
        expect(await transport.request("any", params)).to.include({
          ok: false,
        });
      }
      expect(server.received).to.be.empty;
    });
  });

  describe("a redirect", () => {
    for (const [title, location, words] of [
      [
        "another host",
        "http://localhost:1/v3/key",
        "a redirect to http://localhost:1, which is not followed",
      ],
      ["another path", "/rpc/", "another path of the same host"],
      ["no valid place", "http://", "a redirect without a valid target"],
      ["nowhere", undefined, "a redirect without a valid target"],
    ] as const) {
      it(`given one to ${title}, then it is not followed, and the reason says so`, async () => {
        const headers = location === undefined ? {} : { location };
        const { server, transport } = await open({
          behaviour: respond(301, "", headers),
        });

        const reply = await transport.request("eth_chainId", []);

        expect(reply).to.have.property("reason").that.includes(words);
        expect(server.received).to.have.lengthOf(1);
      });
    }
  });

  describe("a result that cannot be decoded", () => {
    const NULL_AT_FIRST =
      (times: number): Behaviour =>
      (exchange) =>
        exchange.nth <= times
          ? exchange.json({ ...exchange.honest(), result: null })
          : honest(exchange);

    it("given null once, is retried", async () => {
      const { server, transport } = await open({
        node: () => "0x7ec8",
        behaviour: NULL_AT_FIRST(1),
      });

      expect(
        await ask(transport, "eth_chainId", [], decodeChainId),
      ).to.deep.equal({ ok: true, value: 32456 });
      expect(server.received).to.have.lengthOf(2);
    });

    it("given null again and again, fails with the decoder's reason after as many attempts as any failure", async () => {
      const { server, transport } = await open({
        node: () => "0x7ec8",
        behaviour: NULL_AT_FIRST(99),
      });

      expect(
        await ask(transport, "eth_chainId", [], decodeChainId),
      ).to.deep.equal({
        ok: false,
        reason: "eth_chainId: expected a hexadecimal quantity, got null",
      });
      expect(server.received).to.have.lengthOf(3);
    });

    it("given failures and null in turn, counts them together", async () => {
      const { server, transport } = await open({
        node: () => "0x7ec8",
        behaviour: (exchange) =>
          exchange.nth === 1
            ? respond(503)(exchange)
            : NULL_AT_FIRST(2)(exchange),
      });

      expect(
        await ask(transport, "eth_chainId", [], decodeChainId),
      ).to.deep.equal({ ok: true, value: 32456 });
      expect(server.received).to.have.lengthOf(3);
    });
  });

  describe("Retry-After", () => {
    for (const [title, header] of Object.entries({
      "one second": (): string => "1",
      "an HTTP date": (): string => new Date(Date.now() + 2000).toUTCString(),
    })) {
      it(`given ${title}, waits as long and then succeeds`, async function () {
        this.timeout(10_000);
        const times: number[] = [];
        const { transport } = await open({
          behaviour: (exchange) => {
            times.push(performance.now());
            if (exchange.nth === 1) {
              respond(429, "", { "retry-after": header() })(exchange);
            } else {
              honest(exchange);
            }
          },
          transport: { deadline: SOON() },
        });

        const reply = await transport.request("eth_chainId", []);

        expect(reply).to.deep.equal({ ok: true, result: "0x1" });
        const [first = 0, second = 0] = times;
        expect(second - first).to.be.at.least(900);
      });
    }

    it("given a wait beyond the deadline, does not wait and says so", async () => {
      const { server, transport } = await open({
        behaviour: respond(429, "", { "retry-after": "60" }),
        transport: { deadline: SOON() },
      });

      const reply = await transport.request("eth_chainId", []);

      expect(reply).to.have.property("reason").that.includes("60 s");
      expect(server.received).to.have.lengthOf(1);
    });

    it("given a wait of its own beyond the deadline, says after what time it gave up", async () => {
      const { server, transport } = await open({
        behaviour: respond(503, ""),
        transport: { deadline: SOON(), retryBaseMs: 3_600_000 },
      });

      const reply = await transport.request("eth_chainId", []);

      expect(reply)
        .to.have.property("reason")
        .that.matches(/; gave up after \d+ s$/);
      expect(server.received).to.have.lengthOf(1);
    });
  });

  describe("the deadline", () => {
    it("given one that has passed, asks nothing", async () => {
      const { server, transport } = await open({
        transport: { deadline: Date.now() - 1 },
      });

      const reply = await transport.request("any", []);
      expect(reply).to.include({ ok: false, kind: "timeout" });
      expect(reply)
        .to.have.property("reason")
        .that.matches(/^the network's time limit of 0 s was reached: /);
      expect(server.received).to.be.empty;
    });

    it("given a signal that has fired, asks nothing", async () => {
      const { server, transport } = await open({
        transport: { signal: AbortSignal.abort() },
      });

      expect(await transport.request("any", [])).to.deep.equal({
        ok: false,
        kind: "unreachable",
        reason: "the connection was closed before a response was received",
      });
      expect(server.received).to.be.empty;
    });

    for (const [name, fault] of Object.entries(SLOW_FAULTS)) {
      it(`given ${name}, ends every request at the deadline, those in line included`, async () => {
        const { server, transport } = await open({
          behaviour: fault,
          transport: {
            deadline: Date.now() + 250,
            attemptTimeoutMs: 600_000,
          },
        });

        const replies = await Promise.all(
          Array.from({ length: 20 }, () => transport.request("any", [])),
        );
        for (const reply of replies) {
          expect(reply).to.include({ ok: false, kind: "timeout" });
        }
        expect(server.received).to.have.lengthOf.at.most(8);
      });
    }

    it("given a signal, ends every request when it fires", async () => {
      const controller = new AbortController();
      const { transport } = await open({
        behaviour: () => setTimeout(() => controller.abort(), 20),
        transport: {
          signal: controller.signal,
          attemptTimeoutMs: 600_000,
        },
      });

      expect(await transport.request("any", [])).to.include({
        ok: false,
        kind: "unreachable",
      });
    });

    it("given failures before it, names the last of them", async () => {
      const { transport } = await open({
        behaviour: (exchange) =>
          exchange.nth === 1 ? respond(502)(exchange) : undefined,
        transport: {
          deadline: Date.now() + 400,
          attemptTimeoutMs: 600_000,
        },
      });

      const reply = await transport.request("any", []);
      expect(reply).to.include({ ok: false, kind: "timeout" });
      expect(reply).to.have.property("reason").that.includes("HTTP 502");
    });
  });

  describe("many requests", () => {
    it("given 200 at once, opens at most eight sockets and gives each its own answer", async () => {
      const { server, transport } = await open({ node: (_, [value]) => value });

      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, value) =>
          transport.request("echo", [value]),
        ),
      );
      expect(replies).to.deep.equal(
        Array.from({ length: 200 }, (_, result) => ({ ok: true, result })),
      );
      expect(server.mostSockets).to.be.at.most(8);
      expect(server.received).to.have.lengthOf(200);
    });

    it("given every other answer broken, still gives each its own answer", async function () {
      this.timeout(10_000);
      const { server, transport } = await open({
        node: (_, [value]) => value,
        behaviour: (exchange) => {
          if (exchange.nth % 4 === 0) {
            exchange.socket.resetAndDestroy();
          } else if (exchange.nth % 4 === 2) {
            exchange.json({ ...exchange.honest(), id: exchange.id + 1 });
          } else {
            honest(exchange);
          }
        },
        transport: { retries: 20 },
      });

      const replies = await Promise.all(
        Array.from({ length: 60 }, (_, value) =>
          transport.request("echo", [value]),
        ),
      );
      expect(replies).to.deep.equal(
        Array.from({ length: 60 }, (_, result) => ({ ok: true, result })),
      );
      expect(server.mostSockets).to.be.at.most(9);
    });

    it("given a wait in line longer than an attempt may take, does not count it as one", async function () {
      this.timeout(10_000);
      const { transport } = await open({
        behaviour: (exchange) => {
          setTimeout(() => honest(exchange), 60);
        },
        transport: { attemptTimeoutMs: 400, retries: 0 },
      });

      const replies = await Promise.all(
        Array.from({ length: 80 }, () => transport.request("any", [])),
      );
      expect(replies.every(({ ok }) => ok)).to.equal(true);
    });

    it("given an answer nobody asked for, gives it to nobody", async () => {
      const { transport } = await open({
        node: (_, [value]) => value,
        behaviour: (exchange) => {
          const body = JSON.stringify(exchange.honest());
          const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
          exchange.socket.write(answer + answer);
        },
      });

      for (let value = 0; value < 20; value++) {
        const reply = await transport.request("echo", [value]);
        if (reply.ok) {
          expect(reply.result).to.equal(value);
        }
      }
    });

    it("given one dead endpoint, does not delay another", async () => {
      const { transport: dead } = await open({
        behaviour: () => undefined,
        transport: { attemptTimeoutMs: 600_000 },
      });

      const waiting = dead.request("any", []);
      const { transport: alive } = await open();

      expect(await alive.request("any", [])).to.include({ ok: true });

      await dead.close();
      expect(await waiting).to.include({ ok: false, kind: "unreachable" });
    });
  });

  describe("close", () => {
    for (const [name, fault] of Object.entries({
      ...SLOW_FAULTS,
      "a wait before a retry": HTTP_ERROR_FAULTS["504 without a body"],
    })) {
      it(`given ${name}, ends what is running and frees the sockets`, async () => {
        const { server, transport } = await open({
          behaviour: fault,
          transport: {
            attemptTimeoutMs: 600_000,
            deadline: Date.now() + 600_000,
            retryBaseMs: 300_000,
          },
        });

        const asked = Promise.all(
          Array.from({ length: 12 }, () => transport.request("any", [])),
        );
        while (server.received.length < 8) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        await transport.close();
        for (const reply of await asked) {
          expect(reply).to.include({ ok: false, kind: "unreachable" });
        }
      });
    }

    it("given a request after it, fails without asking; a second close does nothing", async () => {
      const { server, transport } = await open();

      await transport.close();
      await transport.close();
      expect(await transport.request("any", [])).to.include({
        ok: false,
        kind: "unreachable",
      });
      expect(server.received).to.be.empty;
    });
  });
});
