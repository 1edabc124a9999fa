import { expect } from "chai";

import { runNode } from "./run-node.ts";

const GUARD = new URL("./loopback-only.mjs", import.meta.url).href;

/** Every request that Node hands to the system for the network, by type. */
const OBSERVER = `
  import { createHook } from "node:async_hooks";
  import { execFile } from "node:child_process";
  import dgram from "node:dgram";
  import dns from "node:dns";
  import http from "node:http";
  import net from "node:net";
  import tls from "node:tls";
  import { promisify } from "node:util";
  import { Worker } from "node:worker_threads";
  import undici from "undici";
  const asked = [];
  createHook({
    init(_id, type) {
      if (/^(TCPCONNECT|UDPSEND|GETADDRINFOREQ|GETNAMEINFOREQ|QUERY)/.test(type)) {
        asked.push(type);
      }
    },
  }).enable();
  const closed = (socket) => new Promise((resolve, reject) => {
    socket.once("error", reject).once("connect", resolve);
  });
`;

/** What some code answers, in a process of its own, and what it wrote to stderr. */
async function run(code: string, guard = `--import=${GUARD}`) {
  const { stdout, stderr } = await runNode(
    ["--input-type=module", "--eval", `${OBSERVER} let answer; ${code}`],
    { env: { NODE_OPTIONS: guard }, timeout: 20_000 },
  );
  return { answer: JSON.parse(stdout), stderr };
}
const REPORT = "console.log(JSON.stringify(answer)); process.exit();";

/** Ways to reach another host, which is named in the error. */
const WAYS: readonly (readonly [way: string, host: string])[] = [
  ['closed(net.connect(8545, "192.0.2.1"))', "192.0.2.1:8545"],
  ['closed(net.connect(8545, "2001:db8::1"))', "2001:db8::1:8545"],
  ['closed(net.connect(8545, "0.0.0.0"))', "0.0.0.0:8545"],
  ['closed(net.connect(8545, "127.0.0.1.com"))', "127.0.0.1.com:8545"],
  [
    'closed(net.connect({ port: 1, host: "localhost", lookup: (name, options, done) => done(null, [{ address: "192.0.2.1", family: 4 }]) }))',
    "localhost at 192.0.2.1",
  ],
  ['closed(tls.connect({ port: 1, host: "192.0.2.1" }))', "192.0.2.1:1"],
  ['closed(http.get("http://node.example/"))', "node.example:80"],
  ['fetch("https://node.example/")', "node.example:443"],
  ['undici.request("http://192.0.2.1:8545/")', "192.0.2.1:8545"],
  ['dgram.createSocket("udp4").send("x", 53, "192.0.2.1")', "192.0.2.1"],
  ['dgram.createSocket("udp4").connect(53, "192.0.2.1")', "192.0.2.1:53"],
  ['promisify(dns.lookup)("node.example")', "node.example"],
  ['dns.promises.resolve4("node.example")', "node.example"],
  ['new dns.promises.Resolver().resolveTxt("node.example")', "node.example"],
  ['dns.promises.reverse("192.0.2.1")', "192.0.2.1"],
];

describe("the loopback guard", () => {
  it("given any way to another host, then it is refused by name, and nothing is sent", async () => {
    const { answer, stderr } = await run(`answer = [];
      for (const way of [${WAYS.map(([way]) => `async () => await ${way}`)}]) {
        const error = await way().catch((thrown) => thrown.cause ?? thrown);
        answer.push([error?.code, error?.message, asked.splice(0)]);
      } ${REPORT}`);

    for (const [index, [way, host]] of WAYS.entries()) {
      const [code, message, asked] = answer[index];
      expect([code, asked], way).to.deep.equal(["ERR_NOT_LOOPBACK", []]);
      expect(message, way).to.include(`${host} (`);
      expect(stderr, way).to.include(`${host} (`);
    }
  });

  it("given no guard, then a request is seen (so that the test above can fail)", async () => {
    const ask = 'await closed(net.connect(1, "127.0.0.1")).catch(() => {});';
    const { answer } = await run(`${ask} answer = asked; ${REPORT}`, "");

    expect(answer).to.deep.equal(["TCPCONNECTWRAP"]);
  });

  it("given a worker thread and a child process, then they are refused too; the quiet form says nothing on stderr", async () => {
    const { answer, stderr } = await run(
      `const ask = 'fetch("http://192.0.2.1/").catch((error) => console.log(error.cause.code))';
      const { stdout } = new Worker(ask, { eval: true, stdout: true });
      const fromWorker = await new Promise((resolve) => stdout.setEncoding("utf8").once("data", resolve));
      const fromChild = await promisify(execFile)(process.execPath, ["--eval", ask]);
      answer = [fromWorker.trim(), fromChild.stdout.trim()]; ${REPORT}`,
      `--import=${GUARD}?quiet`,
    );

    expect(answer).to.deep.equal(["ERR_NOT_LOOPBACK", "ERR_NOT_LOOPBACK"]);
    expect(stderr).to.equal("");
  });
});
