import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";

import { type Anvil, startAnvil } from "../support/anvil.ts";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { REPOSITORY } from "../support/repository-files.ts";
import { runNode } from "../support/run-node.ts";
import { docSnippets } from "./doc-snippets.ts";

const TSC = join(REPOSITORY, "node_modules/typescript/bin/tsc");
const CONFIG = `
import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import hardhatAlphaNetworks from "hardhat-alpha-networks";
import { defineConfig } from "hardhat/config";
export default defineConfig({
  plugins: [hardhatAlphaNetworks, hardhatEthers],
  alpha: { forks: true },
});
`;
/** The one of Hardhat's templates, and what our sources in place of a build need. */
const TSCONFIG = {
  compilerOptions: {
    lib: ["es2024", "dom"],
    module: "node20",
    target: "es2023",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node", "mocha"],
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
  },
  include: ["hardhat.config.ts", "snippets/*.ts"],
};
/** A portal's file as docs/configuration.md takes it for given. */
const CHAINS = `module.exports = {
  chains: [{ chainId: 32456, network: "pontus-x-devnet", providerUri: "https://provider.example.org" }],
};
`;

describe("the TypeScript in README and docs", function () {
  this.timeout(120_000);

  const snippets = docSnippets().map((snippet, index) => ({
    ...snippet,
    file: `snippets/${String(index).padStart(2, "0")}.ts`,
  }));
  const of = (kind: string) => snippets.filter((one) => one.kind === kind);
  let project: TemporaryProject;

  before(() => {
    project = createProject(CONFIG);
    mkdirSync(project.at("snippets"));
    for (const { file, source } of snippets) {
      project.write(file, source);
    }
    project.write("tsconfig.json", JSON.stringify(TSCONFIG));
  });

  after(() => project.remove());

  it("given the pages, then there are configs, scripts and a test in them", () => {
    expect(of("config").length).to.be.above(9);
    expect(of("script").length).to.be.above(9);
    // Run by the test of the CI examples.
    expect(of("test").map(({ title }) => title)).to.deep.equal([
      "docs/scripts.md, block 8",
    ]);
  });

  it("given each block and one with a mistake, then all but that one compile as a reader's modules under the compiler options of Hardhat's templates", async () => {
    const wrong = project.at("snippets/wrong.ts");
    writeFileSync(
      wrong,
      'import hre from "hardhat";\nhre.alpha.network("devnet").registry.Rooter;\n',
    );
    const { code, stdout } = await runNode(
      [TSC, "-p", project.root, "--singleThreaded"],
      { cwd: project.root },
    );
    rmSync(wrong);

    expect(code).not.to.equal(0);
    const errors = stdout.trim().split("\n");
    const pages = snippets.map(({ file, title }) => `${file}: ${title}`);
    expect(errors, [...errors, ...pages].join("\n")).to.have.length(1);
    expect(errors[0]).to.match(/wrong\.ts.*'Rooter' does not exist/);
  });

  for (const { title, file } of of("config")) {
    it(`given the config of ${title}, then Hardhat takes it`, async () => {
      const app = mkdtempSync(project.at("app-"));
      writeFileSync(join(app, "package.json"), '{ "type": "module" }');
      project.write("portal/chains.config.js", CHAINS);
      copyFileSync(
        join(
          REPOSITORY,
          "node_modules/@oceanprotocol/contracts/addresses/address.json",
        ),
        join(app, "address.json"),
      );
      const { default: config } = await import(
        pathToFileURL(project.at(file)).href
      );

      const hre = await createHardhatRuntimeEnvironment(config, {}, app);

      expect(hre.alpha.names).to.include("devnet");
    });
  }

  it("given the scripts, when they are run, then each comes to its end, on the stand-ins and on a fork of a node", async () => {
    await using node: Anvil = await startAnvil({ chainId: 32456 });

    const files = of("script").map(({ file }) => file);
    project.write(
      "all.ts",
      files
        .map(
          (file) =>
            `await import("./${file}");\nconsole.log("done: ${file}");\n`,
        )
        .join(""),
    );

    const { code, stdout, stderr } = await runHardhat(
      ["run", "--no-compile", "all.ts", "--network", "devnetSandbox"],
      {
        cwd: project.root,
        env: Object.fromEntries(
          ["DEVNET", "TESTNET", "THIRD"].map((name) => [
            `ALPHA_${name}_RPC_URL`,
            node.url,
          ]),
        ),
      },
    );

    expect(code, `${stdout}\n${stderr}`).to.equal(0);
    const done = [...stdout.matchAll(/^done: (.+)$/gm)].map(([, file]) => file);
    expect(done).to.deep.equal(files);
  });
});
