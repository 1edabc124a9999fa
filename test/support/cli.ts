import {
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { guardedEnvironment } from "./guarded-environment.ts";
import { REPOSITORY } from "./repository-files.ts";
import { runNode } from "./run-node.ts";
import type { ProcessOptions, ProcessResult } from "./run-program.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";

export const HARDHAT_CLI = join(
  REPOSITORY,
  "node_modules/hardhat/dist/src/cli.js",
);
const PACKAGE = "hardhat-alpha-networks";

/**
 * Runs Hardhat's CLI in a process of its own, as a user would, with an
 * environment that holds none of the caller's settings and reaches loopback
 * addresses only. It is killed, which is an error, after `timeout` milliseconds.
 */
export async function runHardhat(
  args: readonly string[],
  {
    env = {},
    configFile,
    timeout = 60_000,
    ...options
  }: ProcessOptions & { readonly configFile?: string | undefined } = {},
): Promise<ProcessResult> {
  const config = configFile === undefined ? [] : ["--config", configFile];
  return await runNode([HARDHAT_CLI, ...config, ...args], {
    ...options,
    env: { ...guardedEnvironment(process.env), ...env },
    timeout,
  });
}

/** The folder of a project, whose path is to pass as `cwd`. */
export interface TemporaryProject extends TemporaryFolder {
  /** Its hardhat.config.ts. */
  readonly configFile: string;
}

/**
 * A project of a user in a temporary folder, with `configSource` as its
 * hardhat.config.ts. All packages resolve to this repository's, so there is one
 * instance of Hardhat, and `hardhat-alpha-networks` to its sources, or to the
 * built package with `from: "dist"`.
 */
export function createProject(
  configSource: string,
  { from = "src" }: { readonly from?: "src" | "dist" | undefined } = {},
): TemporaryProject {
  const folder = temporaryFolder({
    "package.json":
      '{ "name": "a-project", "private": true, "type": "module" }\n',
    "hardhat.config.ts": configSource,
  });
  linkPackages(folder.at("node_modules"), from);
  return { ...folder, configFile: folder.at("hardhat.config.ts") };
}

/** Makes a folder `node_modules` with the packages of this repository. */
export function linkPackages(modules: string, from: "src" | "dist"): void {
  symlinkSync(links.get(from) ?? linksTo(from), modules, "junction");
}

/** Of all projects, since file systems take long for hundreds of links in each. */
const links = new Map<"src" | "dist", string>();

function linksTo(from: "src" | "dist"): string {
  const { at, remove } = temporaryFolder();
  process.once("exit", remove);
  const modules = at("node_modules");
  links.set(from, modules);
  mkdirSync(modules);
  const link = (path: string, name: string) => {
    symlinkSync(join(REPOSITORY, path), join(modules, name), "junction");
  };
  for (const name of readdirSync(join(REPOSITORY, "node_modules"))) {
    if (!name.startsWith(".")) {
      link(join("node_modules", name), name);
    }
  }
  if (from === "dist") {
    link("", PACKAGE);
    return modules;
  }
  mkdirSync(join(modules, PACKAGE));
  const manifest = join(modules, PACKAGE, "package.json");
  writeFileSync(manifest, sourceManifest());
  for (const name of ["src", "schemas", "contracts", "examples"]) {
    link(name, join(PACKAGE, name));
  }
  return modules;
}

/** The package's manifest with its entries at the sources. */
function sourceManifest(): string {
  return readFileSync(join(REPOSITORY, "package.json"), "utf8").replace(
    /\.\/dist\/src\/([\w-]+)(?:\.d\.c?ts|\.c?js)/g,
    "./src/$1.ts",
  );
}
