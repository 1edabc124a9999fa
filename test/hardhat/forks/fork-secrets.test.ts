import { rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { HIDDEN_TEXT } from "../../../src/base/untrusted-text.ts";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { listen } from "../../support/listen.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const KEY = "a-key-nobody-shall-see-0123456789";
const HEADER = "a-header-nobody-shall-see-0123456789";

/** What the node says of a request from some moment on: its URL and header. */

/** A node that answers as `upstream` does until it refuses, which is to repeat. */
interface RepeatingNode {
  readonly url: string;
  /** How many requests are still answered. */
  answer(count: number): void;
  readonly server: Server;
}

async function startRepeatingNode(upstream: string): Promise<RepeatingNode> {
  let left = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (left-- > 0) {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(upstream, { method: "POST", headers, body });
      response.end(await reply.text());
      return;
    }
    const { id }: { id: number } = JSON.parse(body);
    const message = `no access for ${request.url} ${request.headers["x-key"]}`;
    response.end(
      JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message } }),
    );
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1/${KEY}?k=${KEY}`,
    answer: (count) => {
      left = count;
    },
    server,
  };
}

async function withRepeatingNode(
  test: (hre: HardhatRuntimeEnvironment, node: RepeatingNode) => Promise<void>,
): Promise<void> {
  const chain = await (await createAlphaHre()).network.createServer(
    "devnetSandbox",
    "127.0.0.1",
    0,
  );
  const { port } = await chain.listen();
  const node = await startRepeatingNode(`http://127.0.0.1:${port}`);
  try {
    const hre = await createAlphaHre({
      alpha: {
        forks: true,
        networks: {
          devnet: {
            url: node.url,
            hardhat: { httpHeaders: { "X-Key": HEADER } },
          },
        },
      },
    });
    await test(hre, node);
  } finally {
    // The simulator keeps the sockets of a fork open for as long as it pleases.
    chain.close().catch(() => {});
    node.server.closeAllConnections();
    node.server.close();
  }
}

function expectNoSecret(said: string): void {
  expect(said).to.include(HIDDEN_TEXT);
  expect(said).not.to.include(KEY);
  expect(said).not.to.include(HEADER);
}

describe("a fork of a node that repeats the URL and headers in its errors", () => {
  after(() => {
    rmSync(join(ROOT, "cache/edr-fork-cache/devnet"), {
      recursive: true,
      force: true,
    });
  });

  it("given one that refuses once it was asked what it is, then the error has no secret", async () => {
    await withRepeatingNode(async (hre, node) => {
      node.answer(2);

      expectNoSecret(
        await pluginMessageOf(() => hre.network.create("devnetFork")),
      );
    });
  });

  it("given one that refuses later, then a wait and verify have no secret", async () => {
    await withRepeatingNode(async (hre, node) => {
      node.answer(Number.POSITIVE_INFINITY);
      const connection = await hre.network.create("devnetFork");
      try {
        node.answer(0);
        expectNoSecret(
          await pluginMessageOf(async () =>
            connection.alpha?.waitForTransaction(`0x${"ab".repeat(32)}`, {
              pollingTimeout: 300,
            }),
          ),
        );
        expectNoSecret(
          JSON.stringify(await connection.alpha?.verify(), (_key, value) =>
            typeof value === "bigint" ? String(value) : value,
          ),
        );
      } finally {
        await connection.close();
      }
    });
  });
});
