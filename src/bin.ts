#!/usr/bin/env node
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { resolveHardhatConfigPath } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";
import { packageVersion, setProgram } from "./base/command.ts";
import { PLUGIN_ID } from "./base/errors.ts";
import plugin from "./index.ts";

const THIS_FILE = fileURLToPath(import.meta.url);

/** The config of a folder without a project: this plugin alone. */
const CONFIG: HardhatUserConfig = {
  plugins: [
    plugin,
    {
      id: `${PLUGIN_ID}:folder`,
      npmPackage: PLUGIN_ID,
      hookHandlers: {
        hre: async () => ({
          default: async () => ({
            created: async (_context, { config: { paths } }) => {
              // Hardhat takes the folder of this file, where a package.json is.
              paths.root = process.cwd();
              delete paths.config;
            },
          }),
        }),
      },
    },
  ],
};

export default CONFIG;

/** Runs Hardhat's CLI with the tasks of this plugin: that of the project, if there is one. */
async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--version")) {
    console.log(packageVersion());
    return;
  }
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
    const print = console.log;
    console.log = (text) => print(renamed(text));
  }
  const isChosen =
    args.includes("--config") || process.env["HARDHAT_CONFIG"] !== undefined;
  const project = isChosen ? undefined : await findProject();
  const isAlone = !isChosen && project === undefined;
  if (isAlone) {
    setProgram(`npx ${PLUGIN_ID}`);
  }
  const config = isAlone ? ["--config", THIS_FILE] : [];
  process.argv.splice(2, args.length, ...config, "alpha", ...args);
  const { resolve } = createRequire(project ?? THIS_FILE);
  const manifest = resolve("hardhat/package.json");
  const { bin } = createRequire(manifest)(manifest);
  await import(pathToFileURL(join(dirname(manifest), bin.hardhat)).href);
}

/** Hardhat's help, with the names of this program. */
function renamed(text: string): string {
  return text
    .replaceAll(/\bhardhat( \[GLOBAL OPTIONS\])? alpha\b/g, `${PLUGIN_ID}$1`)
    .replaceAll(/^ {2}alpha (\S+)/gm, "  $1      ")
    .replace("version of hardhat", `version of ${PLUGIN_ID}`);
}

/** The config that Hardhat would use, unless its project lacks this plugin. */
async function findProject(): Promise<string | undefined> {
  const file = await resolveHardhatConfigPath().catch(() => undefined);
  if (file === undefined) {
    return undefined;
  }
  try {
    createRequire(file).resolve(`${PLUGIN_ID}/package.json`);
    return file;
  } catch {
    console.error(
      `The Hardhat config ${file} is not used: ${PLUGIN_ID} is not installed in its project.`,
    );
    return undefined;
  }
}

/** Tasks say so themselves, and set the code before. */
function noteEnd(): void {
  if (!process.exitCode) {
    console.error(`${PLUGIN_ID} ended before it had an answer.`);
    process.exitCode = 2;
  }
}

process.once("exit", noteEnd);
// Not awaited: Hardhat imports this file as a config.
void main(process.argv.slice(2))
  .catch((error) => {
    console.error(`Error: ${error.message}`);
    process.exitCode = 1;
  })
  .finally(() => process.removeListener("exit", noteEnd));
