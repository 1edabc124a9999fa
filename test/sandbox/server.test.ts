import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { expect } from "chai";
import { WebSocket } from "ws";
import {
  type ServerAccess,
  whyRejected,
} from "../../src/sandbox/server/rpc-server.ts";
import {
  type SandboxServer,
  serveSandboxes,
} from "../../src/sandbox/start-sandboxes.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { ATTACKS, attack } from "../support/served-chain-attacks.ts";

const ACCOUNT = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const PORTAL = "https://portal.example:3000";
const JSON_TYPE = { "content-type": "application/json" };

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

describe("a served sandbox", () => {
  let served: Awaited<ReturnType<typeof serveSandboxes<SandboxServer>>>;
  let url: string;
  /** Hardhat's own server of the same kind of chain. */
  let hardhat: { readonly url: string; close(): Promise<void> };
  before(async () => {
    const hre = await createAlphaHre();
    served = await serveSandboxes(
      hre.network,
      [{ hardhatNetwork: "devnetSandbox", port: 0 }],
      { hostname: "127.0.0.1", allowedOrigins: [PORTAL] },
    );
    [{ url } = { url: "" }] = served.served;
    const server = await hre.network.createServer(
      "devnetSandbox",
      "127.0.0.1",
      0,
    );
    const { port } = await server.listen();
    hardhat = {
      url: `http://127.0.0.1:${port}`,
      close: async () => await server.close(),
    };
  });
  after(async () => {
    await served.close();
    await hardhat.close();
  });

  const send = async (
    body: string | Buffer,
    headers: Readonly<Record<string, string>> = JSON_TYPE,
    { method = "POST", to = url } = {},
  ): Promise<Answer> =>
    await new Promise((resolve, reject) => {
      const sent = httpRequest(to, { method, headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) {
          chunks.push(chunk);
        }
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        });
      });
      // The server may close before all of a body is sent.
      sent.on("error", reject);
      sent.end(body);
    });
  const rpc = (method: string, params: readonly unknown[] = []): string =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

  describe("answers as Hardhat's own server does", () => {
    for (const [title, body] of [
      [
        "a call that reverts",
        rpc("eth_call", [
          {
            to: "0x1d535147A97bd87c8443125376E6671B60556E07",
            data: "0xdeadbeef",
          },
          "latest",
        ]),
      ],
      [
        "a transaction that fails",
        rpc("eth_sendTransaction", [
          { from: ACCOUNT, to: null, data: "0xfe", gas: "0x186a0" },
        ]),
      ],
      [
        "a batch",
        `[${rpc("eth_chainId")},${rpc("eth_nothing")},${rpc("net_version")}]`,
      ],
    ] as const) {
      it(`given ${title}`, async () => {
        const [ours, theirs] = [
          await send(body),
          await send(body, JSON_TYPE, { to: hardhat.url }),
        ];

        expect(JSON.parse(ours.body)).to.deep.equal(JSON.parse(theirs.body));
        expect(ours.status).to.equal(theirs.status);
      });
    }
  });

  for (const each of ATTACKS) {
    it(`given ${each.title}, then it is rejected, and the server answers on`, async () => {
      const lines: unknown[] = [];
      const { log } = console;
      console.log = (...args) => lines.push(args);
      try {
        const node = {
          url,
          output: () => lines.join("\n"),
          hasEnded: () => false,
        };
        expect(await attack(each, node)).to.equal("rejected");
      } finally {
        await send(rpc("hardhat_setLoggingEnabled", [false]));
        console.log = log;
      }
    });
  }

  describe("given a web page", () => {
    it("of this machine or of an allowed origin, then it may use the sandbox", async () => {
      for (const origin of ["http://localhost:3000", PORTAL]) {
        const preflight = await send(
          "",
          { origin, "access-control-request-method": "POST" },
          { method: "OPTIONS" },
        );
        expect(preflight.status).to.equal(204);
        const { status, headers } = await send(rpc("eth_chainId"), {
          ...JSON_TYPE,
          origin,
        });

        expect(status).to.equal(200);
        expect(headers["access-control-allow-origin"]).to.equal(origin);
      }
    });
  });

  describe("given invalid requests", () => {
    for (const [title, body, code] of [
      ["that is not JSON", "{", -32700],
      ["without an id", '{"jsonrpc":"2.0","method":"eth_chainId"}', -32600],
      [
        "of a batch that is too long",
        JSON.stringify(Array(1_001).fill({})),
        -32600,
      ],
      [
        "whose parameters are no list",
        '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":{}}',
        -32600,
      ],
    ] as const) {
      it(`${title}, then the error is ${code}`, async () => {
        expect(JSON.parse((await send(body)).body).error.code).to.equal(code);
      });
    }

    for (const [title, status, body, headers] of [
      ["of 11 MB", 413, Buffer.alloc(11_000_000, " "), JSON_TYPE],
      [
        "with a type that pages may send unasked",
        415,
        rpc("evm_mine"),
        { "content-type": "text/plain" },
      ],
    ] as const) {
      it(`${title}, then the status is ${status}, and the server answers on`, async () => {
        const answer = await send(body, headers).catch(() => ({ status }));

        expect(answer.status).to.equal(status);
        const { body: chainId } = await send(rpc("eth_chainId"));
        expect(JSON.parse(chainId)).to.include({ result: "0x7ec8" });
      });
    }
  });

  describe("given a WebSocket", () => {
    const open = async (): Promise<WebSocket> => {
      const client = new WebSocket(url.replace("http", "ws"));
      await once(client, "open");
      return client;
    };
    const ask = async (client: WebSocket, text: string) => {
      const answered = once(client, "message");
      client.send(text);
      const [data] = await answered;
      return JSON.parse(String(data));
    };

    it("answers requests and batches", async () => {
      const client = await open();

      expect(await ask(client, rpc("eth_chainId"))).to.include({
        result: "0x7ec8",
      });
      expect(await ask(client, `[${rpc("eth_chainId")}]`)).to.have.length(1);
      client.terminate();
    });

    it("tells a client what it has subscribed to, and nobody else", async () => {
      const [one, other] = [await open(), await open()];
      const seen: string[] = [];
      other.on("message", (data) => seen.push(String(data)));
      const { result } = await ask(one, rpc("eth_subscribe", ["newHeads"]));
      const notified = once(one, "message");
      await send(rpc("evm_mine"));
      const [data] = await notified;

      expect(JSON.parse(String(data))).to.have.nested.property(
        "params.subscription",
        result,
      );
      expect(seen).to.deep.equal([]);
      one.terminate();
      other.terminate();
    });
  });
});

describe("whyRejected", () => {
  const on = (hostname: string): ServerAccess => ({
    hostname,
    allowedOrigins: [],
  });
  for (const [host, origin, hostname, isAllowed] of [
    ["127.0.0.1:8545", undefined, "127.0.0.1", true],
    ["127.0.0.1:8545", "http://127.0.0.1:5173", "127.0.0.1", true],
    ["127.0.0.1:8545", "http://localhost.evil.example", "127.0.0.1", false],
    ["127.0.0.1:8545", "http://127.evil.example", "127.0.0.1", false],
    ["127.0.0.1:8545", "http://localhost:5173", "127.0.0.1", true],
    ["127.0.0.1:8545", "null", "127.0.0.1", false],
    ["127.0.0.1:8545", "chrome-extension://nkbihfbe", "127.0.0.1", true],
    ["127.0.0.1:8545", "https://chrome-extension", "127.0.0.1", false],
    ["evil.example:8545", undefined, "127.0.0.1", false],
    ["sandbox:8545", undefined, "127.0.0.1", false],
    ["[::1]:8545", undefined, "::1", true],
    [undefined, undefined, "127.0.0.1", false],
    ["evil@127.0.0.1:8545", undefined, "127.0.0.1", false],
    ["evil.example:x@127.0.0.1", undefined, "127.0.0.1", false],
    ["127.0.0.1/evil.example", undefined, "127.0.0.1", false],
    ["127.0.0.1#evil.example", undefined, "0.0.0.0", false],
    ["devbox.lan:8545", undefined, "devbox.lan", true],
    ["192.168.1.5:8545", undefined, "0.0.0.0", true],
    ["sandbox:8545", undefined, "0.0.0.0", true],
    ["evil.example:8545", undefined, "0.0.0.0", false],
    ["sandbox:8545", "http://evil.example", "0.0.0.0", false],
  ] as const) {
    it(`given Host ${host} and Origin ${origin} on ${hostname}, then it is ${isAllowed ? "allowed" : "rejected"}`, () => {
      const rejected = whyRejected({ host, origin }, on(hostname));

      expect(rejected === undefined).to.equal(isAllowed);
    });
  }

  for (const [origin, draft, isAllowed] of [
    [undefined, "http://evil.example", false],
    ["http://localhost:5173", "http://evil.example", false],
    ["http://evil.example", "http://localhost:5173", false],
    [undefined, "http://localhost:5173", true],
  ] as const) {
    it(`given Origin ${origin} and Sec-WebSocket-Origin ${draft}, then it is ${isAllowed ? "allowed" : "rejected"}`, () => {
      const headers = {
        host: "127.0.0.1:8545",
        origin,
        "sec-websocket-origin": draft,
      };

      expect(whyRejected(headers, on("127.0.0.1")) === undefined).to.equal(
        isAllowed,
      );
    });
  }
});
