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
import { configWith, runForReport } from "./run-alpha.ts";

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
        JSON.stringify({ other: OTHER, development: OTHER }, null, 4),
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

    it("answers for each network with its chain id and the code of its registry", async () => {
      expect([...server.urls.keys()]).to.deep.equal([
        "devnet",
        "testnet",
        "third",
      ]);
      for (const [network, { chainId, plan }] of Object.entries(
        SANDBOX_PLANS,
      )) {
        const { request } = httpProvider(server.urls.get(network) ?? "");
        expect(await request({ method: "eth_chainId" })).to.equal(
          `0x${chainId.toString(16)}`,
        );
        const code = await request({
          method: "eth_getCode",
          params: [plan.router, "latest"],
        });
        expect(code).to.have.length.above(30_000);
      }
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
      for (const [, address, balance, key = ""] of printed) {
        expect(privateKeyToAddress(hexOf(key))).to.equal(address);
        const wei = await request({
          method: "eth_getBalance",
          params: [address, "latest"],
        });
        expect(BigInt(String(wei))).to.equal(
          BigInt(balance ?? "") * 10n ** 18n,
        );
      }
    });

    it("prints each network's portal config: the node and the start block are the sandbox's, the rest as configured", () => {
      for (const [network, url] of server.urls) {
        const text = server.stdout
          .split(`Portal configuration of ${network}\n`)[1]
          ?.split("\n\n")[0];
        const printed: Record<string, unknown> = JSON.parse(text ?? "");
        const { portal } = PRESET[network as keyof typeof PRESET];

        expect(printed[network]).to.deep.equal({
          ...portal,
          nodeUri: url,
          startBlock: 0,
        });
      }
    });

    it("writes the addresses under each network's key and as the local chain, and keeps the file's other entries, indentation and permissions", () => {
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
      expect(book["development"]).to.deep.equal(book["pontus-x-devnet"]);
      expect(book["development"]).to.deep.equal({
        chainId: 32456,
        Ocean: plan.token,
        OPFCommunityFeeCollector: plan.communityFeeCollector,
        Router: plan.router,
        FixedPrice: plan.fixedPrice,
        ERC20Template: {
          "1": plan.erc20Templates[0],
          "2": plan.erc20Templates[1],
        },
        ERC721Template: { "1": plan.erc721Templates[0] },
        Dispenser: plan.dispenser,
        ERC721Factory: plan.erc721Factory,
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
      const verify = await run("alpha", "verify");
      expect(verify.code, verify.stdout).to.equal(0);
      for (const network of ["devnet", "third"]) {
        const { code, stdout, stderr } = await run(
          ..."run --no-compile scripts/publish.ts --network".split(" "),
          network,
        );
        expect(code, stderr).to.equal(0);
        expect(stdout).to.contain(`on ${network}.`);
      }
    });

    it("is verified down to its wiring, strictly, as a node of the network", async () => {
      const { code, report } = await runForReport(
        "verify",
        ["--level", "wiring", "--strict"],
        {
          env: {
            ALPHA_DEVNET_RPC_URL: server.urls.get("devnet") ?? "",
            ALPHA_TESTNET_RPC_URL: server.urls.get("testnet") ?? "",
            ALPHA_THIRD_RPC_URL: server.urls.get("third") ?? "",
          },
        },
      );

      expect(report.outcome, JSON.stringify(report)).to.equal("ok");
      expect(code).to.equal(0);
      expect(report.networks.map(({ endpoint }) => endpoint)).to.deep.equal([
        server.urls.get("devnet"),
        server.urls.get("testnet"),
        server.urls.get("third"),
      ]);
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

  it("given nothing else, serves devnet on this machine alone, and ends with SIGTERM", async () => {
    const server = await startSandboxProcess(["--port", "0"], {
      cwd: project.root,
    });
    expect([...server.urls.keys()]).to.deep.equal(["devnet"]);
    expect([...server.urls.values()][0]).to.match(
      /^http:\/\/127\.0\.0\.1:\d+$/,
    );

    expect(server.stdout.match(/^Account #/gm)).to.have.length(3);
    expect(server.stdout).to.contain(
      "\n17 more: pass --accounts to list them.",
    );
    const places = [
      "Portal configuration of devnet",
      "Accounts of devnet",
      "export ALPHA_DEVNET_RPC_URL=",
      "--address-file address.json writes",
      "Ready:",
    ].map((text) => server.stdout.indexOf(text));
    expect(places).not.to.include(-1);
    expect(places).to.deep.equal(places.toSorted((a, b) => a - b));

    const { code, signal, stderr } = await server.end("SIGTERM");

    expect({ code, signal, stderr }).to.deep.equal({
      code: 0,
      signal: null,
      stderr: "",
    });
  });

  it("given a reader that closes the pipe, serves on, and says nothing of it", async () => {
    const { port, close } = await listenOn(0);
    await close();
    const server = await startSandboxProcess(
      ["third", "--port", `${port}`, "--address-file", "/dev/null"],
      { cwd: project.root, closeStdout: true },
    );
    expect(
      await httpProvider(`http://127.0.0.1:${port}`).request({
        method: "eth_chainId",
      }),
    ).to.equal("0x64");

    const { code, stderr } = await server.end("SIGTERM");

    expect({ code, stderr }).to.deep.equal({
      code: 0,
      stderr: "Wrote the addresses to /dev/null.\n",
    });
  });

  it("given accounts of the user's own, prints no key of theirs, and serves the network that --network names", async () => {
    const key = `0x${"5a".repeat(32)}`;
    using own = createProject(
      configWith(
        `{ sandbox: { hardhat: { accounts: [{ privateKey: "${key}", balance: "7000000000000000000" }] } } }`,
      ),
    );

    const server = await startSandboxProcess(
      ["--network", "testnet", "--port", "0", "--hostname", "localhost"],
      { cwd: own.root },
    );
    const { stdout } = await server.end("SIGINT");

    expect(stdout).to.contain(
      `Account #0: ${privateKeyToAddress(hexOf(key))} (7 EURAU)\n`,
    );
    expect(stdout).to.not.contain(key.slice(2));
    expect(stdout).to.not.match(/Private Key|WARNING/);
    expect(server.urls.get("testnet")).to.match(/^http:\/\/localhost:\d+$/);
  });

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
    const { taken, first } = await neighbours();
    try {
      const stderr = await failing(
        ..."--all --address-file none.json --port".split(" "),
        `${first}`,
      );

      expect(stderr.split("\n")[0]).to.equal(
        `Error in community plugin hardhat-alpha-networks: Could not serve the sandbox on port ${first + 1} of 127.0.0.1: the port is in use. Stop the program that uses it, or choose another port with --port (0 selects a free one).`,
      );
      expect(stderr).to.not.match(/^\s+at /m);
      expect(existsSync(join(project.root, "none.json"))).to.equal(false);
      await (await listenOn(first)).close();
    } finally {
      await taken.close();
    }
  });

  for (const [title, file, text, expected] of [
    [
      "a damaged JSON file",
      "damaged.json",
      '{ "a": 1,\n}',
      "damaged.json is not valid JSON: check line 2.",
    ],
    [
      "the project's package.json",
      "package.json",
      undefined,
      "The file package.json cannot be replaced: the task reads it, or the project needs it.",
    ],
    [
      "a JSON file that is not an address book",
      "chains.json",
      '{ "devnet": { "chainId": 32456, "nodeUri": "https://host" } }',
      "chains.json exists and is not an address book, so nothing was added to it. Use another file.",
    ],
    ["a list", "list.json", "[]", "list.json exists and is not an address"],
  ] as const) {
    it(`given ${title} as the address file, serves nothing and leaves the file`, async () => {
      const path = join(project.root, file);
      if (text !== undefined) {
        writeFileSync(path, text);
      }
      const before = readFileSync(path, "utf8");

      expect(await failing("--port", "0", "--address-file", file)).to.contain(
        expected,
      );
      expect(readFileSync(path, "utf8")).to.equal(before);
    });
  }

  it("given a negative port, says what a port is", async () => {
    expect(await failing("--port", "-1")).to.contain(
      'Invalid --port "-1": expected a port from 1 to 65535',
    );
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

interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

async function listenOn(wanted: number): Promise<Listener> {
  const server = createServer();
  const port = await listen(server, wanted);
  return {
    port,
    close: async () => await server[Symbol.asyncDispose](),
  };
}

/** A taken port whose neighbour below is free. */
async function neighbours(): Promise<{
  readonly taken: Listener;
  readonly first: number;
}> {
  for (;;) {
    const taken = await listenOn(0);
    const first = taken.port - 1;
    const free = await listenOn(first).catch(() => undefined);
    if (free !== undefined) {
      await free.close();
      return { taken, first };
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
