import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import manifest from "../../package.json" with { type: "json" };
import { npm, npmEnvironment, npmInstall } from "./npm.ts";

const INIT_MS = 240_000;
const { hardhat, viem } = manifest.devDependencies;

/**
 * What stands in for packages that a registry does not have in the version that
 * a template asks for: mirrors lag behind Hardhat's releases.
 */
const OLDER: Readonly<Record<string, string>> = {
  viem,
  "@nomicfoundation/hardhat-toolbox-mocha-ethers": "^3.0.7",
  mocha: "^11.0.0",
};

/** The path of Hardhat's CLI in a project. */
export const hardhatCli = (folder: string) =>
  join(folder, "node_modules/hardhat/dist/src/cli.js");

/**
 * Makes a project as `hardhat --init --template` does, without dependencies
 * from a git host, which need more of the network than npm's registry.
 *
 * @param folder An empty one.
 */
export async function createTemplateProject(
  folder: string,
  template: string,
): Promise<void> {
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "a-project", private: true, type: "module" }),
  );
  await npmInstall(folder, [`hardhat@${hardhat}`]);
  const missing = initialise(folder, template);
  if (missing.length === 0) {
    return;
  }
  const packages = missing.filter((spec) => !isFromGit(spec));
  const args = ["install", "--save-dev", ...packages];
  if ((await npm(folder, args)).code !== 0) {
    await npmInstall(folder, packages.map(olderOf));
  }
}

/** Runs the initialisation; returns what it could not install. */
function initialise(folder: string, template: string): readonly string[] {
  try {
    execFileSync(
      process.execPath,
      [hardhatCli(folder), "--init", "--template", template],
      {
        cwd: folder,
        // No git: whether its hosts are in reach is not to matter.
        env: { ...npmEnvironment(), npm_config_git: "no-git-in-tests" },
        stdio: "pipe",
        timeout: INIT_MS,
      },
    );
    return [];
  } catch (error) {
    const output =
      error instanceof Error && "stdout" in error ? String(error.stdout) : "";
    const command = /^npm install --save-dev (.+)$/m.exec(output)?.[1];
    if (command === undefined) {
      throw error;
    }
    return [...command.matchAll(/"([^"]+)"/g)].map(([, spec = ""]) => spec);
  }
}

const isFromGit = (spec: string) => /^[^@]+@[^@/]+\/[^@]+#/.test(spec);

function olderOf(spec: string): string {
  const name = spec.slice(0, spec.lastIndexOf("@"));
  const version = OLDER[name];
  return version === undefined ? spec : `${name}@${version}`;
}

/** Adds the package as its README says, and viem as our own where npm has to. */
export async function installPlugin(
  folder: string,
  archive: string,
): Promise<void> {
  const args = ["install", "--save-dev", archive];
  if ((await npm(folder, args)).code !== 0) {
    await npmInstall(folder, [archive, `viem@${viem}`]);
  }
}

/** The lines that a user adds to hardhat.config.ts, and no other change. */
export function enablePlugin(folder: string): void {
  const path = join(folder, "hardhat.config.ts");
  const config = readFileSync(path, "utf8");
  const listed = config.includes("plugins: [")
    ? config.replace("plugins: [", "plugins: [hardhatAlphaNetworks, ")
    : config.replace(
        "defineConfig({",
        "defineConfig({\n  plugins: [hardhatAlphaNetworks],",
      );
  writeFileSync(
    path,
    `import hardhatAlphaNetworks from "hardhat-alpha-networks";\n${listed}`,
  );
}
