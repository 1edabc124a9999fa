import { constants, copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { findUp } from "@nomicfoundation/hardhat-utils/fs";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { successfulResult } from "hardhat/utils/result";
import { alphaCommand } from "../../src/base/command.ts";
import { alphaError, PLUGIN_ID } from "../../src/base/errors.ts";
import { given, ownValue, recordOf } from "../../src/base/records.ts";
import { didYouMean } from "../../src/base/suggest-name.ts";
import { emit } from "../cli/output.ts";
import { textTable } from "../cli/table.ts";

/** Copies an example into the project, never over a file; without a name, lists them. */
const action: NewTaskActionFunction<{
  readonly example?: string | undefined;
}> = async ({ example: name }, { config }) => {
  const examples = initExamples(config.plugins.map(({ id }) => id));
  const names = Object.keys(examples);
  if (name === undefined) {
    const headings = ["example", "writes", "which"];
    const rows = Object.entries(examples).map(
      ([each, { file, description }]) => ({ cells: [each, file, description] }),
    );
    const table = [{ headings }, ...rows];
    await emit(
      (style) =>
        `${textTable(table, { style })}\n\n${alphaCommand("init", "<example>")}`,
    );
    return successfulResult([]);
  }
  const example = ownValue(examples, name);
  if (example === undefined) {
    throw alphaError(
      `Unknown example "${name}". ${didYouMean(name, names)}Valid examples: ${names.join(", ")}.`,
    );
  }
  const { file, source, next } = example;
  const to = join(config.paths.root, file);
  const { resolve } = createRequire(import.meta.url);
  const folder = join(
    dirname(resolve(`${PLUGIN_ID}/package.json`)),
    "examples",
  );
  try {
    await mkdir(dirname(to), { recursive: true });
    await copyFile(join(folder, source), to, constants.COPYFILE_EXCL);
  } catch (error) {
    // A parent folder that is a file has the same code.
    const { code, syscall } = recordOf(error);
    throw alphaError(
      code === "EEXIST" && syscall === "copyfile"
        ? `${file} exists and will not be replaced: move or rename it, then try again.`
        : `${file} could not be written: ${error}.`,
      error,
    );
  }
  const isInProject = config.paths.config !== undefined;
  const written = relative(process.cwd(), to);
  // The commands name files by their paths in the project.
  const root = relative(process.cwd(), config.paths.root);
  const first = isInProject ? given(root && `cd "${root}"`) : NEW_PROJECT;
  const commands = [...first, ...next];
  await emit((style) =>
    [
      isInProject
        ? `Wrote ${written}. Next:`
        : `Wrote ${written}. It needs a Hardhat project with this plugin. Next:`,
      ...commands.map((command) => `  ${style.strong(command)}`),
    ].join("\n"),
  );
  const repository = await findUp(".git", config.paths.root);
  const subfolder =
    repository && relative(dirname(repository), config.paths.root);
  if (subfolder && file.startsWith(".github/")) {
    console.error(
      `GitHub only reads workflows in the root of the repository: move ${file} there, and let its steps run in ${subfolder} (defaults.run.working-directory, cache-dependency-path of setup-node, and path of upload-artifact).`,
    );
  }
  return successfulResult([file]);
};

export default action;

/** The commands that begin a project in a folder without one. */
export const NEW_PROJECT = [
  "npm init -y",
  "npm pkg set type=module",
  `npm install --save-dev ${PLUGIN_ID} hardhat @nomicfoundation/hardhat-viem viem`,
  `echo 'import plugin from "${PLUGIN_ID}"; export default { plugins: [plugin] };' > hardhat.config.ts`,
];

/** An example, and what to run next. */
interface InitExample {
  readonly description: string;
  /** In the package's folder `examples`. */
  readonly source: string;
  /** Where it is written, relative to the project, with slashes. */
  readonly file: string;
  /** The commands that use it. */
  readonly next: readonly string[];
}

/** The ids of Hardhat's plugins that decide what a test looks like. */
const MOCHA = "hardhat-mocha";
const NODE_TEST = "hardhat-node-test-runner";
const ETHERS = "hardhat-ethers";

/**
 * The examples for a project.
 *
 * @param plugins the ids of the plugins in its config, also of those that others bring
 */
export function initExamples(
  plugins: readonly string[],
): Readonly<Record<string, InitExample>> {
  return {
    script: {
      description: "publishes a data asset, on any network",
      source: "deploy-script/scripts/publish.ts",
      file: "scripts/publish.ts",
      next: [
        "npx hardhat run --no-compile scripts/publish.ts --network devnetSandbox",
      ],
    },
    test: {
      description: "publishes and buys on a sandbox",
      ...testFor(plugins),
    },
    solidity: {
      description: "the same as Solidity tests",
      source: "solidity/contracts/BuyTest.t.sol",
      file: "contracts/BuyTest.t.sol",
      next: ["npx hardhat test solidity contracts/BuyTest.t.sol"],
    },
    ci: {
      description: "verifies the networks in GitHub Actions",
      source: "ci/github-actions.yml",
      file: ".github/workflows/alpha.yml",
      next: [
        "npx hardhat alpha verify devnet testnet --level wiring --write-lock",
        "git add alpha.lock.json .github/workflows/alpha.yml",
      ],
    },
  };
}

/** The test of the runner and the library in the config; by default node:test and viem. */
function testFor(
  plugins: readonly string[],
): Pick<InitExample, "source" | "file" | "next"> {
  const isEthers = plugins.includes(ETHERS);
  if (plugins.includes(MOCHA) && !plugins.includes(NODE_TEST)) {
    const file = isEthers ? "test/market.ts" : "test/payment.ts";
    return {
      source: isEthers ? "ethers/test/market.mocha.ts" : `mocha-test/${file}`,
      file,
      next: [`npx hardhat test mocha --no-compile ${file}`],
    };
  }
  const file = "test/market.ts";
  return {
    source: isEthers ? "ethers/test/market.node.ts" : `node-test/${file}`,
    file,
    next: plugins.includes(NODE_TEST)
      ? [`npx hardhat test nodejs --no-compile ${file}`]
      : [`node --test ${file}`],
  };
}
