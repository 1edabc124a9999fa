import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { guardedEnvironment } from "../support/guarded-environment.ts";
import { isRegistryInReach, npmInstall } from "../support/npm.ts";
import { packPackage } from "../support/pack-package.ts";
import { type ProcessResult, runNode } from "../support/run-node.ts";
import { runProgram } from "../support/run-program.ts";

const SOURCE = `import { devnet, testnet, third } from "hardhat-alpha-networks/chains";
const id: 32456 = devnet.id;
const symbol: "GX" = third.nativeCurrency.symbol;
// @ts-expect-error the types are those of the values
const wrong: 1 = testnet.id;
console.log(id, symbol, typeof wrong);
`;
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    module: "node16",
    moduleResolution: "node16",
    target: "es2020",
    lib: ["es2020", "dom"],
    types: [],
    // The declarations themselves are to hold.
    skipLibCheck: false,
  },
};
/** The lowest that is supported, and one from each line since. */
const COMPILERS = ["4.9.5", "5.4.5", "5.9.3"];
const NAME = "hardhat-alpha-networks";

describe("the packed package, for front ends without Hardhat", function () {
  this.timeout(300_000);

  const root = mkdtempSync(join(tmpdir(), "alpha-consumers-"));

  before(async function () {
    if (!(await isRegistryInReach(root))) {
      this.skip();
    }
    const archives = join(root, "archive");
    const installed = join(root, "node_modules", NAME);
    for (const folder of [archives, installed]) {
      mkdirSync(folder, { recursive: true });
    }
    await npmInstall(
      root,
      COMPILERS.map(
        (version) => `typescript-${version}@npm:typescript@${version}`,
      ),
    );
    // By hand, since npm would install the peers that front ends do without.
    mkdirSync(installed, { recursive: true });
    const { code, stderr } = await runProgram(
      "tar",
      [
        "--extract",
        "--gzip",
        "--strip-components=1",
        `--directory=${installed}`,
        `--file=${await packPackage(archives)}`,
      ],
      { cwd: root, env: guardedEnvironment(process.env) },
    );
    expect(code, stderr).to.equal(0);
    for (const type of ["module", "commonjs"]) {
      const folder = join(root, type);
      mkdirSync(folder);
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type }));
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
      writeFileSync(join(folder, "main.ts"), SOURCE);
    }
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  const node = async (...args: readonly string[]): Promise<ProcessResult> =>
    await runNode(args, {
      cwd: root,
      env: guardedEnvironment(process.env),
      timeout: 120_000,
    });

  for (const version of COMPILERS) {
    for (const type of ["module", "commonjs"]) {
      it(`given TypeScript ${version} and a project of type ${type}, then ./chains is typed, its declarations hold, and the program runs`, async () => {
        const compiled = await node(
          join(root, `node_modules/typescript-${version}/bin/tsc`),
          "--project",
          join(root, type),
        );

        expect(compiled.stdout).to.equal("");
        expect(compiled.code).to.equal(0);
        const { stdout, stderr } = await node(join(root, type, "main.js"));
        expect(stderr).to.equal("");
        expect(stdout).to.equal("32456 GX number\n");
      });
    }
  }
});
