import { expect } from "chai";

import { configWith, runAlpha } from "../../e2e/run-alpha.ts";
import { expectValidReport } from "../../support/schema.ts";

const CONFIG = configWith(
  "{ networks: { testnet: { feeToken: { decimals: 6 } } } }",
);

describe("alpha wallet", function () {
  this.timeout(60_000);

  const wallet = async (...args: readonly string[]) =>
    await runAlpha(["wallet", ...args], { config: CONFIG });

  it("given the sandbox, when JSON is printed, then it is the report alone, with exit code 0", async () => {
    const { code, stdout, stderr } = await wallet(
      ..."devnet --sandbox --format json".split(" "),
    );

    expect(code).to.equal(0);
    expect(stderr).to.equal("");
    expect(expectValidReport("wallet", stdout).outcome).to.equal("ok");
  });

  it("given no node to ask, then the table names what was not read, with exit code 2", async () => {
    const { code, stdout } = await wallet("third");

    expect(code).to.equal(2);
    expect(stdout).to.match(
      /^UNKNOWN · third · GEN-X · chain id 100 \(0x64\)\n/,
    );
    expect(stdout).to.contain("GX is added with it");
    expect(stdout).to.contain("token-symbol: tokens.euro.symbol of third");
    expect(stdout).to.contain("Gnosis Chain");
    expect(stdout).not.to.contain("\u001B");
  });

  it("given 6 decimals of a fee token, then the rule is named, with exit code 1", async () => {
    const { code, stdout } = await wallet("testnet", "--sandbox");

    expect(code).to.equal(1);
    expect(stdout).to.contain("broken");
    expect(stdout).to.contain(
      "fee-token-decimals: feeToken.decimals of testnet",
    );
  });

  it("given both --online and --sandbox, then it is an error that says so, with no report", async () => {
    const { code, stdout, stderr } = await wallet("--online", "--sandbox");

    expect([code, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.contain("cannot be used together");
  });
});
