import { expect } from "chai";

import {
  SOME_CODE,
  urlVariables,
  v3Addresses,
} from "../../e2e/live-network.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  setAnvilCode,
  startAnvil,
} from "../../support/anvil.ts";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../../support/cli.ts";
import { runHardhatHere } from "../../support/cli-here.ts";
import {
  docBlocks,
  docCommands,
  docScripts,
} from "../../support/doc-blocks.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { runNode } from "../../support/run-node.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { startSandboxProcess } from "../../support/sandbox-process.ts";

/** Run by the tests of the set-up, the package and the benchmarks. */
const RUN_ELSEWHERE = [
  /^npm (start|test|init -y|pkg set type=module)$/,
  /^npm install --save-dev hardhat-alpha-networks /,
  /^npm run bench\b/,
  // It compiles contracts: test/slow/examples/own-contracts.test.ts runs it.
  /^npx hardhat alpha sandbox devnet --script /,
  // With the scripts that they run.
  /^node scripts\/[\w-]+\.ts$/,
];
/** Beyond the third network's start block; the others' would take too long to mine. */
const BLOCKS = "0x500";
const START_BLOCKS = "devnet: { startBlock: 5 }, testnet: { startBlock: 5 }";
const SERVES = /^npx hardhat alpha sandbox\b/;
const HARDHAT = /^((?:[A-Z_]+=\S+ )*)npx hardhat (.*)$/;
/** In the project it runs Hardhat. */
const PROGRAM = /\bnpx hardhat-alpha-networks /;

describe("the commands in README and docs", function () {
  this.timeout(120_000);

  const nodes = new Map<string, Anvil>();
  let project: TemporaryProject | undefined;

  before(async () => {
    const config = docBlocks().find(({ text }) =>
      text.startsWith("// hardhat.config.ts"),
    );
    project = createProject(
      (config?.text ?? "").replace(
        "plugins: [hardhatAlphaNetworks],",
        `$& alpha: { networks: { ${START_BLOCKS} } },`,
      ),
    );
    project.write(
      "addresses.csv",
      `Router,${SANDBOX_PLANS.devnet.plan.router}\n`,
    );
    for (const { file, text } of docBlocks()) {
      if (file !== undefined) {
        project.write(file, text);
      }
    }
    const transaction = docBlocks().find(
      ({ document, language }) =>
        document === "docs/control.md" && language === "json",
    );
    const { from } = JSON.parse(transaction?.text ?? "");
    project.write("tx.json", transaction?.text ?? "");
    await Promise.all(
      Object.entries(SANDBOX_PLANS).map(
        async ([network, { chainId, plan }]) => {
          const node = await startAnvil({ chainId });
          nodes.set(network, node);
          await placeOnAnvil(node.url, plan, { owner: from });
          await httpProvider(node.url).request({
            method: "anvil_mine",
            params: [BLOCKS],
          });
        },
      ),
    );
    for (const address of v3Addresses()) {
      await setAnvilCode(nodes.get("third")?.url ?? "", address, SOME_CODE);
    }
  });

  after(async () => {
    project?.remove();
    await Promise.all([...nodes.values()].map((node) => node.close()));
  });

  const commands = [
    ...new Set(docCommands().map(({ command }) => command)),
  ].filter((command) => !RUN_ELSEWHERE.some((known) => known.test(command)));

  for (const command of commands.filter((text) => SERVES.test(text))) {
    it(`when "${command}" is run, then it serves until Ctrl-C, and ends with 0`, async () => {
      const args = command.replace(SERVES, "").replace(/ --port \d+/, "");
      const server = await startSandboxProcess(
        // Whatever else runs here may have the port that a reader takes.
        [...args.split(" ").filter((text) => text !== ""), "--port", "0"],
        project === undefined ? {} : { cwd: project.root },
      );
      expect(server.urls.size).to.be.above(0);

      const { code, signal, stderr } = await server.end("SIGINT");

      expect(code, `${signal}\n${stderr}`).to.equal(0);
    });
  }

  for (const command of commands.filter((text) => !SERVES.test(text))) {
    it(`given the networks' contracts on their chains, when "${command}" is run, then it ends with 0`, async () => {
      const [, variables = "", line = ""] =
        HARDHAT.exec(command.replace(PROGRAM, "npx hardhat alpha ")) ?? [];
      expect(line, "a command that no test knows how to run").not.to.equal("");
      const run = line.startsWith("alpha ") ? runHardhatHere : runHardhat;
      const { code, stdout, stderr } = await run(line.split(" "), {
        cwd: project?.root,
        env: {
          ...urlVariables(
            Object.fromEntries(
              [...nodes].map(([name, { url }]) => [name, url]),
            ),
          ),
          ...Object.fromEntries(
            [...variables.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
              name,
              value === "http://127.0.0.1:8545"
                ? nodes.get("devnet")?.url
                : value,
            ]),
          ),
        },
      });

      expect(code, `${stdout}\n${stderr}`).to.equal(0);
    });
  }

  for (const { document, file, printed } of docScripts()) {
    it(`given the script ${file} of ${document}, when it is run, then it ends with 0, and prints what the page shows`, async () => {
      const { code, stdout, stderr } = await runNode([file], {
        cwd: project?.root,
        env: guardedEnvironment(process.env),
      });

      expect(code, `${stdout}\n${stderr}`).to.equal(0);
      expect(stdout).to.include(SANDBOX_PLANS.devnet.plan.router);
      expect(stdout).to.equal(printed ?? stdout);
    });
  }

  it("given the README's script, then its output is shown", () => {
    const [script] = docScripts();

    expect(script?.document).to.equal("README.md");
    expect(script?.printed).to.match(/^Sold for /m);
  });
});
