import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { urlVariables } from "../e2e/live-network.ts";
import {
  configWith,
  NEW_CHAINS,
  runAlpha,
  runForReport,
} from "../e2e/run-alpha.ts";
import { httpProvider, startAnvil } from "../support/anvil.ts";
import { market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const SELLER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("alpha export --format genesis", function () {
  this.timeout(120_000);
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-genesis-"));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  for (const network of ["devnet", "third"] as const) {
    const { chainId, plan } = SANDBOX_PLANS[network];
    it(`given an anvil that starts from that of ${network}, then alpha verify finds the contracts wired, and a data asset can be published and bought with both tokens`, async () => {
      const file = join(folder, `${network}.json`);
      const exported = await runAlpha([
        ...["export", network, "--format", "genesis", "--out", file],
      ]);
      expect([exported.code, exported.stderr]).to.deep.equal([
        0,
        `Wrote ${file}.\n`,
      ]);
      const genesis = JSON.parse(readFileSync(file, "utf8"));
      expect(genesis.config.chainId).to.equal(chainId);
      // Without the chain id, anvil's own accounts sign for another chain.
      await using anvil = await startAnvil({ chainId, args: ["--init", file] });

      const provider = httpProvider(anvil.url);
      const { code, report } = await runForReport(
        "verify",
        [network, "--level", "wiring"],
        {
          config: configWith(NEW_CHAINS),
          env: urlVariables({ [network]: anvil.url }),
        },
      );
      expect(code, JSON.stringify(report, null, 1)).to.equal(0);
      expect(report.outcome).to.equal("ok");
      const { publish, buy } = market(provider, plan);
      const tokens = [
        { address: plan.token, decimals: 18 },
        // The default of alpha.sandbox.euroDecimals.
        { address: plan.extraTokens[0].address, decimals: 6 },
      ];
      for (const { address: paymentToken, decimals } of tokens) {
        const { exchangeId } = await publish({
          publisher: SELLER,
          paymentToken,
          paymentDecimals: decimals,
          price: 10n ** 18n,
        });
        const limit = 2n * 10n ** BigInt(decimals);
        await buy({ buyer: BUYER, paymentToken, exchangeId, limit });
      }
    });
  }

  it("given a file of another time, then --check finds nothing, and --out keeps it; and given another balance, then that is named", async () => {
    const file = join(folder, "checked.json");
    const run = async (...more: readonly string[]) =>
      await runAlpha(["export", "devnet", "--format", "genesis", ...more]);
    await run("--out", file);
    const written = readFileSync(file, "utf8");
    const time = /"timestamp": "(0x\w+)"/.exec(written)?.[1] ?? "";
    const before = written.replace(time, "0x65920080");
    expect(before).not.to.equal(written);
    writeFileSync(file, before);

    const same = await run("--check", file);
    await run("--out", file);
    const kept = readFileSync(file, "utf8");
    writeFileSync(
      file,
      before.replace(/"balance": "0x\w+"/, '"balance": "0x7"'),
    );
    const other = await run("--check", file);

    expect(same.code).to.equal(0);
    expect(same.stdout).to.contain("no findings");
    expect(kept).to.equal(before);
    expect(other.code).to.equal(1);
    expect(other.stdout).to.contain("balance").and.not.contain("timestamp");
  });

  it("given no network, or several, then the error says to name one", async () => {
    for (const names of [[], ["devnet", "testnet"]]) {
      const { code, stdout, stderr } = await runAlpha([
        ...["export", ...names, "--format", "genesis"],
      ]);
      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.contain(
        'Name the network, such as "alpha export devnet --format genesis"',
      );
    }
  });

  it("given the same config twice, then the allocation is the same, and has the accounts of the genesis", async () => {
    const [first, second, genesis] = await Promise.all(
      ["allocs", "allocs", "genesis"].map(async (format) => {
        const { code, stdout } = await runAlpha([
          ...["export", "devnet", "--format", format],
        ]);
        expect(code).to.equal(0);
        return stdout;
      }),
    );

    expect(second).to.equal(first);
    expect(JSON.parse(first ?? "")).to.deep.equal(
      JSON.parse(genesis ?? "").alloc,
    );
  });
});
