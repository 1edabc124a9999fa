import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect } from "chai";

const GUARD = new URL("./loopback-only.mjs", import.meta.url).href;

/** Every request that Node hands to the system for the network, by type. */
const OBSERVER = `
  import { createHook } from "node:async_hooks";
  import dgram from "node:dgram";
  import dns from "node:dns";
  import http from "node:http";
  import http2 from "node:http2";
  import https from "node:https";
  import net from "node:net";
  import tls from "node:tls";
  import { promisify } from "node:util";
  import undici from "undici";
  globalThis.asked = [];
  createHook({
    init(_id, type) {
      if (/^(TCPCONNECT|UDPSEND|GETADDRINFOREQ|GETNAMEINFOREQ|QUERY)/.test(type)) {
        asked.push(type);
      }
    },
  }).enable();
`;

const REPORT = `
  const chain = [];
  for (let cause = failure; cause; cause = cause.cause) chain.push(cause);
  console.log(JSON.stringify({
    asked,
    codes: chain.map((error) => error.code),
    messages: chain.map((error) => error.message),
    answer,
  }));
  process.exit();
`;

interface Attempt {
  readonly asked: readonly string[];
  readonly codes: readonly (string | undefined)[];
  readonly messages: readonly string[];
  readonly answer?: unknown;
  readonly stderr: string;
}

/** Runs `code` (sets `answer`, may throw) in a process of its own. */
async function attempt(
  code: string,
  guard: string | undefined = GUARD,
): Promise<Attempt> {
  const script = `${OBSERVER} let failure; let answer;
    try { ${code} } catch (error) { failure = error; } ${REPORT}`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    {
      env: {
        ...(guard === undefined ? {} : { NODE_OPTIONS: `--import=${guard}` }),
      },
      timeout: 20_000,
    },
  );
  return { ...JSON.parse(stdout), stderr };
}

const untilClosed = (opening: string) => `
  const socket = ${opening};
  await new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", resolve);
  });`;

/** Ways to reach another host, which is named in the error. */
const REFUSED: readonly (readonly [way: string, host: string, code: string])[] =
  [
    ...[
      ["an address", "192.0.2.1"],
      ["an IPv6 address", "2001:db8::1"],
      ["a name", "node.example"],
      ["the unspecified address", "0.0.0.0"],
      ["a name that only looks like loopback", "127.0.0.1.example"],
    ].map(
      ([way, host]) =>
        [
          `net.connect to ${way}`,
          `${host}:8545`,
          untilClosed(`net.connect(8545, "${host}")`),
        ] as const,
    ),
    [
      "net.connect to localhost with a look-up that leads elsewhere",
      "localhost at 192.0.2.1",
      `const lookup = (name, options, callback) => options.all
        ? callback(null, [{ address: "192.0.2.1", family: 4 }])
        : callback(null, "192.0.2.1", 4);
      ${untilClosed('net.connect({ port: 8545, host: "localhost", lookup })')}`,
    ],
    [
      "tls.connect",
      "192.0.2.1:443",
      untilClosed(
        'tls.connect({ port: 443, host: "192.0.2.1", servername: "node.example" })',
      ),
    ],
    [
      "http.request",
      "node.example:80",
      `await new Promise((resolve, reject) => {
        const request = http.request("http://node.example/", { method: "POST" }, resolve);
        request.once("error", reject).end("{}");
      });`,
    ],
    [
      "https.get",
      "192.0.2.1:443",
      `await new Promise((resolve, reject) => {
        https.get("https://192.0.2.1/", resolve).once("error", reject);
      });`,
    ],
    [
      "http2.connect",
      "node.example:443",
      untilClosed('http2.connect("https://node.example/")'),
    ],
    [
      "fetch",
      "node.example:443",
      'answer = await fetch("https://node.example/");',
    ],
    [
      "undici",
      "192.0.2.1:8545",
      'answer = await undici.request("http://192.0.2.1:8545/", { method: "POST", body: "{}" });',
    ],
    [
      "Hardhat's own HTTP client",
      "node.example:443",
      `const { getRequest } = await import("@nomicfoundation/hardhat-utils/request");
      answer = await getRequest("https://node.example/");`,
    ],
    [
      "dgram send",
      "192.0.2.1",
      'dgram.createSocket("udp4").send("x", "53", "192.0.2.1");',
    ],
    [
      "dgram send of a slice",
      "node.example",
      'dgram.createSocket("udp4").send("xyz", 0, 1, 53, "node.example", () => {});',
    ],
    [
      "dgram connect",
      "192.0.2.1:53",
      'dgram.createSocket("udp4").connect(53, "192.0.2.1");',
    ],
    [
      "dns.lookup",
      "node.example",
      'await promisify((callback) => dns.lookup("node.example", { all: true }, callback))();',
    ],
    [
      "dns.resolve4",
      "node.example",
      'await promisify((callback) => dns.resolve4("node.example", callback))();',
    ],
    [
      "dns.promises.lookup",
      "node.example",
      'answer = await dns.promises.lookup("node.example");',
    ],
    [
      "a resolver of its own",
      "node.example",
      'answer = await new dns.promises.Resolver().resolveTxt("node.example");',
    ],
    [
      "a reverse look-up",
      "192.0.2.1",
      'answer = await dns.promises.reverse("192.0.2.1");',
    ],
  ];

const LISTEN = `
  const server = http.createServer((_request, response) => response.end("here"));`;

/** Every way, one after the other in one process: how each ended, in order. */
const ALL_WAYS = `
  answer = [];
  for (const way of [${REFUSED.map(
    ([, , code]) => `async () => { let answer; ${code} return answer; }`,
  ).join(",")}]) {
    const ended = await way().then(
      (given) => ({ answer: given }),
      (error) => ({
        code: error.code ?? error.cause?.code,
        messages: [error.message, error.cause?.message],
      }),
    );
    answer.push({ ...ended, asked: asked.splice(0) });
  }`;

describe("the loopback guard", () => {
  let all: Attempt;
  before(async () => {
    all = await attempt(ALL_WAYS);
  });

  for (const [index, [way, host]] of REFUSED.entries()) {
    it(`given ${way}, when the host is not loopback, then it is refused by name and nothing is sent`, () => {
      const { answer, asked, code, messages } = Object(all.answer)[index];

      expect(answer).to.equal(undefined);
      expect(asked).to.eql([]);
      expect(code).to.equal("ERR_NOT_LOOPBACK");
      expect(messages.join("\n")).to.include(`${host} (`);
      expect(all.stderr).to.include(`${host} (`);
    });
  }

  it("given no guard, when a loopback port is asked, then the observer sees the request (so that the tests above can fail)", async () => {
    const { asked } = await attempt(
      `${untilClosed('net.connect(1, "127.0.0.1")')}`,
      undefined,
    );

    expect(asked).to.eql(["TCPCONNECTWRAP"]);
  });

  for (const host of ["127.0.0.1", "127.8.8.8", "localhost", "LOCALHOST"]) {
    it(`given a server on this machine, when ${host} is asked by fetch, undici and http, then it answers`, async () => {
      const { answer, messages } = await attempt(`${LISTEN}
        await new Promise((resolve) => server.listen(0, "${host}", resolve));
        const url = "http://${host}:" + server.address().port + "/";
        answer = [
          await (await fetch(url)).text(),
          await (await undici.request(url)).body.text(),
          await new Promise((resolve, reject) => http.get(url, (response) => {
            response.setEncoding("utf8").once("data", resolve);
          }).once("error", reject)),
        ];`);

      expect(messages).to.eql([]);
      expect(answer).to.eql(["here", "here", "here"]);
    });
  }

  it("given a unix socket, when it is connected to, then it is let through", async function () {
    if (process.platform === "win32") {
      this.skip();
    }
    const { answer, messages } = await attempt(`${LISTEN}
      const { mkdtempSync, rmSync } = await import("node:fs");
      const folder = mkdtempSync((await import("node:os")).tmpdir() + "/loopback-only-");
      try {
        await new Promise((resolve) => server.listen(folder + "/socket", resolve));
        answer = await new Promise((resolve, reject) => {
          http.get({ socketPath: folder + "/socket", path: "/" }, (response) => {
            response.setEncoding("utf8").once("data", resolve);
          }).once("error", reject);
        });
      } finally {
        rmSync(folder, { recursive: true });
      }`);

    expect(messages).to.eql([]);
    expect(answer).to.equal("here");
  });

  it("given datagrams to this machine, when they are sent in each form, then they arrive", async () => {
    const { answer, messages } = await attempt(`
      const receiver = dgram.createSocket("udp4");
      await new Promise((resolve) => receiver.bind(0, "127.0.0.1", resolve));
      const received = [];
      const both = new Promise((resolve) => receiver.on("message", (message) => {
        if (received.push(String(message)) === 2) resolve();
      }));
      const { port } = receiver.address();
      const sender = dgram.createSocket("udp4");
      sender.send("a", port, "127.0.0.1");
      sender.send("xbx", 1, 1, port, "localhost", () => {});
      await both;
      answer = received.sort();`);

    expect(messages).to.eql([]);
    expect(answer).to.eql(["a", "b"]);
  });

  it("given an address that this machine has not, when a server is to listen there, then the system says so", async () => {
    const { answer, messages } = await attempt(`
      answer = await new Promise((resolve) => {
        net.createServer().once("error", ({ code }) => resolve(code)).listen(0, "192.0.2.1");
      });`);

    expect(messages).to.eql([]);
    expect(answer).to.equal("EADDRNOTAVAIL");
  });

  it("given util.promisify, when localhost is looked up, then the answer has Node's own shape", async () => {
    const { answer } = await attempt(`
      answer = Object.keys(await promisify(dns.lookup)("localhost")).sort();`);

    expect(answer).to.eql(["address", "family"]);
  });

  it("given a worker thread and a child process, when they connect elsewhere, then they are refused too", async () => {
    const { answer } = await attempt(`
      const { Worker } = await import("node:worker_threads");
      const { execFile } = await import("node:child_process");
      const ask = 'fetch("http://192.0.2.1/").catch((error) => console.log(error.cause.code))';
      const worker = new Worker(ask, { eval: true, stdout: true });
      const fromWorker = new Promise((resolve) => worker.stdout.setEncoding("utf8").once("data", resolve));
      const fromChild = new Promise((resolve) => {
        execFile(process.execPath, ["--eval", ask], (_error, stdout) => resolve(stdout));
      });
      answer = [(await fromWorker).trim(), (await fromChild).trim()];`);

    expect(answer).to.eql(["ERR_NOT_LOOPBACK", "ERR_NOT_LOOPBACK"]);
  });

  it("given the quiet form, when a host is refused, then the error alone tells", async () => {
    const { codes, stderr } = await attempt(
      'answer = await fetch("https://node.example/");',
      `${GUARD}?quiet`,
    );

    expect(codes).to.include("ERR_NOT_LOOPBACK");
    expect(stderr).to.equal("");
  });
});
