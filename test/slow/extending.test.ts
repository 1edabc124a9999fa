import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";

import { applyHunk, readCommands, readSteps } from "../docs/read-steps.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { REPOSITORY } from "../support/repository-files.ts";
import { runNode } from "../support/run-node.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";
import { startWaveServer } from "../support/wave-server.ts";

const GUIDE = readFileSync(join(REPOSITORY, "docs/extending.md"), "utf8");
const OTHER = "0x00000000000000000000000000000000000A11cE";
const [{ address: EURO }] = SANDBOX_PLANS.devnet.plan.extraTokens;

describe("docs/extending.md", function () {
  this.timeout(180_000);

  const commands = readCommands(GUIDE);
  let folder: TemporaryFolder;
  let copy = "";

  before(() => {
    folder = temporaryFolder({
      "registry.json": JSON.stringify({ Dispenser: OTHER }),
      "with-source.config.ts": `import hardhatAlphaNetworks from "./src/index.ts";
import { defineConfig } from "hardhat/config";
export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  alpha: {
    sources: [{ type: "registry-json", file: "registry.json", network: "devnet" }],
  },
});
`,
    });
    copy = folder.root;
    for (const name of [
      "src",
      "tasks",
      "package.json",
      "tsconfig.json",
      "tsconfig.build.json",
      "hardhat.config.ts",
    ]) {
      cpSync(join(REPOSITORY, name), folder.at(name), { recursive: true });
    }
    symlinkSync(
      join(REPOSITORY, "node_modules"),
      folder.at("node_modules"),
      "junction",
    );
    for (const step of readSteps(GUIDE)) {
      folder.write(
        step.path,
        step.kind === "file"
          ? step.text
          : step.hunks.reduce(applyHunk, folder.read(step.path)),
      );
    }
  });

  after(() => folder.remove());

  const run = async (command: string, configFile?: string) => {
    const result = await runHardhatHere(
      [...(configFile ? ["--config", configFile] : []), ...command.split(" ")],
      { cwd: copy },
    );
    expect(
      result.code,
      `${command}\n${result.stdout}${result.stderr}`,
    ).to.equal(0);
    return result.stdout;
  };

  it("given its files and changes in a copy of the repository, then the package and a config with the new source compile", async () => {
    const { code, stdout } = await runNode(
      [
        join(REPOSITORY, "node_modules/typescript/bin/tsc"),
        "--project",
        "tsconfig.build.json",
        "--noEmit",
      ],
      { cwd: copy },
    );

    expect(stdout).to.equal("");
    expect(code).to.equal(0);
  });

  it("given the new network, when its commands are run, then it is listed, verified and in sync", async () => {
    const [list = "", ...others] = commands.get("network") ?? [];

    expect(await run(list)).to.match(/^staging +staging network +32458 /m);
    const [verify = "", status = "", exported = "", ...more] = others;
    expect(more).to.deep.equal([]);
    for (const command of [verify, status]) {
      expect(await run(command)).to.match(/^(verify \(wiring\)|status): OK$/m);
    }
    const book = JSON.parse(await run(exported));
    expect(book.staging).to.include({
      chainId: 32458,
      Router: "0x1000000000000000000000000000000000000004",
    });
  });

  it("given a report of the new network, then the published schemas accept it as they are", async () => {
    for (const [task, command] of [
      ["config", "alpha config staging --format json"],
      ["verify", "alpha verify staging --sandbox --format json"],
      ["status", "alpha status stagingSandbox --format json"],
    ] as const) {
      const { stdout } = await runHardhatHere(command.split(" "), {
        cwd: copy,
      });
      const schema = readFileSync(
        join(REPOSITORY, `schemas/${task}.json`),
        "utf8",
      );
      const isValid = new Ajv2020().compile(JSON.parse(schema));
      expect(isValid(JSON.parse(stdout)), `${command}: ${stdout}`).to.equal(
        true,
      );
      expect(stdout, command).to.include('"staging"');
    }
  });

  it("given the new source, when its command is run, then the value is the file's, with the line", async () => {
    const [explain = ""] = commands.get("source") ?? [];

    const shown = await run(explain, "with-source.config.ts");

    expect(shown.replace(/\s+/g, " ")).to.include(
      `dispenserAddress ${OTHER} from the same network's registry.Dispenser, from the source registry.json, line 1`,
    );
  });

  it("given the new format, when its commands are run, then they print, write and compare it", async () => {
    const [print = "", write = "", check = ""] = commands.get("format") ?? [];

    expect(await run(print)).to.include(
      "\ndevnet,Router,0,0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a\n",
    );
    await run(write);
    await run(write);
    await run(check);
    expect(folder.read("addresses.csv")).to.match(
      /^# Generated by hardhat-alpha-networks: alpha export --format csv\..*\ndevnet,Alpha,0,0x/,
    );
  });

  it("given the new format of alpha verify, when its command is run, then it has a row for everything", async () => {
    const [print = ""] = commands.get("verify-format") ?? [];

    const lines = (await run(print)).split("\n");

    expect(lines).to.include.members([
      "devnet,network,ok,ok",
      "devnet,registry.Router,ok,present",
      "devnet,router.owner,ok,listed",
    ]);
  });

  it("given the new value, when its commands are run, then it is reported with its unit, and locked", async () => {
    const [report = "", write = ""] = commands.get("value") ?? [];

    const [network] = JSON.parse(await run(report)).networks;
    const fact = network.facts.find(
      ({ id }: { id: string }) => id === "router.marketFee",
    );
    await run(write);
    const lock = JSON.parse(folder.read("alpha.lock.json"));

    expect(fact).to.include({
      label: "Router fee that a marketplace reads",
      severity: "fees",
      value: "30000000000000000",
      text: "3 %",
      verdict: "listed",
    });
    expect(lock.networks.devnetSandbox.catalogue).to.equal(5);
    expect(lock.networks.devnetSandbox.policy).to.include({
      "router.marketFee": "30000000000000000",
    });
  });

  it("given the new type of contract, when the command is run, then the lock still holds", async () => {
    const [check = ""] = commands.get("type") ?? [];

    expect(await run(check)).to.match(/^verify \(wiring\): OK$/m);
  });

  it("given the new proxy kind, when its commands are run, then it is found, locked and compared, and the published schemas accept it", async () => {
    const [find = "", write = "", check = ""] = commands.get("proxy") ?? [];
    const sandbox = await (await createAlphaHre()).network.create(
      "devnetSandbox",
    );
    const request = (method: string, ...params: unknown[]) =>
      sandbox.provider.request({ method, params });
    const server = await startWaveServer(sandbox.provider);
    try {
      const token = await request("eth_getCode", EURO, "latest");
      await request("hardhat_setCode", OTHER, token);
      const account = `0x363d3d373d3d3d363d73${OTHER.slice(2)}5af43d82803e903d91602b57fd5bf3${"00".repeat(128)}`;
      await request("hardhat_setCode", EURO, account.toLowerCase());
      folder.write(
        "with-proxy.config.ts",
        `import hardhatAlphaNetworks from "./src/index.ts";
import { defineConfig } from "hardhat/config";
export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  alpha: { networks: { devnet: { url: "${server.url}", startBlock: 0 } } },
});
`,
      );

      const report = await run(find, "with-proxy.config.ts");
      const [network] = JSON.parse(report).networks;
      const euro = network.contracts.find(
        ({ key }: { key: string }) => key === "euro",
      );
      expect(euro.proxy).to.include({ kind: "erc6551", implementation: OTHER });
      await run(write, "with-proxy.config.ts");
      const lock = folder.read("alpha.lock.json");
      const { contracts } = JSON.parse(lock).networks.devnet;
      expect(contracts["token.euro"].runs).to.have.lengthOf(1);
      for (const [name, text] of [
        ["verify", report],
        ["lock", lock],
      ]) {
        const schema = readFileSync(
          join(REPOSITORY, `schemas/${name}.json`),
          "utf8",
        );
        const isValid = new Ajv2020().compile(JSON.parse(schema));
        expect(isValid(JSON.parse(text ?? "")), name).to.equal(true);
      }
      expect(await run(check, "with-proxy.config.ts")).to.match(
        /^verify \(wiring\): OK$/m,
      );

      await request("hardhat_setCode", OTHER, `${token}00`);
      const { code, stdout } = await runHardhatHere(
        ["--config", "with-proxy.config.ts", ...check.split(" ")],
        { cwd: copy },
      );
      expect(code).to.equal(1);
      expect(stdout).to.include("token bound account (ERC-6551) of");
    } finally {
      await server.close();
      await sandbox.close();
    }
  });

  it("given the new lint rule, when its command is run on a file that breaks it, then it reports the line", async () => {
    const [lint = ""] = commands.get("rule") ?? [];
    folder.write(
      "chains.config.js",
      `module.exports = [\n  {\n    chainId: 4242,\n    network: "mine",\n    nodeUri: "https://rpc.example.com",\n    providerUri: "http://127.0.0.1:8030",\n  },\n];\n`,
    );

    const { stdout } = await runHardhatHere(
      `${lint} --format json`.split(" "),
      { cwd: copy },
    );
    const report = JSON.parse(stdout);
    const found = report.findings.filter(
      ({ rule }: { rule: string }) => rule === "local-url",
    );
    expect(found).to.have.lengthOf(1);
    expect(found[0]).to.include({ line: 6, severity: "warning" });
  });

  it("given the other sentence, when its command is run on an address without code, then the report has it", async () => {
    const [verify = ""] = commands.get("message") ?? [];
    folder.write("missing.csv", `Missing,${OTHER}`);

    const { code, stdout } = await runHardhatHere(verify.split(" "), {
      cwd: copy,
    });

    expect(code).to.equal(1);
    expect(stdout).to.match(/nothing is deployed there at block \d+/);
  });

  it("given the new task, when its command is run, then it prints the data", async () => {
    const [tokens = ""] = commands.get("task") ?? [];

    expect(await run(tokens)).to.equal(
      "third euro 0xe974c4894996E012399dEDbda0bE7314a73BBff1\nthird alpha 0x0995527d3473b3A98C471f1ED8787ACD77fBF009\n",
    );
  });
});
