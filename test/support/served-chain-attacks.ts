import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import type { NodeProcess } from "./node-process.ts";

/** A node, in a process of its own or in this one. */
type AttackedNode = Pick<NodeProcess, "url" | "output" | "hasEnded">;

export type AttackResult = "rejected" | "accepted" | "ends";

/** An attempt of a web page or of a broken client on a served chain. */
export interface Attack {
  readonly title: string;
  /** Whether it did what it is meant to do, as far as the process is still there. */
  succeeds(node: AttackedNode): Promise<boolean>;
}

const EVIL = "https://evil.example";
const ACCOUNT = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const JSON_TYPE = { "content-type": "application/json" };
const UPGRADE = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-version": "13",
};
const WAIT_MS = 250;
const MAX_WAIT_MS = 20_000;

const rpc = (method: string, params: readonly unknown[] = []) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

/** The body of the answer; empty if there is none. */
async function post(
  { url }: AttackedNode,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): Promise<string> {
  return await new Promise((resolve) => {
    // A connection of its own, since servers close those of rejected requests.
    const options = { method: "POST", headers, agent: false };
    const sent = httpRequest(url, options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("close", () => resolve(text));
      response.on("error", () => resolve(text));
    });
    sent.on("error", () => resolve(""));
    sent.end(body);
  });
}

async function changesBalance(
  node: AttackedNode,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  const balance = () => post(node, rpc("eth_getBalance", [ACCOUNT, "latest"]));
  const before = await balance();
  // Another one each time, so that attempts need no chain of their own.
  const other = before.includes('"0x1"') ? "0x2" : "0x1";
  await post(node, rpc("hardhat_setBalance", [ACCOUNT, other]), headers);
  return (await balance()) !== before;
}

/** The status line of a WebSocket's handshake; a frame is sent after it. */
async function openSocket(
  { url }: AttackedNode,
  headers: Readonly<Record<string, string>>,
  frame?: readonly number[],
): Promise<string> {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  const lines = Object.entries({ host, ...UPGRADE, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`GET / HTTP/1.1\r\n${lines.join("")}\r\n`);
  const [head] = await once(socket, "data");
  if (frame !== undefined) {
    socket.write(Buffer.from(frame));
    await Promise.race([once(socket, "close"), sleep(2_000)]);
  }
  socket.destroy();
  return String(head);
}

const withFrame = (title: string, frame: readonly number[]): Attack => ({
  title: `a WebSocket frame with ${title}`,
  succeeds: async (node) => !(await openSocket(node, {}, frame)),
});

export const ATTACKS: readonly Attack[] = [
  {
    title: "a page of another origin sets a balance, as `text/plain`",
    succeeds: async (node) =>
      await changesBalance(node, {
        origin: EVIL,
        "content-type": "text/plain",
      }),
  },
  {
    title: "the same as `application/json`, without a preflight request",
    succeeds: async (node) =>
      await changesBalance(node, { origin: EVIL, ...JSON_TYPE }),
  },
  {
    title: "a page whose name leads to this machine (DNS rebinding)",
    succeeds: async (node) =>
      await changesBalance(node, { host: "evil.example", ...JSON_TYPE }),
  },
  {
    title: "a page of another origin opens a WebSocket",
    succeeds: async (node) =>
      / 101 /.test(await openSocket(node, { origin: EVIL })),
  },
  {
    title: "a method name that writes to the terminal",
    async succeeds(node) {
      await post(node, rpc("hardhat_setLoggingEnabled", [true]));
      await post(node, rpc("eth_\u001b]0;owned\u0007"));
      await sleep(300);
      await post(node, rpc("hardhat_setLoggingEnabled", [false]));
      return node.output().includes("\u001b]0;owned");
    },
  },
  withFrame("a reserved bit", [0xc1, 0x80, 1, 2, 3, 4]),
  withFrame("invalid UTF-8", [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]),
  withFrame(
    "a length above 100 MiB",
    [0x81, 0xff, 0, 0, 0, 0, 7, 0, 0, 0, 1, 2, 3, 4],
  ),
  {
    title: "eight bodies of 110 MB at the same time",
    async succeeds(node) {
      const body = Buffer.alloc(110_000_000, " ");
      await Promise.all(Array.from({ length: 8 }, () => post(node, body)));
      return false;
    },
  },
  {
    title: "a batch of 5 000 requests",
    async succeeds(node) {
      const batch = Array(5_000).fill(rpc("eth_chainId"));
      return (await post(node, `[${batch}]`)).startsWith("[");
    },
  },
];

/** What comes of an attempt on a node. */
export async function attack(
  { succeeds }: Attack,
  node: AttackedNode,
): Promise<AttackResult> {
  const isSuccess = await succeeds(node).catch(() => false);
  for (let waited = 0; waited < MAX_WAIT_MS; waited += WAIT_MS) {
    if ((await post(node, rpc("eth_chainId"))).includes("result")) {
      return isSuccess ? "accepted" : "rejected";
    }
    if (node.hasEnded()) {
      return "ends";
    }
    await sleep(WAIT_MS);
  }
  throw new Error("the node neither answers nor ends");
}
