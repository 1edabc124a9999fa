import { execFile } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

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

interface Outcome {
  readonly code: number;
  readonly output: string;
}

function run(
  cwd: string,
  [file, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      args,
      {
        cwd,
        env: { ...machineEnvironment(), ...env },
        timeout: INSTALL_MS,
        shell: process.platform === "win32",
      },
      (_error, stdout, stderr) => {
        if (child.exitCode === null) {
          reject(new Error(`${file} ${args.join(" ")} did not end\n${stderr}`));
          return;
        }
        resolve({ code: child.exitCode, output: `${stdout}${stderr}` });
      },
    );
    child.stdin?.end();
  });
}

/** Runs a command that needs both Hardhat and EDR, through npm. */
const greet = (folder: string, env?: NodeJS.ProcessEnv) =>
  run(folder, ["npm", "run", "greet"], env);

const GREET = `import hre from "hardhat";
  const { provider } = await hre.network.create();
  const chainId: unknown = await provider.request({ method: "eth_chainId" });
  console.log("chain", chainId, "on Node", process.versions.node);`;

/** The project's dependencies and its bootstrap, without its sources. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "alpha-set-up-"));
  for (const name of [".npmrc", "package-lock.json", "scripts"]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  manifest.scripts = { greet: "node scripts/bootstrap.mjs greet" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "scripts", "commands", "greet.ts"), GREET);
  writeFileSync(join(folder, "hardhat.config.ts"), "export default {};");
  return folder;
}

describe("setting up from nothing with npm's registry", function () {
  this.timeout(INSTALL_MS + 30_000);
  let folder: string | undefined;

  function project(): string {
    if (folder === undefined) {
      throw new Error("the project was not copied");
    }
    return folder;
  }

  before("npm's registry is in reach", async function () {
    const { code } = await run(tmpdir(), [
      "npm",
      "view",
      "node",
      "version",
      "--fetch-retries=0",
      "--fetch-timeout=15000",
    ]);
    if (code !== 0) {
      this.skip();
    }
    folder = copyProject();
  });

  after(() => {
    if (folder !== undefined) {
      rmSync(folder, { recursive: true, force: true });
    }
  });

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

  it("given EDR's native package gone, as an old Node's npm leaves it, when a command runs, then it is installed again", async () => {
    const packages = join(project(), "node_modules", "@nomicfoundation");
    const native = readdirSync(packages).filter((name) =>
      name.startsWith("edr-"),
    );
    expect(native).to.not.eql([]);
    for (const name of native) {
      rmSync(join(packages, name), { recursive: true });
    }

    const { code, output } = await greet(project());

    expect(code, output).to.equal(0);
    expect(output).to.match(/Installing, because EDR does not load/);
    expect(output).to.include(GREETING);
    expect(readdirSync(packages)).to.include.members(native);
  });

  it("given an installation that was cut off, when a command runs without a registry, then it is not taken for complete", async () => {
    const modules = join(project(), "node_modules");
    rmSync(join(modules, ".bootstrap-stamp"));
    rmSync(join(modules, ".package-lock.json"));

    const { code, output } = await greet(project(), {
      ...NO_REGISTRY,
      npm_config_cache: join(project(), "empty-cache"),
    });

    expect(code).to.not.equal(0);
    expect(output).to.include("npm has not finished installing");
  });
});
