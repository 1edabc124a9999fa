import { type ChildProcess, spawnSync } from "node:child_process";
import { on } from "node:events";
import { expect } from "chai";

import { startChainNode } from "../support/chain-node.ts";
import { createProject } from "../support/cli.ts";
import { NO_PROXIES } from "../support/forward-proxy.ts";
import { silent, startSilentPeer } from "../support/node-model/silent-peers.ts";
import { type EdgeEnd, startEdge } from "./edge-process.ts";
import { urlVariables } from "./live-network.ts";
import { configWith } from "./run-alpha.ts";

const CONFIG = configWith(`{ networks: {
  devnet: { startBlock: 0, hardhat: { timeout: 300_000 } } } }`);
const CTRL_C = "\u0003";
/** Runs a program on a terminal of its own; a shell in between would end by Ctrl-C. */
const ON_TERMINAL = ["sh", "-c", 'exec script -qec "exec $*" /dev/null', "sh"];

/** Whether this machine has util-linux's script, which gives a program a terminal. */
const hasTerminal =
  spawnSync("script", ["-qec", "test -t 1", "/dev/null"], {
    env: { ...process.env, SHELL: "/bin/sh" },
  }).status === 0;

describe("alpha status --watch on a terminal, ended by Ctrl-C", function () {
  this.timeout(60_000);

  before(function () {
    if (!hasTerminal) {
      this.skip();
    }
  });

  /** How a run ends by Ctrl-C, which is pressed when `moment` has come. */
  async function interrupt(
    env: Readonly<Record<string, string>>,
    moment: (child: ChildProcess) => Promise<unknown>,
  ): Promise<EdgeEnd> {
    using project = createProject(CONFIG);

    const { child, ended } = startEdge(
      ["alpha", "status", "devnet", "--watch"],
      {
        cwd: project.root,
        // Hardhat's own request for its banner would wait for the proxy, too.
        env: { SHELL: "/bin/sh", ...NO_PROXIES, CI: "true", ...env },
        stdio: ["pipe", "pipe", "ignore"],
        through: ON_TERMINAL,
      },
    );
    await Promise.race([moment(child), ended]);
    child.stdin?.write(CTRL_C);
    return await ended;
  }

  it("given a proxy that never answers CONNECT, then it ends at once with 2, before the time limit", async () => {
    const connected = Promise.withResolvers<void>();
    await using peer = await startSilentPeer(silent, () => connected.resolve());

    const { code, signal } = await interrupt(
      {
        ...urlVariables({ devnet: "https://node.invalid" }),
        HTTPS_PROXY: `http://127.0.0.1:${peer.port}`,
      },
      () => connected.promise,
    );

    expect([code, signal]).to.deep.equal([2, null]);
  });

  it("given a node that answered, and then no more, then it ends at once with the code of the last status", async () => {
    const asked = Promise.withResolvers<void>();
    let isSilent = false;
    // Its block is years old: the status is stale.
    await using node = await startChainNode({
      chainId: 32456,
      isSilent: () => {
        if (isSilent) {
          asked.resolve();
        }
        return isSilent;
      },
    });

    const { code, signal, stdout } = await interrupt(
      urlVariables({ devnet: node.url }),
      async (child) => {
        await isShown(child);
        isSilent = true;
        await asked.promise;
      },
    );

    expect(stdout).to.contain("stale");
    expect([code, signal], stdout).to.deep.equal([1, null]);
  });
});

/** Resolves when a status is on the terminal. */
async function isShown(child: ChildProcess): Promise<void> {
  let shown = "";
  for await (const text of on(child.stdout ?? child, "data")) {
    shown += text;
    if (/Press Ctrl-C/.test(shown)) {
      return;
    }
  }
}
