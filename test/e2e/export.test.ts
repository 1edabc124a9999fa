import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { configWith, runAlpha } from "./run-alpha.ts";

const KEY = "c4n4ry5ecretc4n4ry5ecret";

describe("alpha export", function () {
  this.timeout(60_000);
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-export-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("given no format, then plain JSON of all networks is on stdout alone, and the exit code is 0, whatever time other formats would be given", async () => {
    const { code, stdout, stderr } = await runAlpha(["export"], {
      env: { SOURCE_DATE_EPOCH: "soon" },
    });

    expect(code).to.equal(0);
    expect(stderr).to.equal("");
    expect(Object.keys(JSON.parse(stdout))).to.deep.equal([
      "devnet",
      "testnet",
      "third",
    ]);
    expect(stdout.endsWith("}\n")).to.equal(true);
  });

  it("given a file that was written, when it is checked, then after a change in it, then after it is gone, then the exit codes are 0 and 1, and the report is on stdout as long as there is a file", async () => {
    const file = join(folder, "Addresses.sol");
    const run = (...more: string[]) =>
      runAlpha(["export", "devnet", "--format", "solidity", ...more]);

    const written = await run("--out", file);
    expect([written.code, written.stdout, written.stderr]).to.deep.equal([
      0,
      "",
      `Wrote ${file}.\n`,
    ]);
    const again = await run("--out", file);
    expect(again.stderr).to.equal(`${file} is up to date.\n`);
    const same = await run("--check", file);
    expect(same.code).to.equal(0);
    expect(same.stdout).to.contain("alpha export --check: OK (no findings)");

    writeFileSync(
      file,
      readFileSync(file, "utf8").replace("ChainId = 32456", "ChainId = 32457"),
    );
    const different = await run("--check", file);
    expect(different.code).to.equal(1);
    expect(different.stderr).not.to.contain("    at ");
    expect(different.stdout)
      .to.match(/^ {2}7:1 +error +the text \(line 7\) is "\s*uint256 internal/m)
      .and.contain("(difference)");

    rmSync(file);
    const gone = await run("--check", file);
    expect([gone.code, gone.stdout]).to.deep.equal([1, ""]);
    expect(gone.stderr).to.contain(`The file ${file} does not exist.`);
  });

  it("given a file whose values are compared, and --out, then the report is in that file, as with alpha config --check", async () => {
    const file = join(folder, "chains.json");
    const report = join(folder, "report.json");
    const run = (...more: string[]) =>
      runAlpha(["export", "devnet", "--format", "chain-metadata", ...more]);
    expect((await run("--out", file)).code).to.equal(0);

    const { code, stdout } = await run(
      ...["--check", file, "--check-format", "json", "--out", report],
    );

    expect([code, stdout]).to.deep.equal([0, ""]);
    expect(JSON.parse(readFileSync(report, "utf8"))).to.include({
      task: "export",
      outcome: "ok",
    });
  });

  it("given values that are not set, then the others are written, stderr names the rest, and the exit code is 2", async () => {
    const { code, stdout, stderr } = await runAlpha(
      ["export", "third", "--format", "address-json"],
      { config: configWith("{ preset: false }") },
    );

    expect(code).to.equal(2);
    expect(JSON.parse(stdout)).to.deep.equal({
      "gen-x-testnet": { chainId: 100, startBlock: 1099 },
    });
    expect(stderr.trim().split("\n")).to.have.lengthOf(8);
    expect(stderr).to.contain("Set alpha.networks.third.registry.Router");
  });

  it("given a file that was written with --reveal, when it is checked without, then it differs, and the secret is nowhere", async () => {
    const file = join(folder, "networksMetadata.config.js");
    const config = configWith(
      `{ networks: { devnet: { portal: { nodeUri: "https://node.example/${KEY}" } } } }`,
    );
    const run = (...more: string[]) =>
      runAlpha(["export", "devnet", "--format", "chain-metadata", ...more], {
        config,
      });

    expect((await run("--reveal", "--out", file)).code).to.equal(0);
    expect(readFileSync(file, "utf8")).to.contain(KEY);

    const { code, stdout, stderr } = await run("--check", file);
    expect(code).to.equal(1);
    expect(stdout).to.contain("https://node.example/{hidden}");
    expect(stdout + stderr).not.to.contain(KEY);
    expect(stderr).to.contain("devnet: nodeUri may be secret");
  });

  it("given --check and --out of the same file, then the error names it, nothing is on stdout, and the exit code is 1", async () => {
    const { code, stdout, stderr } = await runAlpha(
      "export --check package.json --out package.json".split(" "),
    );

    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.contain("package.json").and.not.contain("    at ");
  });
});
