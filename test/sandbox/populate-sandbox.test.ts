import { expect } from "chai";
import type { EdrNetworkUserConfig } from "hardhat/types/config";
import { getAddress } from "viem";
import { SANDBOX_DEPLOYER } from "../../src/connect/recognise-sandbox.ts";
import { populateSandbox } from "../../src/sandbox/populate-sandbox.ts";
import { sandboxInitialDate } from "../../src/sandbox/sandbox-clock.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";
import {
  createChain,
  createSandbox,
  type TestChain,
} from "../support/sandbox-connection.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import {
  contractReader,
  expectPackageCode,
  expectWired,
  type ReadContract,
} from "./sandbox-facts.ts";

const { plan: PLAN, chainId: CHAIN_ID } = SANDBOX_PLANS.devnet;
const KEY = `0x${"5".repeat(64)}` as const;
const ANYONE = `0x${"e".repeat(40)}`;

const HARDFORKS = ["istanbul", "london", "osaka"];

const CONFIGS: Record<string, Partial<EdrNetworkUserConfig>> = {
  "the defaults": {},
  ...Object.fromEntries(
    HARDFORKS.map((hardfork) => [`the hardfork ${hardfork}`, { hardfork }]),
  ),
  'chainType "op"': { chainType: "op" },
  "mining on demand": { mining: { auto: false } },
  "interval mining alone": { mining: { auto: false, interval: 60_000 } },
  "a minimum gas price before London": {
    minGasPrice: 5_000_000_000,
    hardfork: "berlin",
  },
  "a base fee of zero": { initialBaseFeePerGas: 0 },
  "a block gas limit of 8 million": { blockGasLimit: 8_000_000 },
  "no block gas limit": { blockGasLimit: false },
  "a transaction gas cap of 300 000": { transactionGasCap: 300_000 },
  "no transaction gas cap": { transactionGasCap: false },
  "contract size limits": { allowUnlimitedContractSize: false },
  "failures that do not throw": { throwOnTransactionFailures: false },
  "account 0 as the fee recipient": {
    coinbase: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
    hardfork: "berlin",
  },
  "one account": { accounts: [{ privateKey: KEY, balance: "123" }] },
};

/** What a chain's user can see of its settings and of its future. */
async function settings({ request }: TestChain) {
  const accounts = await request("eth_accounts");
  if (!Array.isArray(accounts)) {
    throw new Error("no settings");
  }
  const { miner, gasLimit, transactions, baseFeePerGas } = Object(
    await request("eth_getBlockByNumber", "pending", true),
  );
  expect(transactions).to.be.an("array");
  return {
    accounts,
    nonces: await Promise.all(
      accounts.map((account) =>
        request("eth_getTransactionCount", account, "pending"),
      ),
    ),
    balances: await Promise.all(
      accounts.map((account) => request("eth_getBalance", account, "latest")),
    ),
    automine: await request("hardhat_getAutomine"),
    gasPrice: await request("eth_gasPrice"),
    baseFeePerGas,
    miner,
    minerBalance: await request("eth_getBalance", miner, "latest"),
    gasLimit,
    transactions,
    chainId: await request("eth_chainId"),
  };
}

describe("populateSandbox", () => {
  for (const [network, { chainId, plan }] of Object.entries(SANDBOX_PLANS)) {
    describe(`given the published addresses of ${network}`, () => {
      let sandbox: TestChain;
      let read: ReadContract;

      before(async () => {
        sandbox = await createSandbox(plan, { chainId });
        read = contractReader(sandbox.connection.provider);
      });

      after(async () => {
        await sandbox.connection.close();
      });

      it("has the package's own code at every address, wired as a real deployment, with the nonce of new contracts", async () => {
        await expectPackageCode(sandbox.connection.provider, plan);
        await expectWired(read, plan);
        for (const address of [plan.token, plan.router, plan.erc721Factory]) {
          expect(
            await sandbox.request("eth_getTransactionCount", address, "latest"),
          ).to.equal("0x1");
        }
      });

      it("makes account 0 the owner of all contracts that have one", async () => {
        const [account] = (await settings(sandbox)).accounts;
        for (const [contract, address, owner] of [
          ["OceanToken", plan.token, "owner"],
          ["FactoryRouter", plan.router, "routerOwner"],
          ["OPFCommunityFeeCollector", plan.communityFeeCollector, "owner"],
          ["ERC721Factory", plan.erc721Factory, "owner"],
        ] as const) {
          expect(await read(contract, address, owner), contract).to.equal(
            getAddress(account),
          );
        }
      });

      it("gives every account a million of each token, the rest of an extra one to account 0", async () => {
        const { accounts } = await settings(sandbox);
        expect(accounts).to.have.length(20);
        for (const { address, decimals } of [
          { address: plan.token, decimals: 18 },
          ...plan.extraTokens,
        ]) {
          const million = 10n ** (6n + BigInt(decimals));
          const isExtra = address !== plan.token;
          for (const [index, account] of accounts.entries()) {
            expect(
              await read("OceanToken", address, "balanceOf", account),
            ).to.equal(
              index === 0 && isExtra ? 10n ** 26n - 19n * million : million,
            );
          }
        }
      });
    });
  }

  for (const [what, config] of Object.entries(CONFIGS)) {
    it(`given ${what}, leaves the settings and the next block as on a chain without contracts`, async () => {
      const configured = { chainId: CHAIN_ID, ...config };
      await using untouched = await createChain(configured);
      await using sandbox = await createSandbox(PLAN, configured);

      expect(await settings(sandbox)).to.deep.equal(await settings(untouched));
      await expectWired(contractReader(sandbox.connection.provider), PLAN);
      expect(await sandbox.request("eth_blockNumber")).to.equal("0x2");
    });
  }

  it("given a minimum gas price, still refuses what is below it", async () => {
    await using sandbox = await createSandbox(PLAN, {
      hardfork: "berlin",
      minGasPrice: 1_000,
    });
    const [from] = (await settings(sandbox)).accounts;
    const send = (gasPrice: string) =>
      sandbox.request("eth_sendTransaction", {
        ...{ from, to: ANYONE, gas: "0x5208", gasPrice },
      });

    expect(await send("0x3e8")).to.be.a("string");
    expect(await errorOf(() => send("0x3e7"))).to.be.an("error");
  });

  it("given a date of the user's, has its head exactly there", async () => {
    const date = "2090-02-02T02:02:02Z";
    const initialDate = sandboxInitialDate(date);
    await using sandbox = await createSandbox(PLAN, { initialDate });
    const { timestamp } = Object(
      await sandbox.request("eth_getBlockByNumber", "latest", false),
    );

    expect(Number(timestamp)).to.equal(Date.parse(date) / 1000);
  });

  it("given no accounts, leaves all that has an owner to the deployer", async () => {
    await using sandbox = await createSandbox(PLAN, { accounts: [] });
    const read = contractReader(sandbox.connection.provider);

    await expectWired(read, PLAN);
    expect(await read("FactoryRouter", PLAN.router, "routerOwner")).to.equal(
      getAddress(SANDBOX_DEPLOYER),
    );
  });

  it("leaves the deployer without funds, tokens and impersonation", async () => {
    await using sandbox = await createSandbox(PLAN);
    const read = contractReader(sandbox.connection.provider);
    const balance = ["eth_getBalance", SANDBOX_DEPLOYER, "latest"] as const;

    expect(await sandbox.request(...balance)).to.equal("0x0");
    for (const address of [PLAN.token, PLAN.extraTokens[0].address]) {
      expect(
        await read("OceanToken", address, "balanceOf", SANDBOX_DEPLOYER),
      ).to.equal(0n);
    }
    const ether = "0xde0b6b3a7640000";
    await sandbox.request("hardhat_setBalance", SANDBOX_DEPLOYER, ether);
    const refusal = await errorOf(() =>
      sandbox.request("eth_sendTransaction", {
        from: SANDBOX_DEPLOYER,
        to: ANYONE,
      }),
    );
    expect(refusal.message.toLowerCase()).to.contain("unknown account");
  });

  it("given a node that answers nonsense, says so", async () => {
    await using chain = await createChain();
    const provider = { request: async () => "nonsense" };

    expect(
      await pluginMessageOf(() =>
        populateSandbox(provider, chain.networkConfig, PLAN),
      ),
    ).to.equal(
      "The simulated chain returned an invalid result for eth_accounts.",
    );
  });
});
