import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";

import { HARDHAT_CLI } from "../../scripts/paths.ts";
import { startChainNode } from "../support/chain-node.ts";
import { createProject } from "../support/cli.ts";
import { NO_PROXIES } from "../support/forward-proxy.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { startFrontServer } from "../support/node-model/server.ts";
import { silent, startSilentPeer } from "../support/node-model/silent-peers.ts";
import { startLiveNetwork, urlVariables } from "./live-network.ts";
import { configWith } from "./run-alpha.ts";

/** Far above the time of a run that ends by Ctrl-C, far below the networks' limit. */
const WATCHDOG_MS = 40_000;
const CONFIG = configWith(`{ forks: true, networks: {
  devnet: { startBlock: 0, hardhat: { timeout: 300_000 } } } }`);
const CTRL_C = "\u0003";

/** Whether this machine has util-linux's script, which gives a program a terminal. */
const hasTerminal =
  spawnSync("script", ["-qec", "test -t 1", "/dev/null"], {
    env: { ...process.env, SHELL: "/bin/sh" },
  }).status === 0;

interface WatchEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** Starts `alpha status --watch` on a terminal of its own. */
function startWatch(
  cwd: string,
  names: readonly string[],
  env: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly ended: Promise<WatchEnd> } {
  const command = [
    process.execPath,
    HARDHAT_CLI,
    "alpha",
    "status",
    ...names,
    "--watch",
  ];
  const child = spawn(
    "script",
    // A shell that stayed between the two would end by Ctrl-C with a code of its own.
    [
      "-qec",
      `exec ${command.map((word) => `'${word}'`).join(" ")}`,
      "/dev/null",
    ],
    {
      cwd,
      env: {
        ...guardedEnvironment(process.env),
        SHELL: "/bin/sh",
        ...NO_PROXIES,
        // Hardhat's own request for its banner would wait for the proxy, too.
        CI: "true",
        ...env,
      },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: WATCHDOG_MS,
      killSignal: "SIGKILL",
    },
  );
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = once(child, "close").then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    output,
  }));
  return { child, ended };
}

describe("alpha status --watch on a terminal, ended by Ctrl-C", function () {
  this.timeout(2 * WATCHDOG_MS);

  before(function () {
    if (!hasTerminal) {
      this.skip();
    }
  });

  /** How a run ends by Ctrl-C, which is pressed when `moment` has come. */
  async function interrupt(
    name: string,
    env: Readonly<Record<string, string>>,
    moment: (child: ChildProcess) => Promise<unknown>,
  ): Promise<WatchEnd> {
    using project = createProject(CONFIG);

    const { child, ended } = startWatch(project.root, [name], env);
    await Promise.race([moment(child), ended]);
    child.stdin?.write(CTRL_C);
    return await ended;
  }

  for (const [what, envOf] of [
    [
      "a node that never answered",
      (peer: string) => urlVariables({ devnet: peer }),
    ],
    [
      "a proxy that never answers CONNECT",
      (peer: string) => ({
        ...urlVariables({ devnet: "https://node.invalid" }),
        HTTPS_PROXY: peer,
      }),
    ],
  ] as const) {
    it(`given ${what}, then it ends at once with 0, before the time limit`, async () => {
      const connected = Promise.withResolvers<void>();
      await using peer = await startSilentPeer(silent, () =>
        connected.resolve(),
      );

      const env = envOf(`http://127.0.0.1:${peer.port}`);
      const { code, signal } = await interrupt(
        "devnet",
        env,
        () => connected.promise,
      );

      expect([code, signal]).to.deep.equal([0, null]);
    });
  }

  it("given a node that answered, and then no more, then it ends at once with the code of the last status", async () => {
    const gate = createGate();
    // Its block is years old: the status is stale.
    await using node = await startChainNode({
      chainId: 32456,
      isSilent: () => gate.isShut(),
    });

    const { code, signal, output } = await interrupt(
      "devnet",
      urlVariables({ devnet: node.url }),
      (child) => shutAfterStatus(child, gate),
    );

    expect(output).to.contain("stale");
    expect([code, signal], output).to.deep.equal([1, null]);
  });

  it("given a fork and a node that answered, and then no more, then it ends with the code of the last status", async () => {
    await using live = await startLiveNetwork("devnet");
    const gate = createGate();
    await using front = await startFrontServer(live.url, async ({ closed }) => {
      if (gate.isShut()) {
        await closed;
      }
      return undefined;
    });

    const { code, signal, output } = await interrupt(
      "devnetFork",
      urlVariables({ devnet: front.url }),
      (child) => shutAfterStatus(child, gate),
    );

    expect(output).to.contain("in-process");
    expect([code, signal], output).to.deep.equal([0, null]);
  });
});

/** Shuts a node when a status is on the terminal, until it is asked in vain. */
async function shutAfterStatus(
  child: ChildProcess,
  gate: ReturnType<typeof createGate>,
): Promise<void> {
  await isShown(child);
  gate.shut();
  await gate.isAsked;
}

/** Resolves when a status is on the terminal. */
async function isShown(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let shown = "";
  child.stdout?.on("data", (text: string) => {
    shown += text;
    if (/Press Ctrl-C/.test(shown)) {
      resolve();
    }
  });
  await promise;
}

/** Whether a node still answers. */
function createGate() {
  const { promise: isAsked, resolve } = Promise.withResolvers<void>();
  let isClosed = false;
  return {
    shut: () => {
      isClosed = true;
    },
    /** Whether a request stays without an answer; then `isAsked` resolves. */
    isShut: () => {
      if (isClosed) {
        resolve();
      }
      return isClosed;
    },
    isAsked,
  };
}
