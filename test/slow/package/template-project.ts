import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import manifest from "../../../package.json" with { type: "json" };
import { HARDHAT_CLI } from "../../../scripts/paths.ts";
import { runNode } from "../../support/run-node.ts";
import { npm, npmEnvironment, npmInstall } from "./npm.ts";

const { viem } = manifest.devDependencies;

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
 * Makes a project as `hardhat --init --template` does, by this repository's Hardhat,
 * as npx would: without dependencies from a git host, which need more of the network
 * than npm's registry.
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
  const packages = (await initialise(folder, template)).filter(
    (spec) => !isFromGit(spec),
  );
  if (packages.length > 0) {
    await installOr(folder, packages, packages.map(olderOf));
  }
}

/**
 * Installs packages, or the others if the registry lacks a version that these
 * ask for. Whatever else is wrong, a conflict of peers for one, is an error.
 */
export async function installOr(
  folder: string,
  packages: readonly string[],
  others: readonly string[],
): Promise<void> {
  const { code, output } = await npm(folder, [
    "install",
    "--save-dev",
    ...packages,
  ]);
  if (code === 0) {
    return;
  }
  if (!output.includes("ETARGET")) {
    throw new Error(`npm could not install ${packages.join(" ")}:\n${output}`);
  }
  await npmInstall(folder, others);
}

/** Runs the initialisation; returns what it could not install. */
async function initialise(
  folder: string,
  template: string,
): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runNode(
    [HARDHAT_CLI, "--init", "--template", template],
    {
      cwd: folder,
      // No git: whether its hosts are in reach is not to matter.
      env: { ...npmEnvironment(), npm_config_git: "no-git-in-tests" },
      timeout: 240_000,
    },
  );
  if (code === 0) {
    return [];
  }
  const command = /^npm install --save-dev (.+)$/m.exec(stdout)?.[1];
  if (command === undefined) {
    throw new Error(`hardhat --init ended with ${code}: ${stdout}${stderr}`);
  }
  return [...command.matchAll(/"([^"]+)"/g)].map(([, spec = ""]) => spec);
}

const isFromGit = (spec: string) => /^[^@]+@[^@/]+\/[^@]+#/.test(spec);

export function olderOf(spec: string): string {
  const name = spec.slice(0, spec.lastIndexOf("@"));
  const version = OLDER[name];
  return version === undefined ? spec : `${name}@${version}`;
}

/** Adds the package, whose peers npm adds; viem as our own where it has to. */
export async function installPlugin(
  folder: string,
  archive: string,
): Promise<void> {
  await installOr(folder, [archive], [archive, `viem@${viem}`]);
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

/** The files of hardhat-utils and undici that an installed package uses. */
export function httpClientOf(folder: string): readonly string[] {
  const utils = createRequire(join(folder, "_.js")).resolve(
    "@nomicfoundation/hardhat-utils/request",
  );
  return [utils, createRequire(utils).resolve("undici")];
}
