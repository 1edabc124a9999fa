import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";

import { foundryBinary } from "../support/foundry-binary.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";

const run = promisify(execFile);

describe("Foundry's cast on a served sandbox", function () {
  this.timeout(120_000);

  it("given cast call, which sends data and input, then the contract answers", async () => {
    const { router, erc721Factory } = SANDBOX_PLANS.devnet.plan;
    const sandbox = await startSandboxProcess(["devnet", "--port", "0"]);
    try {
      const url = sandbox.urls.get("devnet") ?? "";
      const { stdout } = await run(
        foundryBinary("cast"),
        ["call", router, "factory()(address)", "--rpc-url", url],
        { env: guardedEnvironment(process.env), timeout: 60_000 },
      );

      expect(stdout.trim()).to.equal(erc721Factory);
    } finally {
      await sandbox.end("SIGTERM");
    }
  });
});
