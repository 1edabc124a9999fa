import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";
import { runHardhat } from "../../support/cli.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { type ProcessResult, runNode } from "../../support/run-node.ts";
import {
  CONFIG,
  SCRIPT as OTHER_SCRIPT,
  OWN_NETWORK,
  TSCONFIG,
} from "./blank-project.ts";
import { givenPackedPackage } from "./pack-package.ts";
import {
  createTemplateProject,
  enablePlugin,
  hardhatCli,
  httpClientOf,
  installPlugin,
} from "./template-project.ts";

/** Of Hardhat, which a test below compares. */
const TEMPLATES = ["node-test-runner-viem", "mocha-ethers"] as const;
/** A blank project, which package.test.ts has. */
const BLANK = "minimal";
const TSC = fileURLToPath(
  new URL("../../../node_modules/typescript/bin/tsc", import.meta.url),
);
/** Of the scripts and config of a blank project. */
const STRICT = {
  ...TSCONFIG,
  include: ["blank.config.ts", "script.ts", "own-network.ts"],
};
const ROUTER = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const SCRIPT = `
import hre from "hardhat";

const connection = await hre.alpha.connect("devnetSandbox");
const { alpha, viem } = connection;
const router: \`0x\${string}\` = alpha.registry.Router;
// @ts-expect-error there is no such key
void (() => alpha.registry.Rooter);
const contract = await alpha.contract("router");
const factory: \`0x\${string}\` = await contract.read.factory();
const report = await alpha.verify({ level: "wiring" });
const { chain } = await viem.getPublicClient();
console.log(router, factory === alpha.contracts.erc721Factory, report.outcome, chain.id);
await connection.close();
`;

describe("the packed package in projects of Hardhat's templates", function () {
  this.timeout(300_000);

  const { folder, archive } = givenPackedPackage();
  const folderOf = folder.at;

  const run = async (
    template: string,
    args: readonly string[],
  ): Promise<ProcessResult> =>
    await runNode([...args], {
      cwd: folderOf(template),
      env: guardedEnvironment(process.env),
    });

  /** The template's own sources do not compile before they are built. */
  const typeErrors = async (template: string) => {
    const tsc = join(folderOf(template), "node_modules/typescript/bin/tsc");
    return (await run(template, [tsc, "--noEmit", "-p", "."])).stdout;
  };

  for (const template of TEMPLATES) {
    describe(template, () => {
      let errorsBefore = "";

      before(async () => {
        mkdirSync(folderOf(template));
        await createTemplateProject(folderOf(template), template);
        errorsBefore = await typeErrors(template);
        await installPlugin(folderOf(template), archive());
        enablePlugin(folderOf(template));
        writeFileSync(join(folderOf(template), "alpha.ts"), SCRIPT);
      });

      it("given the plugin and a typed script, then the template's own type check finds no more than before", async () => {
        expect(await typeErrors(template)).to.equal(errorsBefore);
      });

      it("given a task and the script, then they do their work in silence", async () => {
        for (const [command, printed] of [
          ["alpha verify --sandbox --level wiring", /\(wiring\): OK/],
          [
            "run --no-compile alpha.ts",
            new RegExp(`^${ROUTER} true ok 32456\n$`),
          ],
        ] as const) {
          const end = await run(template, [
            hardhatCli(folderOf(template)),
            ...command.split(" "),
          ]);

          expect([command, end.code, end.stderr]).to.deep.equal([
            command,
            0,
            "",
          ]);
          expect(end.stdout).to.match(printed);
        }
      });

      it("given the test that alpha init writes, when the printed command is run, then it passes", async () => {
        const cli = hardhatCli(folderOf(template));
        const { stdout } = await run(template, [cli, "alpha", "init", "test"]);
        const command = /^ +npx hardhat (test (?:mocha|nodejs) .*)$/m.exec(
          stdout,
        )?.[1];
        const end = await run(template, [cli, ...(command ?? "").split(" ")]);

        expect(end.code, stdout + end.stdout + end.stderr).to.equal(0);
        expect(end.stdout).to.match(/\b1 passing\b/);
        expect(await typeErrors(template)).to.equal(errorsBefore);
      });
    });
  }

  describe(`a blank project's files in ${TEMPLATES[0]}`, () => {
    const [template] = TEMPLATES;
    before(() => {
      for (const [name, text] of Object.entries({
        "blank.config.ts": CONFIG,
        "script.ts": OTHER_SCRIPT,
        "own-network.ts": OWN_NETWORK,
        "strict.json": JSON.stringify(STRICT),
      })) {
        folder.write(`${template}/${name}`, text);
      }
    });

    it("given strict TypeScript that checks libraries too, then they compile, and a typo does not", async () => {
      const { code, stdout } = await run(template, [TSC, "-p", "strict.json"]);

      expect([code, stdout]).to.deep.equal([0, ""]);
    });

    it("given the script, when it is run, then it reads a sandbox, sends to a live network, and forks it", async () => {
      const { code, stdout, stderr } = await run(template, [
        hardhatCli(folderOf(template)),
        ..."--config blank.config.ts run --no-compile script.ts".split(" "),
      ]);

      expect(code, stderr).to.equal(0);
      expect(stdout).to.match(
        /^0x.* ok devnet testnet third\nsuccess ok ok\n$/,
      );
    });

    it("given the newest versions, then Hardhat and its plugins share their HTTP client", () => {
      const clients = [
        "hardhat",
        "@nomicfoundation/hardhat-viem",
        "hardhat-alpha-networks",
      ].flatMap((name) =>
        httpClientOf(folderOf(`${template}/node_modules/${name}`)),
      );

      expect(new Set(clients).size).to.equal(2);
    });
  });

  it("given Hardhat, then these are all of its templates", async () => {
    const { stdout } = await runHardhat(["--init", "--templates"]);

    expect(stdout.match(/(?<=^ +- ).+$/gm)).to.eql([...TEMPLATES, BLANK]);
  });
});
