import { cpSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";
import { runProgram } from "../support/run-program.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";
import { isRegistryInReach } from "./package/npm.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const INSTALL_MS = 240_000;
const GREETING = "chain 0x7a69 on Node 24.";

// Nothing listens on the discard port: any request of npm fails at once.
const NO_REGISTRY = {
  npm_config_registry: "http://127.0.0.1:9/",
  npm_config_fetch_retries: "0",
};

/** The machine's own environment: installing is the one thing that needs it. */
function machineEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _guard, ...env } = process.env;
  const folders = (env["PATH"] ?? "").split(delimiter);
  const own = `${sep}node_modules${sep}`;
  return {
    ...env,
    PATH: folders.filter((folder) => !folder.includes(own)).join(delimiter),
  };
}

const run = async (
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number; readonly output: string }> => {
  const { code, stdout, stderr } = await runProgram("npm", args, {
    cwd,
    env: { ...machineEnvironment(), ...env },
    timeout: INSTALL_MS,
  });
  return { code, output: `${stdout}${stderr}` };
};

/** Runs a command that needs both Hardhat and EDR, through npm. */
const greet = (folder: string, env?: NodeJS.ProcessEnv) =>
  run(folder, ["run", "greet"], env);

const GREET = `import hre from "hardhat";
  const { provider } = await hre.network.create();
  const chainId: unknown = await provider.request({ method: "eth_chainId" });
  console.log("chain", chainId, "on Node", process.versions.node);`;

/** What the bootstrap and its command need of the project, without its sources. */
function copyProject(): TemporaryFolder {
  const folder = temporaryFolder();
  for (const name of [".npmrc", "package-lock.json", "scripts"]) {
    cpSync(join(ROOT, name), folder.at(name), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { hardhat, node } = manifest.devDependencies;
  manifest.devDependencies = { hardhat, node };
  manifest.peerDependencies = {};
  manifest.scripts = { greet: "node scripts/bootstrap.mjs greet" };
  folder.write("package.json", JSON.stringify(manifest));
  folder.write("scripts/commands/greet.ts", GREET);
  folder.write("hardhat.config.ts", "export default {};");
  return folder;
}

describe("setting up from nothing with npm's registry", function () {
  this.timeout(INSTALL_MS + 30_000);
  let folder: TemporaryFolder | undefined;

  function project(): string {
    if (folder === undefined) {
      throw new Error("the project was not copied");
    }
    return folder.root;
  }

  before("npm's registry is in reach", async function () {
    if (!(await isRegistryInReach(ROOT))) {
      this.skip();
    }
    folder = copyProject();
  });

  after(() => folder?.remove());

  it("given nothing installed and no registry, when a command runs, then the failed step and what to do are told", async () => {
    const { code, output } = await greet(project(), {
      ...NO_REGISTRY,
      npm_config_cache: join(project(), "empty-cache"),
    });

    expect(code).to.not.equal(0);
    expect(output).to.include("Setup failed: npm ci");
    expect(output).to.include("downloads the dependencies");
    expect(output).to.not.include(GREETING);
  });

  it("given nothing installed and production settings, when a command runs, then everything is installed and it runs", async () => {
    const { code, output } = await greet(project(), {
      NODE_ENV: "production",
      npm_config_omit: "dev optional",
      npm_config_yes: "false",
    });

    expect(code, output).to.equal(0);
    expect(output).to.include(GREETING);
  });

  it("given an installation, when a command runs without a registry, then nothing is installed and it runs", async () => {
    const { code, output } = await greet(project(), NO_REGISTRY);

    expect(code, output).to.equal(0);
    expect(output).to.not.include("Installing");
    expect(output).to.include(GREETING);
  });
});
