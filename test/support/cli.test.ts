import { existsSync } from "node:fs";
import { createRequire } from "node:module";

import { expect } from "chai";

import { createProject, runHardhat } from "./cli.ts";

const TASKS = `
import { task } from "hardhat/config";
export default {
  tasks: [
    task("print-environment", "Prints the environment")
      .setInlineAction(() => console.log(JSON.stringify(process.env)))
      .build(),
    task("wait", "Never ends")
      .setInlineAction(() => new Promise(() => setInterval(() => {}, 1000)))
      .build(),
    task("call-out", "Asks another host")
      .setInlineAction(async () => { await fetch("http://192.0.2.1/"); })
      .build(),
  ],
};`;

const LIST_PLUGINS = `
import hardhatAlphaNetworks from "hardhat-alpha-networks";
import hardhatViem from "@nomicfoundation/hardhat-viem";
import { task } from "hardhat/config";
import { getAddress } from "viem";
export default {
  plugins: [hardhatAlphaNetworks, hardhatViem],
  tasks: [
    task("list-plugins", "Prints the plugins")
      .setInlineAction((_args: unknown, hre: { config: { plugins: { id: string }[] } }) => {
        console.log(hre.config.plugins.map(({ id }) => id).join(" "));
        console.log(import.meta.resolve("hardhat-alpha-networks"));
        console.log(typeof getAddress);
        console.log(import.meta.resolve("hardhat/plugins"));
      })
      .build(),
  ],
};`;

describe("createProject", () => {
  for (const [from, entry] of [
    ["src", "/src/index.ts"],
    ["dist", "/dist/src/index.js"],
  ] as const) {
    it(`given a config that imports the plugin, Hardhat and viem, when a task runs from ${from}, then all resolve, with one instance of Hardhat`, async () => {
      using project = createProject(LIST_PLUGINS, { from });

      const { code, stdout, stderr } = await runHardhat(["list-plugins"], {
        cwd: project.root,
      });

      expect(stderr).to.equal("");
      const [plugins, resolved, viem, hardhat] = stdout.split("\n");
      expect(plugins).to.match(/ hardhat-alpha-networks\b/);
      expect(plugins).to.match(/ hardhat-viem\b/);
      expect(resolved).to.match(new RegExp(`${entry}$`));
      expect(viem).to.equal("function");
      expect(hardhat).to.equal(import.meta.resolve("hardhat/plugins"));
      expect(code).to.equal(0);
    });
  }

  it("given a project, when it is removed, then its folder is gone and the linked packages are not", () => {
    const project = createProject("export default {};");

    project.remove();

    expect(existsSync(project.root)).to.equal(false);
    expect(
      existsSync(
        createRequire(import.meta.url).resolve("hardhat/package.json"),
      ),
    ).to.equal(true);
  });
});

describe("runHardhat", () => {
  it("given variables to add, when Hardhat runs with another folder's config, then it sees them and no telemetry", async () => {
    using project = createProject(TASKS);

    const { code, stdout } = await runHardhat(["print-environment"], {
      configFile: project.configFile,
      env: { ALPHA_TESTNET_RPC_URL: "http://127.0.0.1:1/" },
    });

    const seen = JSON.parse(stdout);
    expect(seen.ALPHA_TESTNET_RPC_URL).to.equal("http://127.0.0.1:1/");
    expect(seen.HARDHAT_DISABLE_TELEMETRY).to.equal("true");
    expect(seen).to.not.have.any.keys("CI", "NO_COLOR", "HARDHAT_NETWORK");
    expect(code).to.equal(0);
  });

  it("given a task that asks another host, when it has run, then its exit code and stderr say that it was refused", async () => {
    using project = createProject(TASKS);

    const { code, stdout, stderr } = await runHardhat(["call-out"], {
      cwd: project.root,
    });

    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.include("refused a connection to 192.0.2.1:80");
  });

  it("given a task that never ends, when its time is up, then it is ended and the command named", async () => {
    using project = createProject(TASKS);

    const outcome = await runHardhat(["wait"], {
      cwd: project.root,
      timeout: 1_500,
    }).catch((error: unknown) => error);

    expect(String(outcome)).to.match(/^Error: .*wait was ended by SIGKILL/);
  });
});
