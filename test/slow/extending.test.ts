import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { applyHunk, readCommands, readSteps } from "../docs/read-steps.ts";
import { runHardhat } from "../support/cli.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { REPOSITORY } from "../support/repository-files.ts";
import { runNode } from "../support/run-node.ts";

const GUIDE = readFileSync(join(REPOSITORY, "docs/extending.md"), "utf8");
const OTHER = "0x00000000000000000000000000000000000A11cE";
const PRESET = "src/networks/preset/public-networks.json";

describe("docs/extending.md", function () {
  this.timeout(180_000);

  const commands = readCommands(GUIDE);
  let copy = "";

  before(() => {
    copy = mkdtempSync(join(tmpdir(), "alpha-extending-"));
    for (const name of [
      "src",
      "tasks",
      "package.json",
      "tsconfig.json",
      "tsconfig.build.json",
      "hardhat.config.ts",
    ]) {
      cpSync(join(REPOSITORY, name), join(copy, name), { recursive: true });
    }
    symlinkSync(
      join(REPOSITORY, "node_modules"),
      join(copy, "node_modules"),
      "junction",
    );
    for (const step of readSteps(GUIDE)) {
      const path = join(copy, step.path);
      const text =
        step.kind === "file"
          ? step.text
          : step.hunks.reduce(applyHunk, readFileSync(path, "utf8"));
      writeFileSync(path, text);
    }
    const preset = JSON.parse(readFileSync(join(copy, PRESET), "utf8"));
    preset.networks.staging = preset.networks.testnet;
    writeFileSync(join(copy, PRESET), JSON.stringify(preset));
    writeFileSync(
      join(copy, "registry.json"),
      JSON.stringify({ Dispenser: OTHER }),
    );
    writeFileSync(
      join(copy, "with-source.config.ts"),
      `import hardhatAlphaNetworks from "./src/index.ts";
import { defineConfig } from "hardhat/config";
export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  alpha: {
    sources: [{ type: "registry-json", file: "registry.json", network: "devnet" }],
  },
});
`,
    );
  });

  after(() => rmSync(copy, { recursive: true, force: true }));

  const run = async (command: string, configFile?: string) => {
    const result = await runHardhat(command.split(" "), {
      cwd: copy,
      configFile,
    });
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
      {
        cwd: copy,
        env: guardedEnvironment(process.env),
        timeout: 120_000,
      },
    );

    expect(stdout).to.equal("");
    expect(code).to.equal(0);
  });

  it("given the new network, when its commands are run, then it is listed, verified and in sync", async () => {
    const [list = "", ...others] = commands.get("network") ?? [];

    expect(await run(list)).to.match(
      /^staging +staging +32458 staging network/m,
    );
    expect(others).to.have.length(2);
    for (const command of others) {
      expect(await run(command)).to.match(/^(verify \(wiring\)|status): OK$/m);
    }
  });

  it("given a table of the new network in a file, when it is written again, then it is known to be of the same command", async () => {
    for (const file of ["staging.txt", "staging.txt"]) {
      await run(`alpha config staging --out ${file}`);
    }
    expect(readFileSync(join(copy, "staging.txt"), "utf8")).to.match(
      /^staging · /,
    );
  });

  it("given the new source, when its command is run, then the value is the file's, with the line", async () => {
    const [explain = ""] = commands.get("source") ?? [];

    const shown = await run(explain, "with-source.config.ts");

    expect(shown.replace(/\s+/g, " ")).to.include(
      `dispenserAddress ${OTHER} from the same network's registry.Dispenser, from the source registry.json, line 1`,
    );
  });

  it("given the new source with a wrong value, then the error names file and place", async () => {
    writeFileSync(join(copy, "wrong.json"), '{\n  "Router": "0x12"\n}');
    writeFileSync(
      join(copy, "wrong.config.ts"),
      readFileSync(join(copy, "with-source.config.ts"), "utf8").replace(
        '"registry.json"',
        '"wrong.json"',
      ),
    );
    const { code, stderr } = await runHardhat(["alpha", "networks"], {
      cwd: copy,
      configFile: "wrong.config.ts",
    });

    expect(code).to.equal(1);
    expect(stderr).to.match(/wrong\.json[\s\S]*line 2, Router/);
  });

  it("given the new format, when its commands are run, then they print, write and compare it", async () => {
    const [print = "", write = "", check = ""] = commands.get("format") ?? [];

    expect(await run(print)).to.include(
      "\ndevnet,Router,0,0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a\n",
    );
    await run(write);
    await run(write);
    await run(check);
    expect(readFileSync(join(copy, "addresses.csv"), "utf8")).to.match(
      /^# Generated by hardhat-alpha-networks: alpha export --format csv\..*\ndevnet,Alpha,0,0x/,
    );
  });
});
