import { expect } from "chai";
import type {
  EdrNetworkForkingConfig,
  EdrNetworkUserConfig,
} from "hardhat/types/config";
import { getAddress } from "viem";
import { SANDBOX_DEPLOYER } from "../../src/networks/sandbox-deployer.ts";
import type { RequestProvider } from "../../src/rpc/types.ts";
import type { ContractSetPlan } from "../../src/sandbox/plan.ts";
import { populateSandbox } from "../../src/sandbox/populate-sandbox.ts";
import { sandboxInitialDate } from "../../src/sandbox/sandbox-clock.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";
import {
  createChain,
  createSandbox,
  type TestChain,
} from "../support/sandbox-connection.ts";
import {
  contractReader,
  expectPackageCode,
  expectWired,
  type ReadContract,
} from "../support/sandbox-facts.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const { plan: PLAN, chainId: CHAIN_ID } = SANDBOX_PLANS.devnet;
const KEY = `0x${"5".repeat(64)}` as const;
const ANYONE = `0x${"e".repeat(40)}`;

const HARDFORKS = [
  "istanbul",
  "berlin",
  "london",
  "shanghai",
  "cancun",
  "prague",
  "osaka",
];

const CONFIGS: Record<string, Partial<EdrNetworkUserConfig>> = {
  "the defaults": {},
  ...Object.fromEntries(
    HARDFORKS.map((hardfork) => [`the hardfork ${hardfork}`, { hardfork }]),
  ),
  'chainType "l1"': { chainType: "l1" },
  'chainType "op"': { chainType: "op" },
  "mining on demand": { mining: { auto: false } },
  "interval mining alone": { mining: { auto: false, interval: 60_000 } },
  "interval and automatic mining": {
    mining: { auto: true, interval: [50_000, 60_000] },
  },
  "a first-in-first-out pool": { mining: { mempool: { order: "fifo" } } },
  "a minimum gas price": { minGasPrice: 5_000_000_000 },
  "a minimum gas price before London": {
    minGasPrice: 5_000_000_000,
    hardfork: "berlin",
  },
  "a base fee of zero": { initialBaseFeePerGas: 0 },
  "a base fee of its own": { initialBaseFeePerGas: 77_000_000_000 },
  "a block gas limit of 8 million": { blockGasLimit: 8_000_000 },
  "a block gas limit of 1 million": { blockGasLimit: 1_000_000 },
  "no block gas limit": { blockGasLimit: false },
  "a transaction gas cap of 300 000": { transactionGasCap: 300_000 },
  "no transaction gas cap": { transactionGasCap: false },
  "contract size limits": { allowUnlimitedContractSize: false },
  "failures that do not throw": {
    throwOnTransactionFailures: false,
    throwOnCallFailures: false,
  },
  "failures that throw": {
    throwOnTransactionFailures: true,
    throwOnCallFailures: true,
  },
  "a fee recipient of its own": { coinbase: `0x${"cb".repeat(20)}` },
  "account 0 as the fee recipient": {
    coinbase: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
    hardfork: "berlin",
  },
  "one account": { accounts: [{ privateKey: KEY, balance: "123" }] },
  "thirty accounts": { accounts: { count: 30 } },
  "a fixed gas price and sender": {
    gasPrice: 9_000_000_000,
    gas: 1_000_000,
    from: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
  },
};

/** What a chain's user can see of its settings and of its future. */
async function settings({ request }: TestChain) {
  const accounts = await request("eth_accounts");
  const next = await request("eth_getBlockByNumber", "pending", true);
  if (
    !Array.isArray(accounts) ||
    typeof next !== "object" ||
    next === null ||
    !("miner" in next && "gasLimit" in next && "transactions" in next)
  ) {
    throw new Error("no settings");
  }
  const { miner, gasLimit, transactions } = next;
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
    baseFee: "baseFeePerGas" in next ? next.baseFeePerGas : undefined,
    miner,
    minerBalance: await request("eth_getBalance", miner, "latest"),
    gasLimit,
    transactions,
    chainId: await request("eth_chainId"),
  };
}

async function head({ request }: TestChain) {
  const block = await request("eth_getBlockByNumber", "latest", false);
  if (
    typeof block !== "object" ||
    block === null ||
    !("number" in block && "timestamp" in block && "transactions" in block)
  ) {
    throw new Error("no block");
  }
  return {
    number: Number(block.number),
    timestamp: Number(block.timestamp),
    transactions: block.transactions,
  };
}

function forking(enabled: boolean): EdrNetworkForkingConfig {
  return {
    enabled,
    url: {
      _type: "ResolvedConfigurationVariable",
      format: "{variable}",
      get: async () => "",
      getUrl: async () => "",
      getBigInt: async () => 0n,
      getHexString: async () => "",
    },
    cacheDir: "",
  };
}

/** The error of populating a chain, with another plan or provider. */
async function failureOf(
  { connection, networkConfig }: TestChain,
  {
    plan = PLAN,
    provider = connection.provider,
  }: { plan?: ContractSetPlan; provider?: RequestProvider } = {},
): Promise<string> {
  return await pluginMessageOf(() =>
    populateSandbox(provider, networkConfig, plan),
  );
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
      expect((await head(sandbox)).number).to.equal(2);
    });
  }

  it("given a block gas limit that is high enough, mines its blocks with that limit", async () => {
    await using sandbox = await createSandbox(PLAN, {
      blockGasLimit: 8_000_000,
    });

    for (const number of ["0x1", "0x2"]) {
      expect(
        await sandbox.request("eth_getBlockByNumber", number, false),
      ).to.include({ gasLimit: "0x7a1200" });
    }
  });

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

  it("given mining on demand, mines nothing by itself afterwards", async () => {
    await using sandbox = await createSandbox(PLAN, {
      mining: { auto: false },
    });
    const [from] = (await settings(sandbox)).accounts;
    await sandbox.request("eth_sendTransaction", {
      ...{ from, to: ANYONE, gas: "0x5208" },
    });

    expect((await head(sandbox)).number).to.equal(2);
  });

  it("given interval mining, continues to mine at the interval", async () => {
    await using sandbox = await createSandbox(PLAN, {
      mining: { auto: false, interval: 20 },
      allowBlocksWithSameTimestamp: true,
    });
    const { number } = await head(sandbox);
    const deadline = Date.now() + 5_000;
    while ((await head(sandbox)).number === number && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }

    expect((await head(sandbox)).number).to.be.greaterThan(number);
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

  const seconds = (date: string | number) =>
    Math.floor(new Date(date).getTime() / 1000);
  const FUTURE = "2090-02-02T02:02:02Z";
  const PAST = "2020-02-02T02:02:02Z";
  for (const [title, chainDate, populatedDate, expected] of [
    ["no date", undefined, undefined, "now"],
    [
      "an environment that is some time old",
      new Date(Date.now() - 3_600_000),
      sandboxInitialDate(),
      "now",
    ],
    [`the date ${PAST}`, sandboxInitialDate(PAST), undefined, seconds(PAST)],
    [
      `the date ${FUTURE}, and overrides`,
      sandboxInitialDate(FUTURE),
      undefined,
      seconds(FUTURE),
    ],
    [
      "a date that sandboxInitialDate did not return",
      new Date(PAST),
      undefined,
      seconds(PAST) + 2,
    ],
  ] as const) {
    it(`given ${title}, has its head ${expected === "now" ? "at the present" : "at that time"}, and the clock goes on from there`, async () => {
      const initialDate = chainDate ?? sandboxInitialDate();
      await using chain = await createChain(
        { initialDate },
        title.endsWith("overrides") ? { blockGasLimit: 9_000_000 } : {},
      );
      const { connection, networkConfig } = chain;
      const before = seconds(Date.now());
      await populateSandbox(
        connection.provider,
        {
          ...networkConfig,
          ...(populatedDate && { initialDate: populatedDate }),
        },
        PLAN,
      );
      const { timestamp } = await head(chain);

      expect(timestamp).to.be.within(
        ...(expected === "now"
          ? ([before, seconds(Date.now())] as const)
          : ([expected, expected] as const)),
      );
      await chain.request("evm_mine");
      expect((await head(chain)).timestamp).to.be.within(
        timestamp + 1,
        timestamp + 60,
      );
    });
  }

  it("goes back to its beginning by a snapshot, again and again, the next base fee included", async () => {
    await using sandbox = await createSandbox(PLAN);
    const { provider } = sandbox.connection;
    const before = await settings(sandbox);
    for (let round = 0; round < 2; round++) {
      const snapshot = await sandbox.request("evm_snapshot");
      await sandbox.request("hardhat_setCode", PLAN.router, "0x");
      await sandbox.request("hardhat_mine", "0x5");
      expect(await sandbox.request("evm_revert", snapshot)).to.equal(true);
      expect(await settings(sandbox)).to.deep.equal(before);
      await expectPackageCode(provider, PLAN);
      await expectWired(contractReader(provider), PLAN);
    }
  });

  it("given contracts on an account, the deployer and each other, names all before it places any", async () => {
    await using chain = await createChain();
    const account = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

    expect(
      await failureOf(chain, {
        plan: {
          ...PLAN,
          fixedPrice: account,
          router: SANDBOX_DEPLOYER,
          token: PLAN.dispenser,
        },
      }),
    ).to.equal(
      `Could not populate the sandbox: account 1 and fixedPrice have the same address ${account}; the sandbox's deployer and router have the same address ${SANDBOX_DEPLOYER}; token and dispenser have the same address ${PLAN.dispenser}.`,
    );
    expect(
      await chain.request("eth_getCode", PLAN.dispenser, "latest"),
    ).to.equal("0x");
  });

  it("given a gas cap under what a constructor takes, names the contract", async () => {
    await using chain = await createChain({ transactionGasCap: 90_000 });

    expect(await failureOf(chain)).to.contain("the constructor of OceanToken");
  });

  it("given a fork, refuses it before it asks anything; and given forking that is disabled, populates", async () => {
    await using chain = await createChain();
    const { connection, networkConfig } = chain;
    const asked: string[] = [];
    const provider: RequestProvider = {
      request: async ({ method }) => {
        asked.push(method);
      },
    };
    const fork = { ...networkConfig, forking: forking(true) };

    expect(
      await failureOf({ ...chain, networkConfig: fork }, { provider }),
    ).to.match(/cannot be a fork/);
    expect(asked).to.deep.equal([]);
    await populateSandbox(
      connection.provider,
      { ...networkConfig, forking: forking(false) },
      PLAN,
    );
    await expectWired(contractReader(connection.provider), PLAN);
  });

  it("given a node that answers nonsense, says so", async () => {
    await using chain = await createChain();
    const provider: RequestProvider = { request: async () => "nonsense" };

    expect(await failureOf(chain, { provider })).to.equal(
      "The simulated chain returned an invalid result for eth_accounts.",
    );
  });
});
