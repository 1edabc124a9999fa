import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";

import { createProject, runHardhat } from "../support/cli.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";

const SOURCES = new URL("../../src/", import.meta.url).href;
const TASKS = new URL("../../tasks/", import.meta.url).href;

/** Notes who imports what, and writes it down when the process ends. */
const RECORDER = `
  import { writeFileSync } from "node:fs";
  import { registerHooks } from "node:module";

  const imports = [];
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      imports.push({ from: context.parentURL ?? "", to: resolved.url });
      return resolved;
    },
  });
  process.once("exit", () => {
    writeFileSync(new URL("imports.json", import.meta.url), JSON.stringify(imports));
  });
`;

interface Import {
  readonly from: string;
  readonly to: string;
}

const isOurs = (url: string) =>
  url.startsWith(SOURCES) || url.startsWith(TASKS);

/** What a Hardhat command imports in a project with this config. */
async function importsOf(
  command: readonly string[],
  alpha: string,
): Promise<readonly Import[]> {
  const project = createProject(`
    import hardhatAlphaNetworks from "hardhat-alpha-networks";
    import { defineConfig } from "hardhat/config";
    export default defineConfig({ plugins: [hardhatAlphaNetworks], ${alpha} });
  `);
  try {
    const recorder = join(project.root, "recorder.mjs");
    writeFileSync(recorder, RECORDER);
    const { NODE_OPTIONS } = guardedEnvironment(process.env);
    const { code, stderr } = await runHardhat(command, {
      cwd: project.root,
      env: {
        NODE_OPTIONS: `${NODE_OPTIONS} --import=${pathToFileURL(recorder).href}`,
      },
    });
    if (code !== 0) {
      throw new Error(stderr);
    }
    const text = readFileSync(join(project.root, "imports.json"), "utf8");
    return JSON.parse(text);
  } finally {
    project.remove();
  }
}

/** The packages that are loaded, by anyone, as far as they are named. */
function packagesIn(imports: readonly Import[], names: readonly string[]) {
  return names.filter((name) =>
    imports.some(({ to }) => to.includes(`/node_modules/${name}/`)),
  );
}

/** This plugin's own files that are loaded, relative to the repository. */
function filesIn(imports: readonly Import[]): readonly string[] {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  return imports
    .map(({ to }) => to)
    .filter(isOurs)
    .map((url) => fileURLToPath(url).slice(root.length));
}

const HEAVY = [
  "acorn",
  "viem",
  "ox",
  "undici",
  "cli-table3",
  "cli-progress",
  "csv-parse",
  "@oceanprotocol/contracts",
  "@nomicfoundation/edr",
];

describe("what a Hardhat command that is none of ours imports", () => {
  let plain: readonly Import[];

  before(async () => {
    plain = await importsOf(["clean"], "");
  });

  it("is this plugin with its config and runtime hooks", () => {
    expect(filesIn(plain)).to.include.members([
      "src/index.ts",
      "src/hook-handlers/config.ts",
      "src/hook-handlers/hre.ts",
      "tasks/index.ts",
    ]);
  });

  it("is none of the heavy packages", () => {
    expect(packagesIn(plain, HEAVY)).to.deep.equal([]);
  });

  it("is no zod on our side, where there is nothing of ours to validate", () => {
    expect(
      plain.filter(({ from, to }) => isOurs(from) && to.includes("/zod/")),
    ).to.deep.equal([]);
    expect(filesIn(plain)).to.not.include("src/config/schema.ts");
  });

  it("is nothing that asks a node, places a contract, prints a report or runs a task", () => {
    const files = filesIn(plain);

    for (const pattern of [
      /^src\/rpc\/(http-transport|provider-transport|create-dispatcher)/,
      /^src\/(verify|status|report|overview)\//,
      /^src\/sandbox\/(?!sandbox-clock)/,
      /^src\/hook-handlers\/network/,
      /^tasks\/\w+\/action/,
    ]) {
      expect(files.filter((file) => pattern.test(file))).to.deep.equal([]);
    }
  });

  it("is, given a config of ours, zod beside, and still none of the heavy packages", async () => {
    const configured = await importsOf(
      ["clean"],
      `alpha: { networks: { devnet: { startBlock: 5 } } }`,
    );

    expect(filesIn(configured)).to.include("src/config/schema.ts");
    expect(packagesIn(configured, HEAVY)).to.deep.equal([]);
  });

  it("is more for a task of ours: what tells that the record is one", async () => {
    const task = await importsOf(["alpha", "networks"], "");

    expect(packagesIn(task, HEAVY)).to.include("cli-table3");
    expect(filesIn(task)).to.include("tasks/networks/action.ts");
  });
});
