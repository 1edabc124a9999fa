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
    const { policy } = lock.networks.devnetSandbox;
    const owner = policy["router.owner"];
    delete policy["router.owner"];
    policy["router.swapFeeApproved"] = "\u001B[2K1 %";
    writeFileSync(file, JSON.stringify(lock));

    const { code, stderr } = await write();

    expect(code, stderr).to.equal(0);
    const [shown, result] = stderr.split(`Wrote ${file}.`);
    expect(shown).to.contain("policy values, changed:\n");
    expect(shown).to.contain(`    Router owner: not in the lock → ${owner}\n`);
    expect(shown).to.contain("\\u001b[2K1 % → 0.1 %");
    expect(result?.trim()).to.equal("");
    expect(readFileSync(file, "utf8")).to.equal(written);
    expect((await write()).stderr).to.match(/unchanged\n.+is up to date\.\n$/);
  });
});
