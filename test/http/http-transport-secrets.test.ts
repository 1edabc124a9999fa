import { inspect } from "node:util";
import { expect } from "chai";

import {
  createHttpTransport,
  type HttpTransportOptions,
} from "../../src/rpc/http-transport.ts";
import {
  type Behaviour,
  type FaultyServer,
  startFaultyServer,
  withServer,
} from "../support/node-model/server.ts";
import {
  ALL_FAULTS,
  OVERSIZED_FAULTS,
  respond,
  rpcError,
  SLOW_FAULTS,
} from "../support/node-model/transport-faults.ts";

const CANARY = {
  user: "canaryuser",
  password: "pw/canary+Pässwort&1",
  path: "canarypath0a1b2c3d4e5f",
  shortPath: "c4n4ry5h0rt",
  query: "canary query=value",
  plainQuery: "canaryquery2",
  header: "canary-header-value",
  token: "canarytokenAAAABBBBCCCC",
};

function secretUrl({ port }: Pick<FaultyServer, "port">): string {
  const { user, password, path, shortPath, query, plainQuery } = CANARY;
  return (
    `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}` +
    `/v3/${path}/${shortPath}?apikey=${encodeURIComponent(query)}&k=${plainQuery}`
  );
}

const TRANSPORT: Partial<HttpTransportOptions> = {
  headers: {
    "X-Secret": CANARY.header,
    Authorization: `Bearer ${CANARY.token}`,
  },
  attemptTimeoutMs: 150,
  retries: 0,
};

/** Everything a server can say about the request that it got. */
function gossip(path: string, headers: object): string {
  const spellings = Object.values(CANARY).flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll("%20", "+").toLowerCase(),
    encodeURIComponent(encodeURIComponent(secret)),
    secret.toUpperCase(),
    Buffer.from(secret).toString("base64"),
    secret.replaceAll("&", "&amp;"),
  ]);
  const basic = Buffer.from(`${CANARY.user}:${CANARY.password}`);
  return [
    ...spellings,
    basic.toString("base64"),
    path,
    JSON.stringify(headers),
  ].join(" ");
}

/** Behaviours that send the request's secrets back in every place. */
const ECHOES: Readonly<Record<string, Behaviour>> = {
  "401 with text": ({ received, send }) =>
    send({ status: 401, body: gossip(received.path, received.headers) }),
  "403 with a title": ({ received, send }) =>
    send({
      status: 403,
      body: `<html><title>${gossip(received.path, {})}</title></html>`,
    }),
  "200 with text": ({ received, send }) =>
    send({ body: gossip(received.path, received.headers) }),
  "200 with text, secrets first": ({ send }) =>
    send({ body: `${CANARY.path.slice(0, 4)}\u200b${CANARY.plainQuery}` }),
  "200 with JSON text": ({ received, json }) =>
    json(gossip(received.path, received.headers)),
  "an error's message": (exchange) =>
    rpcError({
      code: -32000,
      message: gossip(exchange.received.path, exchange.received.headers),
    })(exchange),
  "an error's data": (exchange) =>
    rpcError({
      code: -32000,
      message: "no",
      data: {
        ...exchange.received,
        [CANARY.path]: [gossip(exchange.received.path, {})],
      },
    })(exchange),
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
  "an error's message, with controls within": (exchange) =>
    rpcError({
      code: -32000,
      message: [...CANARY.path].join("\u0000"),
    })(exchange),
  "an error without an id": ({ received, json }) =>
    json({
      jsonrpc: "2.0",
      error: { code: -32000, message: gossip(received.path, {}) },
    }),
  "an error that is text": ({ id, received, json }) =>
    json({ jsonrpc: "2.0", id, error: gossip(received.path, {}) }),
  "a rate limit": (exchange) =>
    rpcError({
      code: 429,
      message: `limit for ${gossip(exchange.received.path, {})}`,
    })(exchange),
  "a redirect": ({ received, send }) =>
    send({
      status: 307,
      headers: { location: `http://localhost:1${received.path}` },
    }),
  "a redirect to a host made of the key": respond(302, "", {
    location: `https://${CANARY.user}@${CANARY.path}.example.invalid/`,
  }),
  "an encoding made of the key": ({ send }) =>
    send({ headers: { "content-encoding": CANARY.token }, body: "{}" }),
  "a result": ({ id, received, json }) =>
    json({
      jsonrpc: "2.0",
      id,
      result: { [CANARY.token]: gossip(received.path, received.headers) },
    }),
};

const NEEDLES = Object.values(CANARY).flatMap((secret) => [
  secret.toLowerCase(),
  encodeURIComponent(secret).toLowerCase(),
]);

function leaks(value: unknown): string[] {
  const shown = [
    inspect(value, { showHidden: true, depth: 20, getters: true }),
    JSON.stringify(value),
    value instanceof Error ? String(value.stack) : "",
  ]
    .join("\n")
    .toLowerCase();
  return NEEDLES.filter((needle) => shown.includes(needle));
}

describe("createHttpTransport, given secrets in the URL and the headers", () => {
  for (const [name, behaviour] of Object.entries(ECHOES)) {
    it(`shows none of them when they come back in ${name}`, async () => {
      await withServer(
        {
          behaviour,
          url: secretUrl,
          transport: { ...TRANSPORT, attemptTimeoutMs: 20_000 },
        },
        async ({ server, transport }) => {
          const reply = await transport.request("eth_chainId", []);

          expect(server.received[0]?.path).to.include(CANARY.path);
          expect(leaks(reply)).to.deep.equal([]);
          expect(leaks(transport)).to.deep.equal([]);
          expect(transport.endpoint).to.equal(
            `http://127.0.0.1:${server.port}`,
          );
        },
      );
    });
  }

  it("shows none of them whatever else goes wrong", async function () {
    this.timeout(30_000);
    for (const [name, behaviour] of Object.entries(ALL_FAULTS)) {
      if (name in OVERSIZED_FAULTS || name in SLOW_FAULTS) {
        continue;
      }
      await withServer(
        { behaviour, url: secretUrl, transport: TRANSPORT },
        async ({ transport }) => {
          const reply = await transport.request("eth_chainId", []);
          expect(reply.ok, name).to.equal(false);
          expect(leaks(reply), name).to.deep.equal([]);
        },
      );
    }
  });

  it("shows none of them when nothing can be sent at all", async () => {
    const url = secretUrl({ port: 1 });
    for (const wrong of [url, url.replace("http:", "ftp:"), `http//${url}`]) {
      await withServer(
        { url: () => wrong, transport: TRANSPORT },
        async ({ transport }) => {
          const reply = await transport.request("eth_chainId", [1n]);
          const second = await transport.request("eth_chainId", []);
          expect([...leaks(reply), ...leaks(second)]).to.deep.equal([]);
          expect(leaks(transport.endpoint)).to.deep.equal([]);
        },
      );
    }
  });

  it("hands on results that hold none of them as they are", async () => {
    const result = {
      text: 'a "quoted" \\ text',
      hex: `0x${"6080".repeat(99)}`,
    };
    await withServer(
      { node: () => result, url: secretUrl, transport: TRANSPORT },
      async ({ transport }) => {
        expect(await transport.request("any", [])).to.deep.equal({
          ok: true,
          result,
        });
      },
    );
  });

  it("masks a sub-domain that is a key, and describes what the node says of it", async () => {
    const key = "canary0subdomain1key2";
    const proxy = await startFaultyServer({
      behaviour: ({ received, send }) =>
        send({ status: 401, body: `no ${key} at ${received.path}` }),
    });
    const transport = createHttpTransport({
      url: `http://${key}.node.invalid/`,
      proxyFor: () => proxy.url,
    });
    try {
      const reply = await transport.request("eth_chainId", []);

      expect(proxy.received[0]?.path).to.include(key);
      expect(transport.endpoint).to.equal("http://***.node.invalid");
      expect(reply)
        .to.have.property("reason")
        .that.matches(/the response is text \(\d+ bytes\)$/);
      expect(inspect(reply, { showHidden: true })).not.to.include(key);
    } finally {
      await transport.close();
      await proxy.close();
    }
  });
});
