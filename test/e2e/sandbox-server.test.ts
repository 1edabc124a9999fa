import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { expect } from "chai";
import { type Hex, isHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { createExample } from "../slow/examples/example-project.ts";
import { httpProvider } from "../support/anvil.ts";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { listen } from "../support/listen.ts";
import { PRESET } from "../support/preset.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import {
  type SandboxProcess,
  startSandboxProcess,
} from "../support/sandbox-process.ts";
import { configWith } from "./run-alpha.ts";

const MARKET = `0x${"11".repeat(20)}`;
const OTHER = { chainId: 1, Router: "0x01", list: { "1": "0x02" } };

describe("alpha sandbox", function () {
  this.timeout(60_000);

  let project: TemporaryProject;

  before(() => {
    project = createProject(configWith());
  });

  after(() => {
    project.remove();
  });

  describe("--all on free ports with an address file", () => {
    let server: SandboxProcess;
    let file: string;

    before(async () => {
      file = join(project.root, "address.json");
      writeFileSync(
        file,
        JSON.stringify(
          {
            other: OTHER,
            development: OTHER,
            "pontus-x-devnet": { chainId: 32456, Market: MARKET },
          },
          null,
          4,
        ),
      );
      chmodSync(file, 0o640);
      server = await startSandboxProcess(
        "--all --port 0 --address-file address.json --accounts".split(" "),
        { cwd: project.root },
      );
    });

    after(async () => {
      await server.end("SIGKILL");
    });

    it("prints the accounts that the chain has, each with its key, once for the three", async () => {
      const { request } = httpProvider(server.urls.get("devnet") ?? "");
      const printed = [
        ...server.stdout.matchAll(
          /^Account #\d+: (0x\w{40}) \((\d+) EURAU\/GX\)\nPrivate Key: (0x\w{64})$/gm,
        ),
      ];

      expect(server.stdout).to.contain("Accounts of devnet, testnet, third\n");
      expect(server.stdout.match(/^WARNING: /gm)).to.have.length(1);
      expect(server.stdout).not.to.contain("--accounts");
      expect(
        printed.map(([, address = ""]) => address.toLowerCase()),
      ).to.deep.equal(await request({ method: "eth_accounts" }));
      for (const [, address, , key = ""] of printed) {
        expect(privateKeyToAddress(hexOf(key))).to.equal(address);
      }
    });

    it("prints each network's portal configuration: the node and the start block are the sandbox's, the rest as configured", () => {
      for (const [network, { portal }] of Object.entries(PRESET)) {
        const [, text = ""] = server.stdout.split(
          `Portal configuration of ${network}\n`,
        );

        expect(JSON.parse(text.split("\n\n")[0] ?? "")).to.deep.equal({
          [network]: {
            ...portal,
            nodeUri: server.urls.get(network),
            startBlock: 0,
          },
        });
      }
    });

    it("writes the addresses under each network's key and as the local chain, and keeps the file's other entries and contracts, indentation and permissions", () => {
      const text = readFileSync(file, "utf8");
      const book: Record<string, Record<string, unknown>> = JSON.parse(text);
      const { plan } = SANDBOX_PLANS.devnet;

      expect(Object.keys(book)).to.deep.equal([
        "other",
        "development",
        "pontus-x-devnet",
        "pontus-x-testnet",
        "unknown",
        "gen-x-testnet",
      ]);
      expect(book["unknown"]).to.deep.equal(book["pontus-x-testnet"]);
      expect(book["other"]).to.deep.equal(OTHER);
      expect(book["pontus-x-devnet"]).to.deep.equal({
        Market: MARKET,
        ...book["development"],
      });
      expect(book["development"]).to.include({
        chainId: 32456,
        Router: plan.router,
        startBlock: 0,
      });
      expect(text).to.match(/^\{\n {4}"other"/);
      expect(statSync(file).mode & 0o777).to.equal(0o640);
      expect(
        readdirSync(project.root).filter((name) => /tmp|mutex/.test(name)),
      ).to.deep.equal([]);
    });

    it("prints what to paste, with which the tasks and scripts use it as the live network", async () => {
      const { config, env } = pasted(server.stdout);
      expect(env).to.include({
        ALPHA_THIRD_RPC_URL: server.urls.get("third"),
        ADDRESS_FILE: join(realpathSync(project.root), "address.json"),
      });
      using user = createExample("deploy-script");

      writeFileSync(join(user.root, "hardhat.config.ts"), configWith(config));
      const run = async (...args: string[]) =>
        await (args[0] === "alpha" ? runHardhatHere : runHardhat)(args, {
          cwd: user.root,
          env,
        });

      const status = await run("alpha", "status");
      expect(status.code, status.stdout).to.equal(0);
      expect(status.stdout).to.contain("it is a sandbox, not the live");
      const verify = await run(
        ..."alpha verify --level wiring --strict".split(" "),
      );
      expect(verify.code, verify.stdout).to.equal(0);
      const script = await run(
        ..."run --no-compile scripts/publish.ts --network third".split(" "),
      );
      expect(script.code, script.stderr).to.equal(0);
      expect(script.stdout).to.contain("on third.");
    });

    it("given Ctrl-C while clients hold connections, ends at once with exit code 0 and frees its ports", async () => {
      const url = server.urls.get("third") ?? "";
      const socket = new WebSocket(url.replace("http:", "ws:"));
      await new Promise((resolve) => socket.addEventListener("open", resolve));

      const { code, signal, stderr } = await server.end("SIGINT");

      expect({ code, signal, stderr }).to.deep.equal({
        code: 0,
        signal: null,
        stderr: "Wrote the addresses to address.json.\n",
      });
      for (const served of server.urls.values()) {
        const port = Number(new URL(served).port);
        await (await listenOn(port)).close();
      }
    });
  });

  it("given a reader that closes the pipe, serves on, says nothing of it, and ends with 0", async () => {
    const { port, close } = await listenOn(0);
    await close();
    const server = await startSandboxProcess(
      ["third", "--port", `${port}`, "--address-file", "/dev/null"],
      { cwd: project.root, closeStdout: true },
    );
    const { request } = httpProvider(`http://127.0.0.1:${port}`);
    expect(await request({ method: "eth_chainId" })).to.equal("0x64");

    const { code, stderr } = await server.end("SIGTERM");

    expect([code, stderr]).to.deep.equal([
      0,
      "Wrote the addresses to /dev/null.\n",
    ]);
  });

  it("given accounts of the user's own, prints the first three, no key of theirs, and serves the network that --network names", async () => {
    const keys = ["5a", "5b", "5c", "5d"].map(
      (byte): Hex => `0x${byte.repeat(32)}`,
    );
    const accounts = keys.map((privateKey) => ({
      ...{ privateKey, balance: "7000000000000000000" },
    }));
    using own = createProject(
      configWith(
        `{ sandbox: { hardhat: { accounts: ${JSON.stringify(accounts)} } } }`,
      ),
    );

    const server = await startSandboxProcess(
      ["--network", "testnet", "--port", "0", "--hostname", "localhost"],
      { cwd: own.root },
    );
    const { code, stdout } = await server.end("SIGTERM");

    expect(code).to.equal(0);
    expect(stdout).to.contain(
      [
        ...keys.slice(0, 3).map((key, index) => {
          return `Account #${index}: ${privateKeyToAddress(key)} (7 EURAU)`;
        }),
        "1 more: pass --accounts to list them.",
      ].join("\n"),
    );
    for (const key of keys) {
      expect(stdout).to.not.contain(key.slice(2));
    }
    expect(stdout).to.not.match(/Private Key|WARNING/);
    expect(server.urls.get("testnet")).to.match(/^http:\/\/localhost:\d+$/);
  });

  it("given a signal while its script runs, which uses the sandbox whatever URL the config sets, ends the script, and fails", async () => {
    using own = createProject(configWith("{}"));
    own.write(
      "hardhat.config.ts",
      `process.env["ALPHA_DEVNET_RPC_URL"] = "http://127.0.0.1:9";
${own.read("hardhat.config.ts")}`,
    );
    own.write(
      "wait.mjs",
      `import hre from "hardhat";
const { provider } = await hre.network.create();
await provider.request({ method: "eth_chainId" });
console.log("Running", process.pid);
setInterval(() => {}, 1_000);`,
    );
    const server = await startSandboxProcess(
      ["devnet", "--port", "0", "--script", "wait.mjs", "--no-compile"],
      { cwd: own.root, ready: /^Running \d+$/m },
    );
    const { code, stdout, stderr } = await server.end("SIGTERM");

    expect(code).to.equal(1);
    expect(stdout).to.not.contain("Ready: ");
    expect(stderr).to.contain(
      "The sandbox was stopped before the script wait.mjs had ended.",
    );
    const script = Number(/Running (\d+)/.exec(stdout)?.[1]);
    expect(() => process.kill(script, 0)).to.throw("ESRCH");
  });

  for (const name of ["devnet", "mine"]) {
    it(`given a network ${name} of the user's own with a URL, runs no script on its node, and says what to change`, async () => {
      using own = createProject(
        configWith(
          "{}",
          `networks: { ${name}: { type: "http", chainId: 32456, alphaNetwork: "devnet", url: "http://127.0.0.1:9" } }`,
        ),
      );

      const { code, stdout, stderr } = await runHardhatHere(
        "alpha sandbox devnet --port 0 --script deploy.mjs".split(" "),
        { cwd: own.root },
      );

      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.contain(
        `Set that URL as alpha.networks.devnet.url, and remove networks.${name}.url.`,
      );
    });
  }

  /** The error output of a command that fails before it serves anything. */
  const failing = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runHardhatHere(
      ["alpha", "sandbox", ...args],
      { cwd: project.root },
    );
    expect([code, stdout]).to.deep.equal([1, ""]);
    return stderr;
  };

  it("given the second of its ports taken, says so in one line, and nothing is served or written", async () => {
    const { first, port, close } = await neighbours();
    try {
      const stderr = await failing(
        ...`--all --address-file none.json --port ${first}`.split(" "),
      );

      expect(stderr.split("\n")[0]).to.equal(
        `Error in community plugin hardhat-alpha-networks: Could not serve the sandbox on port ${port} of 127.0.0.1: the port is in use. Stop the program that uses it, or choose another port with --port (0 selects a free one).`,
      );
      expect(existsSync(join(project.root, "none.json"))).to.equal(false);
      await (await listenOn(first)).close();
    } finally {
      await close();
    }
  });

  it("given a file that is not an address book, that has another chain by the name of a network, or that the project needs, serves nothing and leaves the file", async () => {
    project.write("chains.json", '{ "a": { "nodeUri": "https://host" } }');
    project.write("book.json", '{ "pontus-x-devnet": { "chainId": 8996 } }');
    const registry = { ERC721Template: [`0x${"1".repeat(40)}`] };
    const data = { devnet: { chainId: 32456, registry, tokens: {} } };
    project.write("export.json", JSON.stringify(data));
    for (const [file, expected] of [
      ["chains.json", "chains.json exists and is not an address book"],
      ["export.json", "export.json exists and is not an address book"],
      [
        "book.json",
        'book.json has an entry "pontus-x-devnet" with the chain id 8996, and the new entry has 32456. Nothing was written. Use another file.',
      ],
      ["package.json", "The file package.json cannot be replaced: "],
    ] as const) {
      const before = project.read(file);

      expect(await failing("--port", "0", "--address-file", file)).to.contain(
        expected,
      );
      expect(project.read(file)).to.equal(before);
    }
  });
});

/** What the output of `alpha sandbox` tells users to paste. */
function pasted(stdout: string) {
  const env = Object.fromEntries(
    [...stdout.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [
      name,
      value ?? "",
    ]),
  );
  const [, config = ""] = /^alpha: (\{.*\}),$/m.exec(stdout) ?? [];
  return { config, env };
}

async function listenOn(wanted: number) {
  const server = createServer();
  const port = await listen(server, wanted);
  return {
    port,
    close: async () => await server[Symbol.asyncDispose](),
  };
}

/** A taken port whose neighbour below is free. */
async function neighbours() {
  for (;;) {
    const taken = await listenOn(0);
    const first = taken.port - 1;
    const free = await listenOn(first).catch(() => undefined);
    if (free !== undefined) {
      await free.close();
      return { ...taken, first };
    }
    await taken.close();
  }
}

function hexOf(text: string): Hex {
  if (!isHex(text)) {
    throw new Error(`${text} is no hexadecimal text`);
  }
  return text;
}
