import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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
});
