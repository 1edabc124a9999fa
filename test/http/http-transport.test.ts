import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "chai";

import { ask } from "../../src/rpc/ask.ts";
import { decodeChainId } from "../../src/rpc/decode-values.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { measureTraffic } from "../support/http-traffic.ts";
import { DEAD_URL } from "../support/listen.ts";
import { respond } from "../support/node-model/behaviours.ts";
import {
  type Behaviour,
  honest,
  useServers,
} from "../support/node-model/server.ts";
import { startMutePort } from "../support/node-model/silent-peers.ts";
import {
  HTTP_ERROR_FAULTS,
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
    for (const result of [false, null, "", {}]) {
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

    it("given a body of a byte more than the limit, refuses it", async () => {
      const { transport } = await open({
        behaviour: ({ honest: answer, send }) =>
          send({ body: JSON.stringify(answer()).padEnd(1001, " ") }),
        transport: { maxBodyBytes: 1000 },
      });

      expect(await transport.request("any", [])).to.deep.equal({
        ok: false,
        kind: "malformed",
        reason: "the endpoint sent a body of more than 1000 bytes",
      });
    });
  });

  describe("an endpoint that is not there", () => {
    it("given a port where nothing listens, says connection refused after three attempts", async () => {
      const transport = createHttpTransport({ url: DEAD_URL, retryBaseMs: 1 });

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

    for (const url of ["", "ws://127.0.0.1/", "http://127.0.0.1:99999/"]) {
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
  });

  describe("a redirect", () => {
    for (const [title, location, words] of [
      [
        "another host",
        "http://localhost:1/v3/key",
        "a redirect to http://localhost:1, which is not followed",
      ],
      ["another path", "/rpc/", "another path of the same host"],
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
  });

  describe("Retry-After", () => {
    it("is waited, and then the request succeeds", async () => {
      const times: number[] = [];
      const { transport } = await open({
        behaviour: (exchange) => {
          times.push(performance.now());
          if (exchange.nth === 1) {
            respond(429, "", { "retry-after": "1" })(exchange);
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
    }).timeout(10_000);

    it("given a wait beyond the deadline, does not wait and says so", async () => {
      const { server, transport } = await open({
        behaviour: respond(429, "", { "retry-after": "60" }),
        transport: { deadline: SOON() },
      });

      const reply = await transport.request("eth_chainId", []);

      expect(reply).to.have.property("reason").that.includes("60 s");
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
        .that.matches(/^the network's time limit of 0 ms was reached: /);
      expect(server.received).to.be.empty;
    });

    it("given a share of it that is used up, does not say that a limit of that length could be set higher", async () => {
      const { transport } = await open({
        behaviour: () => undefined,
        transport: { deadline: Date.now() + 60_000 },
      });

      const reply = await transport
        .separate(1 / 600)
        .request("eth_getLogs", []);
      expect(reply)
        .to.have.property("reason")
        .that.equals(
          "its share of the network's time limit of 60 s was used up",
        );
    });

    for (const [name, fault] of Object.entries(SLOW_FAULTS)) {
      it(`given ${name}, ends every request at the deadline, those in line included`, async () => {
        const { server, transport } = await open({
          behaviour: fault,
          transport: { deadline: Date.now() + 250, attemptTimeoutMs: 600_000 },
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

    it("given failures before it, names the last of them", async () => {
      const { transport } = await open({
        behaviour: (exchange) =>
          exchange.nth === 1 ? respond(502)(exchange) : undefined,
        transport: { deadline: Date.now() + 400, attemptTimeoutMs: 600_000 },
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

    it("given a wait in line longer than an attempt may take, does not count it as one", async function () {
      this.timeout(10_000);
      const { transport } = await open({
        behaviour: (exchange) => {
          setTimeout(() => honest(exchange), 250);
        },
        transport: { attemptTimeoutMs: 1_500, retries: 0 },
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
