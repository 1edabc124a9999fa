import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { configWith } from "../../e2e/run-alpha.ts";
import { createProject, type TemporaryProject } from "../../support/cli.ts";
import { runHardhatHere } from "../../support/cli-here.ts";

describe("alpha verify --write-lock", function () {
  this.timeout(60_000);
  let project: TemporaryProject;
  beforeEach(() => {
    project = createProject(configWith());
  });
  afterEach(() => project.remove());

  const write = async () =>
    await runHardhatHere(
      ["alpha", "verify", "devnet", "--sandbox", "--write-lock"],
      { cwd: project.root },
    );

  it("given a lock from which the owner was deleted, then the owner of now is shown before the file is written, and nothing the second time", async () => {
    await write();
    const file = join(project.root, "alpha.lock.json");
    const written = readFileSync(file, "utf8");
    const lock = JSON.parse(written);
    const hostile = "\u001B[2K1 %";
    const { policy } = lock.networks.devnetSandbox;
    const owner = policy["router.owner"];
    delete policy["router.owner"];
    policy["router.swapFeeApproved"] = hostile;
    writeFileSync(file, JSON.stringify(lock));

    const { code, stderr } = await write();

    expect(code, stderr).to.equal(0);
    const [shown, result] = stderr.split(`Wrote ${file}.`);
    expect(shown).to.contain("policy values, changed:\n");
    expect(shown).to.contain(
      `    Router owner: not in the lock → ${owner} (account)\n`,
    );
    // What no terminal may interpret is told by its hash.
    expect(shown).to.contain(
      ` 1 % (in full: SHA-256 ${createHash("sha256").update(hostile).digest("hex")}) → 0.1 %`,
    );
    expect(stderr).not.to.contain("\u001B");
    expect(result?.trim()).to.equal("");
    expect(readFileSync(file, "utf8")).to.equal(written);
    expect((await write()).stderr).to.match(/unchanged\n.+is up to date\.\n$/);
  });

  it("given a lock of the former format, then all its values are new, and each other network of it is named with the command that adds it", async () => {
    const entry = { alphaNetwork: "devnet", chainId: 1 };
    const networks = {
      devnetSandbox: entry,
      testnet: entry,
      "a\u001B[2K": entry,
    };
    writeFileSync(
      join(project.root, "alpha.lock.json"),
      JSON.stringify({ schemaVersion: 2, networks }),
    );

    const { code, stderr } = await write();

    expect(code, stderr).to.equal(0);
    expect(stderr).to.contain("policy values, new:\n");
    const { contracts, policy } = JSON.parse(
      readFileSync(join(project.root, "alpha.lock.json"), "utf8"),
    ).networks.devnetSandbox;
    expect(stderr).to.contain(
      `    Router owner: not in the lock → ${policy["router.owner"]} (account)\n`,
    );
    expect(stderr).to.contain(
      `    registry.Router codeHash: not in the lock → ${contracts["registry.Router"].code}\n`,
    );
    expect(stderr.match(/: not in the lock → /g)?.length).to.be.at.least(
      Object.keys(contracts).length + Object.keys(policy).length,
    );
    expect(stderr.match(/^ {2}.* not taken over .*$/gm)).to.deep.equal([
      '  testnet: not taken over from the former format. Add it with "npx hardhat alpha verify testnet --write-lock".',
      '  a\\u001b[2K: not taken over from the former format. Add it with "npx hardhat alpha verify a\\u001b[2K --write-lock".',
    ]);
    expect((await write()).stderr).to.not.contain("not taken over");
  });
});
