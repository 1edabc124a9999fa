import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { expect } from "chai";

import { INIT_EXAMPLES } from "../../tasks/init/examples.ts";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { REPOSITORY } from "../support/repository-files.ts";

const CONFIG = `import plugin from "hardhat-alpha-networks";
export default { plugins: [plugin] };
`;

describe("alpha init", function () {
  this.timeout(60_000);

  let project: TemporaryProject;

  beforeEach(() => {
    project = createProject(CONFIG);
  });

  afterEach(() => project.remove());

  const init = async (...examples: readonly string[]) =>
    await runHardhatHere(["alpha", "init", ...examples], { cwd: project.root });

  for (const [name, { source, file, next }] of Object.entries(INIT_EXAMPLES)) {
    it(`given ${name}, then it is the package's, and the commands to run next are printed`, async () => {
      const { code, stdout, stderr } = await init(name);

      expect(code, stderr).to.equal(0);
      expect(readFileSync(join(project.root, file), "utf8")).to.equal(
        readFileSync(join(REPOSITORY, "examples", source), "utf8"),
      );
      const commands = next.map((command) => `  ${command}\n`);
      expect(stdout).to.equal(`Wrote ${file}. Next:\n${commands.join("")}`);
    });
  }

  it("given the script, when the command that is printed is run, then it publishes on the sandbox", async () => {
    const [, command = ""] =
      /^ {2}npx hardhat (.*)$/m.exec((await init("script")).stdout) ?? [];

    const { stdout } = await runHardhat(command.split(" "), {
      cwd: project.root,
    });

    expect(stdout).to.match(/^Published 0x\w{40} on devnet\.\n$/);
  });

  it("given no name, then they are listed, and nothing is written", async () => {
    const before = readdirSync(project.root);

    const { code, stdout } = await init();

    expect(code).to.equal(0);
    for (const [name, { file }] of Object.entries(INIT_EXAMPLES)) {
      expect(stdout).to.match(new RegExp(`^${name} +${file} +a?`, "m"));
    }
    expect(
      Math.max(...stdout.split("\n").map((line) => line.length)),
    ).to.be.at.most(80);
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

  for (const [what, place] of [
    ["a file", (path: string) => writeFileSync(path, "mine")],
    ["a broken link", (path: string) => symlinkSync("nowhere", path)],
  ] as const) {
    it(`given ${what} where the example goes, then it is left, and the error names it`, async () => {
      const path = join(project.root, "test/market.ts");
      mkdirSync(dirname(path));
      place(path);

      const { code, stdout, stderr } = await init("test");

      expect(code).to.equal(1);
      expect(stdout).to.equal("");
      expect(stderr).to.include(
        "test/market.ts exists and will not be replaced",
      );
      if (what === "a file") {
        expect(readFileSync(path, "utf8")).to.equal("mine");
      }
    });
  }

  it("given a file where a folder is needed, then the error says what could not be written", async () => {
    writeFileSync(join(project.root, "scripts"), "");

    const { code, stderr } = await init("script");

    expect(code).to.equal(1);
    expect(stderr).to.include("scripts/publish.ts could not be written: ");
  });
});
