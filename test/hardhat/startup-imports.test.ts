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
  from: "src" | "dist" = "src",
  exitCode = 0,
): Promise<readonly Import[]> {
  using project = createProject(
    `
    import hardhatAlphaNetworks from "hardhat-alpha-networks";
    import { defineConfig } from "hardhat/config";
    export default defineConfig({ plugins: [hardhatAlphaNetworks], ${alpha} });
  `,
    { from },
  );
  const recorder = pathToFileURL(project.write("recorder.mjs", RECORDER)).href;
  const { NODE_OPTIONS } = guardedEnvironment(process.env);
  const { code, stderr } = await runHardhat(command, {
    cwd: project.root,
    env: { NODE_OPTIONS: `${NODE_OPTIONS} --import=${recorder}` },
  });
  if (code !== exitCode) {
    throw new Error(stderr);
  }
  return JSON.parse(project.read("imports.json"));
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
  "ajv",
  "ox",
  "undici",
  "viem",
  "@nomicfoundation/edr",
  "@oceanprotocol/contracts",
];
/** What level presence loads of the folders that are for levels above it. */
const PRESENCE_LOADS: Readonly<Record<string, readonly string[]>> = {
  wiring: ["unread-facts"],
  expect: ["facts", "policy-facts", "targets"],
  asking: [
    "ask-all",
    "block-reader",
    "judge-answers",
    "network-reader",
    "pinned-reader",
    "read-anchors",
    "read-calls",
    "read-early",
    "reading-rules",
    "requests/block-control",
    "requests/evidence",
    "requests/max-requests",
    "requests/pinned-batches",
    "requests/pinned-requests",
    "requests/refusals",
    "state-reader",
  ],
  words: [
    "accept-command",
    "fact-words-loader",
    "findings",
    "report",
    "rows",
    "sentences",
    "shared-causes",
  ],
  lock: ["lock-gaps", "renamed"],
  "lock-file": ["lock-file"],
};
/** ABIs, bytecode, the JSON of contracts, and schemas. */
const ARTIFACTS = /\/artifacts\/.*\.json$|\/abis?\/|\.schema\.json$/;

describe("what is imported", () => {
  for (const command of ["--help", "clean"]) {
    it(`given hardhat ${command}, is what the hooks need, and of each task its definition alone`, async () => {
      const plain = await importsOf([command], "");
      const files = filesIn(plain);

      expect(files).to.include("src/hardhat/hooks/config.ts");
      expect(packagesIn(plain, HEAVY)).to.deep.equal([]);
      expect(plain.filter(({ to }) => ARTIFACTS.test(to))).to.be.empty;
      expect(
        plain.filter(({ from, to }) => isOurs(from) && to.includes("/zod/")),
      ).to.deep.equal([]);
      for (const pattern of [
        /^tasks\/(?!(index|cli\/arguments|[\w-]+\/index)\.ts$)/,
        /^src\/base\/(?!(address|errors|hex|records|suggest-name|token-amounts|untrusted-text)\.ts)/,
        /^src\/(connect|contracts|files|http|lint|rpc|sources|status|verify|wallet)\//,
        /^src\/sandbox\/(?!sandbox-clock)/,
        /^src\/hardhat\/(contracts|guard|transactions|viem)\//,
        /^src\/hardhat\/hooks\/network/,
      ]) {
        expect(files.filter((file) => pattern.test(file))).to.deep.equal([]);
      }
    });
  }

  it("given alpha config as it comes, is nothing that parses, connects or knows contracts", async () => {
    const task = await importsOf(["alpha", "config"], "");

    expect(packagesIn(task, HEAVY)).to.deep.equal([]);
    expect(task.filter(({ to }) => ARTIFACTS.test(to))).to.be.empty;
    expect(filesIn(task)).to.include("tasks/config/action.ts");
    const other =
      /^src\/(lint|sources|verify|status|sandbox\/(?!sandbox-clock))/;
    expect(filesIn(task).filter((file) => other.test(file))).to.be.empty;
  });

  it("given alpha verify of a node that is down, is nothing heavy but undici", async () => {
    const task = await importsOf(
      ["alpha", "verify", "devnet"],
      `alpha: { networks: { devnet: { url: "http://127.0.0.1:1" } } }`,
      "src",
      2,
    );

    expect(packagesIn(task, HEAVY)).to.deep.equal(["undici"]);
  });

  it("given alpha verify of a sandbox, is neither viem nor undici, and nothing of values but their shape", async () => {
    const task = await importsOf(["alpha", "verify", "devnetSandbox"], "");

    const verify = filesIn(task).filter((file) =>
      /^(src|tasks)\/verify\//.test(file),
    );
    expect(new Set(verify).size).to.be.at.most(80);
    for (const folder of Object.keys(PRESENCE_LOADS)) {
      const files = verify
        .filter((file) => file.startsWith(`src/verify/${folder}/`))
        .map((file) =>
          file.slice(`src/verify/${folder}/`.length, -".ts".length),
        );
      expect([...new Set(files)].toSorted(), folder).to.deep.equal(
        PRESENCE_LOADS[folder],
      );
    }

    expect(packagesIn(task, HEAVY)).to.deep.equal([
      "@nomicfoundation/edr",
      "@oceanprotocol/contracts",
    ]);
  });
});

describe("the built package", () => {
  it("given hardhat --help, reads one file with all that it needs, and two that lead there", async () => {
    const imports = await importsOf(["--help"], "", "dist");

    const dist = new URL("../../dist/", import.meta.url).href;
    const files = new Set(
      imports
        .map(({ to }) => to)
        .filter((url) => url.startsWith(dist))
        .map((url) => url.slice(dist.length)),
    );
    const chunk = [...files].find((file) => file.startsWith("src/chunk-"));
    expect([...files].toSorted()).to.deep.equal([
      chunk,
      "src/index.js",
      "src/on-demand.js",
    ]);
    expect(packagesIn(imports, HEAVY)).to.deep.equal([]);
  });
});
