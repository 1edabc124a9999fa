import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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

  it("given an anvil that starts from it, then alpha verify finds the contracts wired, and a data asset can be published and bought with both tokens", async () => {
    const network = "third";
    const { chainId, plan } = SANDBOX_PLANS[network];
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

  it("given no network, or several, then the error says to name one", async () => {
    for (const names of [[], ["devnet", "testnet"]]) {
      const { code, stdout, stderr } = await runAlpha([
        ...["export", ...names, "--format", "genesis"],
      ]);
      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.contain("Name the network, such as ");
    }
  });

  it("given the same config twice, then the allocation is the same, and has the accounts of the genesis", async () => {
    const [first = "", second, genesis = ""] = await Promise.all(
      ["allocs", "allocs", "genesis"].map(
        async (format) =>
          (await runAlpha(["export", "devnet", "--format", format])).stdout,
      ),
    );

    expect(second).to.equal(first);
    expect(JSON.parse(first)).to.deep.equal(JSON.parse(genesis).alloc);
  });
});
