import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import manifest from "../../package.json" with { type: "json" };
import { runHardhat } from "../support/cli.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { npmInstall } from "../support/npm.ts";
import { givenPackedPackage } from "../support/pack-package.ts";
import { type ProcessResult, runNode } from "../support/run-node.ts";
import {
  createTemplateProject,
  enablePlugin,
  hardhatCli,
  installPlugin,
} from "../support/template-project.ts";

/** Of Hardhat, which a test below compares. */
const TEMPLATES = ["node-test-runner-viem", "mocha-ethers", "minimal"];
const LOWEST_NODE = manifest.engines.node.replace(">=", "");
/** A port at which nothing listens. */
const NOBODY = "http://127.0.0.1:1";
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

  before(async () => {
    for (const name of ["nodes", ...TEMPLATES]) {
      mkdirSync(folderOf(name));
    }
    await npmInstall(folderOf("nodes"), [`node@${LOWEST_NODE}`]);
  });

  const run = async (
    template: string,
    args: readonly string[],
    node?: string,
  ): Promise<ProcessResult> =>
    await runNode([...args], {
      cwd: folderOf(template),
      env: { ...guardedEnvironment(process.env), ALPHA_DEVNET_RPC_URL: NOBODY },
      node,
    });

  /** The template's own sources do not compile before they are built. */
  const typeErrors = async (template: string) => {
    const tsc = join(folderOf(template), "node_modules/typescript/bin/tsc");
    return (await run(template, [tsc, "--noEmit", "-p", "."])).stdout;
  };

  for (const [index, template] of TEMPLATES.entries()) {
    describe(template, () => {
      let errorsBefore = "";

      before(async () => {
        await createTemplateProject(folderOf(template), template);
        errorsBefore = await typeErrors(template);
        await installPlugin(folderOf(template), archive());
        enablePlugin(folderOf(template));
        writeFileSync(join(folderOf(template), "alpha.ts"), SCRIPT);
      });

      it("given the plugin and a typed script, then the template's own type check finds no more than before", async () => {
        expect(await typeErrors(template)).to.equal(errorsBefore);
      });

      it(`given ${index === 0 ? `Node ${LOWEST_NODE}` : "this Node"}, then a task, verify on sandboxes and the script do their work in silence`, async () => {
        const node =
          index === 0
            ? folderOf("nodes/node_modules/node/bin/node")
            : process.execPath;
        const { stdout: actual } = await run(template, ["--version"], node);
        const version = index === 0 ? LOWEST_NODE : process.versions.node;
        expect(actual).to.equal(`v${version}\n`);

        for (const [command, code, printed] of [
          ["alpha status devnet", 2, /^status: UNKNOWN$/m],
          ["alpha verify --sandbox --level wiring", 0, /\(wiring\): OK/],
          [
            "run --no-compile alpha.ts",
            0,
            new RegExp(`^${ROUTER} true ok 32456\n$`),
          ],
        ] as const) {
          const end = await run(
            template,
            [hardhatCli(folderOf(template)), ...command.split(" ")],
            node,
          );

          expect([command, end.code, end.stderr]).to.deep.equal([
            command,
            code,
            "",
          ]);
          expect(end.stdout).to.match(printed);
        }
      });
    });
  }

  it("given Hardhat, then these are all of its templates", async () => {
    const { stdout } = await runHardhat(["--init", "--templates"]);

    expect(stdout.match(/(?<=^ +- ).+$/gm)).to.eql(TEMPLATES);
  });
});
