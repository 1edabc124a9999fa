import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import { guardedEnvironment } from "../support/guarded-environment.ts";
import { runNode } from "../support/run-node.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const KEPT = join(ROOT, "src/contracts/abi");

function textsIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      readFileSync(join(folder, name), "utf8"),
    ]),
  );
}

describe("the contracts' ABIs", function () {
  this.timeout(20_000);

  it("given the installed artifacts, when they are generated again, then none has changed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "alpha-abis-"));
    try {
      const { code, stderr } = await runNode(
        [join(ROOT, "scripts/generate-abis.ts"), folder],
        {
          cwd: ROOT,
          env: guardedEnvironment(process.env),
          timeout: 30_000,
        },
      );

      expect(code, stderr).to.equal(0);
      const generated = textsIn(folder);
      expect(Object.keys(generated)).to.have.length(9);
      expect(textsIn(KEPT)).to.deep.equal(generated);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
