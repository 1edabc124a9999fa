import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { initExamples } from "../../tasks/init/action.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { REPOSITORY } from "../support/repository-files.ts";

const CONFIG = `import plugin from "hardhat-alpha-networks";
export default { plugins: [plugin] };
`;

const EXAMPLES = initExamples([]);

describe("alpha init", function () {
  this.timeout(60_000);

  let project: TemporaryProject;

  beforeEach(() => {
    project = createProject(CONFIG);
  });

  afterEach(() => project.remove());

  const init = async (...examples: readonly string[]) =>
    await runHardhatHere(["alpha", "init", ...examples], { cwd: project.root });

  for (const [name, { source, file, next }] of Object.entries(EXAMPLES)) {
    it(`given ${name}, then it is the package's, and the commands to run next are printed`, async () => {
      const { code, stdout, stderr } = await init(name);

      expect(code, stderr).to.equal(0);
      expect(readFileSync(join(project.root, file), "utf8")).to.equal(
        readFileSync(join(REPOSITORY, "examples", source), "utf8"),
      );
      const commands = next.map((command) => `  ${command}\n`);
      expect(stdout).to.equal(
        `Wrote ${join(file)}. Next:\n${commands.join("")}`,
      );
    });
  }

  const MOCHA = 'import("@nomicfoundation/hardhat-mocha")';
  const ETHERS = 'import("@nomicfoundation/hardhat-ethers")';
  const NODE_TEST =
    'Promise.resolve({ default: { id: "hardhat-node-test-runner", npmPackage: null } })';
  for (const [plugins, source, next] of [
    [[MOCHA], "mocha-test/test/payment.ts", /test mocha .* test\/payment\.ts$/],
    [[MOCHA, ETHERS], "ethers/test/market.mocha.ts", /test mocha .*\/market/],
    [[ETHERS], "ethers/test/market.node.ts", /^node --test test\/market\.ts$/],
    [[NODE_TEST, MOCHA], "node-test/test/market.ts", /test nodejs .*\/market/],
    [[NODE_TEST, ETHERS], "ethers/test/market.node.ts", /test nodejs/],
  ] as const) {
    it(`given a toolbox with ${plugins.join(" and ")}, then the test is ${source}`, async () => {
      project.write(
        "hardhat.config.ts",
        `import plugin from "hardhat-alpha-networks";
const toolbox = { id: "a-toolbox", npmPackage: null, dependencies: () => [${plugins.join(", ")}] };
export default { plugins: [toolbox, plugin] };
`,
      );

      const { code, stdout, stderr } = await init("test");

      expect(code, stderr).to.equal(0);
      const [wrote = "", command = ""] = stdout.split("\n");
      const file = /^Wrote (\S+)\. Next:$/.exec(wrote)?.[1] ?? "";
      expect(command.trim()).to.match(next);
      expect(project.read(file)).to.equal(
        readFileSync(join(REPOSITORY, "examples", source), "utf8"),
      );
    });
  }

  it("given no name, then they are listed, and nothing is written", async () => {
    const before = readdirSync(project.root);

    const { code, stdout } = await init();

    expect(code).to.equal(0);
    for (const [name, { file }] of Object.entries(EXAMPLES)) {
      expect(stdout).to.match(new RegExp(`^${name} +${file} +a?`, "m"));
    }
    expect(readdirSync(project.root)).to.deep.equal(before);
  });

  it("given an unknown name, then the error names the examples, and nothing is written", async () => {
    const { code, stderr } = await init("tests");

    expect(code).to.equal(1);
    expect(stderr).to.include(
      'Unknown example "tests". Did you mean test? Valid examples: script, test, solidity, ci.',
    );
    expect(existsSync(join(project.root, "test"))).to.equal(false);
  });

  it("given a subfolder, then it goes into the project, and the commands begin with the way there", async () => {
    project.write("sub/a.txt", "");
    const { stdout } = await runHardhatHere(["alpha", "init", "script"], {
      cwd: join(project.root, "sub"),
    });

    const [wrote, cd] = stdout.split("\n");
    expect(wrote).to.equal(`Wrote ${join("..", "scripts/publish.ts")}. Next:`);
    expect(cd).to.equal('  cd ".."');
    expect(project.read("scripts/publish.ts")).to.include("publish");
  });

  it("given a project in a subfolder of a repository, then it is said where GitHub reads workflows", async () => {
    project.write(".git/HEAD", "");
    project.write("app/package.json", '{ "type": "module" }');
    project.write("app/hardhat.config.ts", CONFIG);
    const { code, stderr } = await runHardhatHere(["alpha", "init", "ci"], {
      cwd: join(project.root, "app"),
    });

    expect([code, stderr]).to.deep.equal([
      0,
      "GitHub only reads workflows in the root of the repository: move .github/workflows/alpha.yml there, and let its steps run in app (defaults.run.working-directory, cache-dependency-path of setup-node, and path of upload-artifact).\n",
    ]);
  });

  it("given a file where the example goes, then it is left, and the error names it", async () => {
    project.write("test/market.ts", "mine");

    const { code, stdout, stderr } = await init("test");

    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.include("test/market.ts exists and will not be replaced");
    expect(project.read("test/market.ts")).to.equal("mine");
  });
});
