import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import type { Address } from "viem";

import { httpProvider, placeOnAnvil, startAnvil } from "../support/anvil.ts";
import { foundryBinary } from "../support/foundry-binary.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";
import {
  contractReader,
  expectPackageCode,
  expectWired,
} from "../support/sandbox-facts.ts";
import { market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import {
  type SandboxProcess,
  startSandboxProcess,
} from "../support/sandbox-process.ts";

const run = promisify(execFile);
const OWNER: Address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const SPENDER = "0x000000000000000000000000000000000000bEEF";

describe("the contract set on an anvil", () => {
  it("is wired, owned and in use, as on a simulated chain", async () => {
    const { chainId, plan } = SANDBOX_PLANS.third;
    await using anvil = await startAnvil({ chainId });
    const provider = httpProvider(anvil.url);

    await placeOnAnvil(anvil.url, plan, { owner: OWNER, holders: [OWNER] });

    const read = contractReader(provider);
    await expectPackageCode(provider, plan);
    await expectWired(read, plan);
    expect(await read("FactoryRouter", plan.router, "routerOwner")).to.equal(
      OWNER,
    );
    const price = 10n ** 18n;
    const { publish, buy } = market(provider, plan);
    const paid = { paymentToken: plan.token, paymentDecimals: 18, price };
    const { datatoken, exchangeId } = await publish({
      publisher: OWNER,
      ...paid,
    });
    await buy({ buyer: OWNER, ...paid, exchangeId, limit: 2n * price });
    expect(await read("OceanToken", datatoken, "balanceOf", OWNER)).to.equal(
      price,
    );
  });
});

describe("Foundry's cast on a served sandbox", function () {
  this.timeout(30_000);

  const { router, erc721Factory, token } = SANDBOX_PLANS.devnet.plan;
  let sandbox: SandboxProcess;

  before(async () => {
    sandbox = await startSandboxProcess(["devnet", "--port", "0"]);
  });

  after(async () => {
    await sandbox.end("SIGTERM");
  });

  const cast = async (command: string): Promise<string> => {
    const url = sandbox.urls.get("devnet") ?? "";
    const { stdout } = await run(
      foundryBinary("cast"),
      [...command.split(" "), "--rpc-url", url],
      { env: guardedEnvironment(process.env), timeout: 20_000 },
    );
    return stdout.trim();
  };

  it("given cast call, which sends data and input, then the contract answers", async () => {
    expect(await cast(`call ${router} factory()(address)`)).to.equal(
      erc721Factory,
    );
  });

  it("given cast send from an unlocked account, then the transaction is mined", async () => {
    const [sender = ""] = JSON.parse(await cast("rpc eth_accounts"));
    const receipt = await cast(
      `send ${token} approve(address,uint256) ${SPENDER} 5 --unlocked --from ${sender} --json`,
    );

    expect(JSON.parse(receipt).status).to.equal("0x1");
    expect(
      await cast(
        `call ${token} allowance(address,address)(uint256) ${sender} ${SPENDER}`,
      ),
    ).to.equal("5");
  });
});
