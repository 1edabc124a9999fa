import { inspect } from "node:util";
import { expect } from "chai";

import {
  createHttpTransport,
  type HttpTransportOptions,
} from "../../src/rpc/http-transport.ts";
import {
  CANARY,
  CANARY_HEADERS,
  canaryUrl,
  gossip,
  leaksOf,
} from "../support/canaries.ts";
import {
  type Behaviour,
  type Exchange,
  startFaultyServer,
} from "../support/faulty-server.ts";
import { ECHOES_OF_ANY } from "../support/rpc-echo-cases.ts";
import {
  ALL_FAULTS,
  altered,
  OVERSIZED_FAULTS,
  SLOW_FAULTS,
} from "../support/rpc-faults.ts";
import { withServer } from "../support/rpc-with-server.ts";

const secretUrl = ({ port }: { readonly port: number }) =>
  canaryUrl(`127.0.0.1:${port}`);

const TRANSPORT: Partial<HttpTransportOptions> = {
  headers: CANARY_HEADERS,
  attemptTimeoutMs: 150,
  retries: 0,
};

const heard = ({ received }: Exchange) =>
  gossip(received.path, received.headers);

const ECHOES: Readonly<Record<string, Behaviour>> = {
  ...ECHOES_OF_ANY,
  "text, secrets first": ({ send }) =>
    send({ body: `${CANARY.path.slice(0, 4)}\u200b${CANARY.plainQuery}` }),
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
  "a result": altered((answer, exchange) => ({
    ...answer,
    result: { [CANARY.token]: heard(exchange) },
  })),
};

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
          expect(leaksOf(reply)).to.deep.equal([]);
          expect(leaksOf(transport)).to.deep.equal([]);
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
          expect(leaksOf(reply), name).to.deep.equal([]);
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
          expect([...leaksOf(reply), ...leaksOf(second)]).to.deep.equal([]);
          expect(leaksOf(transport.endpoint)).to.deep.equal([]);
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
