import { expect } from "chai";
import { HardhatPluginError } from "hardhat/plugins";
import type {
  EdrNetworkForkingConfig,
  EdrNetworkUserConfig,
} from "hardhat/types/config";
import { getAddress } from "viem";
import type { Hex } from "../../src/base/hex.ts";
import { SANDBOX_DEPLOYER } from "../../src/networks/sandbox-deployer.ts";
import type { RequestProvider } from "../../src/rpc/types.ts";
import { populateSandbox } from "../../src/sandbox/populate-sandbox.ts";
import { sandboxInitialDate } from "../../src/sandbox/sandbox-clock.ts";
import {
  createChain,
  createSandbox,
  type TestChain,
} from "../support/sandbox-connection.ts";
import {
  contractReader,
  expectPackageCode,
  expectWired,
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

async function head({ request }: TestChain, tag = "latest") {
  const block = await request("eth_getBlockByNumber", tag, false);
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

async function using<T>(
  chain: Promise<TestChain>,
  run: (chain: TestChain) => Promise<T>,
): Promise<T> {
  const opened = await chain;
  try {
    return await run(opened);
  } finally {
    await opened.connection.close();
  }
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

async function failureOf(populating: Promise<void>): Promise<string> {
  try {
    await populating;
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      return error.message;
    }
    throw error;
  }
  throw new Error("the populating did not fail");
}

describe("populateSandbox", () => {
  for (const [network, { chainId, plan }] of Object.entries(SANDBOX_PLANS)) {
    describe(`given the published addresses of ${network}`, () => {
      let sandbox: TestChain;

      before(async () => {
        sandbox = await createSandbox(plan, { chainId });
      });

      after(async () => {
        await sandbox.connection.close();
      });

      it(`has chain id ${chainId}`, async () => {
        expect(Number(await sandbox.request("eth_chainId"))).to.equal(chainId);
      });

      it("carries the package's own code at every address", async () => {
        await expectPackageCode(sandbox.connection.provider, plan);
      });

      it("is wired as a real deployment", async () => {
        await expectWired(contractReader(sandbox.connection.provider), plan);
      });

      it("sets the nonce of each contract to that of a new one", async () => {
        for (const address of [plan.token, plan.router, plan.erc721Factory]) {
          expect(
            await sandbox.request("eth_getTransactionCount", address, "latest"),
          ).to.equal("0x1");
        }
      });

      it("makes account 0 the owner of all contracts that have one", async () => {
        const read = contractReader(sandbox.connection.provider);
        const [account] = (await settings(sandbox)).accounts;
        const owner = getAddress(account);

        expect(await read("OceanToken", plan.token, "owner")).to.equal(owner);
        expect(
          await read("FactoryRouter", plan.router, "routerOwner"),
        ).to.equal(owner);
        expect(
          await read(
            "OPFCommunityFeeCollector",
            plan.communityFeeCollector,
            "owner",
          ),
        ).to.equal(owner);
        expect(
          await read("ERC721Factory", plan.erc721Factory, "owner"),
        ).to.equal(owner);
      });

      it("gives every account a million of each token, the rest of an extra one to account 0", async () => {
        const read = contractReader(sandbox.connection.provider);
        const { accounts } = await settings(sandbox);
        const tokens = [
          { address: plan.token, decimals: 18 },
          ...plan.extraTokens,
        ];
        expect(accounts).to.have.length(20);
        for (const [index, account] of accounts.entries()) {
          for (const { address, decimals } of tokens) {
            const balance = await read(
              "OceanToken",
              address,
              "balanceOf",
              account,
            );
            const million = 10n ** (6n + BigInt(decimals));
            expect(balance).to.equal(
              index === 0 && address !== plan.token
                ? 10n ** 26n - 19n * million
                : million,
            );
          }
        }
      });
    });
  }

  for (const [what, config] of Object.entries(CONFIGS)) {
    it(`given ${what}, leaves the settings and the next block as on a chain without contracts`, async () => {
      const untouched = await using(
        createChain({ chainId: CHAIN_ID, ...config }),
        settings,
      );

      await using(
        createSandbox(PLAN, { chainId: CHAIN_ID, ...config }),
        async (sandbox) => {
          expect(await settings(sandbox)).to.deep.equal(untouched);
          await expectWired(contractReader(sandbox.connection.provider), PLAN);
          expect((await head(sandbox)).number).to.equal(2);
        },
      );
    });
  }

  it("given a block gas limit that is high enough, mines its blocks with that limit", async () => {
    await using(
      createSandbox(PLAN, { blockGasLimit: 8_000_000 }),
      async ({ request }) => {
        for (const number of ["0x1", "0x2"]) {
          const block = await request("eth_getBlockByNumber", number, false);
          expect(block).to.include({ gasLimit: "0x7a1200" });
        }
      },
    );
  });

  it("given a minimum gas price, still refuses what is below it", async () => {
    await using(
      createSandbox(PLAN, { hardfork: "berlin", minGasPrice: 1_000 }),
      async (sandbox) => {
        const { accounts } = await settings(sandbox);
        const send = (gasPrice: string) =>
          sandbox.request("eth_sendTransaction", {
            from: accounts[0],
            to: ANYONE,
            gas: "0x5208",
            gasPrice,
          });

        expect(await send("0x3e8")).to.be.a("string");
        let refused = false;
        try {
          await send("0x3e7");
        } catch {
          refused = true;
        }
        expect(refused).to.equal(true);
      },
    );
  });

  it("given mining on demand, mines nothing by itself afterwards", async () => {
    await using(
      createSandbox(PLAN, { mining: { auto: false } }),
      async (sandbox) => {
        const { accounts } = await settings(sandbox);
        await sandbox.request("eth_sendTransaction", {
          from: accounts[0],
          to: ANYONE,
          gas: "0x5208",
        });

        expect((await head(sandbox)).number).to.equal(2);
      },
    );
  });

  it("given interval mining, continues to mine at the interval", async () => {
    await using(
      createSandbox(PLAN, {
        mining: { auto: false, interval: 20 },
        allowBlocksWithSameTimestamp: true,
      }),
      async (sandbox) => {
        const before = (await head(sandbox)).number;
        const deadline = Date.now() + 5_000;
        while (
          (await head(sandbox)).number === before &&
          Date.now() < deadline
        ) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }

        expect((await head(sandbox)).number).to.be.greaterThan(before);
      },
    );
  });

  it("given no accounts, leaves all that has an owner to the deployer", async () => {
    await using(createSandbox(PLAN, { accounts: [] }), async (sandbox) => {
      const read = contractReader(sandbox.connection.provider);
      await expectWired(read, PLAN);
      expect(await read("FactoryRouter", PLAN.router, "routerOwner")).to.equal(
        getAddress(SANDBOX_DEPLOYER),
      );
    });
  });

  it("leaves the deployer without funds, tokens and impersonation", async () => {
    await using(createSandbox(PLAN), async (sandbox) => {
      const read = contractReader(sandbox.connection.provider);
      const balance = await sandbox.request(
        "eth_getBalance",
        SANDBOX_DEPLOYER,
        "latest",
      );
      expect(BigInt(String(balance))).to.equal(0n);
      for (const address of [PLAN.token, PLAN.extraTokens[0].address]) {
        expect(
          await read("OceanToken", address, "balanceOf", SANDBOX_DEPLOYER),
        ).to.equal(0n);
      }
      await sandbox.request(
        "hardhat_setBalance",
        SANDBOX_DEPLOYER,
        "0xde0b6b3a7640000",
      );
      let refusal = "";
      try {
        await sandbox.request("eth_sendTransaction", {
          from: SANDBOX_DEPLOYER,
          to: ANYONE,
        });
      } catch (error) {
        refusal = error instanceof Error ? error.message : "";
      }
      expect(refusal.toLowerCase()).to.contain("unknown account");
    });
  });

  it("given no date in the config, has its head at the present", async () => {
    const before = Math.floor(Date.now() / 1000);

    await using(createSandbox(PLAN), async (sandbox) => {
      const { timestamp } = await head(sandbox);
      expect(timestamp).to.be.within(before, Math.floor(Date.now() / 1000));
    });
  });

  it("given an environment that is some time old, has its head at the present all the same", async () => {
    await using(
      createChain({ initialDate: new Date(Date.now() - 3_600_000) }),
      async (chain) => {
        const before = Math.floor(Date.now() / 1000);
        await populateSandbox(
          chain.connection.provider,
          { ...chain.networkConfig, initialDate: sandboxInitialDate() },
          PLAN,
        );
        expect((await head(chain)).timestamp).to.be.within(
          before,
          Math.floor(Date.now() / 1000),
        );
        expect((await head(chain, "pending")).timestamp).to.be.at.least(
          before + 1,
        );
      },
    );
  });

  for (const date of ["2020-02-02T02:02:02Z", "2090-02-02T02:02:02Z"]) {
    it(`given the date ${date}, keeps that clock`, async () => {
      const start = Date.parse(date) / 1000;

      await using(
        createSandbox(PLAN, { initialDate: date }),
        async (sandbox) => {
          expect((await head(sandbox)).timestamp).to.equal(start);
          await sandbox.request("evm_mine");
          expect((await head(sandbox)).timestamp).to.be.within(
            start + 1,
            start + 60,
          );
        },
      );
    });
  }

  it("given a connection with overrides, keeps the clock of the config", async () => {
    const date = "2090-02-02T02:02:02Z";

    await using(
      createChain(
        { initialDate: sandboxInitialDate(date) },
        { blockGasLimit: 9_000_000 },
      ),
      async (chain) => {
        await populateSandbox(
          chain.connection.provider,
          chain.networkConfig,
          PLAN,
        );
        expect((await head(chain)).timestamp).to.equal(Date.parse(date) / 1000);
      },
    );
  });

  it("given a date that sandboxInitialDate did not return, has its head two seconds later", async () => {
    const initialDate = new Date("2020-02-02T02:02:02Z");

    await using(createChain({ initialDate }), async (chain) => {
      await populateSandbox(
        chain.connection.provider,
        chain.networkConfig,
        PLAN,
      );
      expect((await head(chain)).timestamp).to.equal(
        initialDate.getTime() / 1000 + 2,
      );
    });
  });

  it("goes back to its beginning by a snapshot, again and again, the next base fee included", async () => {
    await using(createSandbox(PLAN), async (sandbox) => {
      const before = await settings(sandbox);
      for (let round = 0; round < 2; round++) {
        const snapshot = await sandbox.request("evm_snapshot");
        await sandbox.request("hardhat_setCode", PLAN.router, "0x");
        await sandbox.request("hardhat_mine", "0x5");
        expect(await sandbox.request("evm_revert", snapshot)).to.equal(true);
        expect(await settings(sandbox)).to.deep.equal(before);
        await expectPackageCode(sandbox.connection.provider, PLAN);
        await expectWired(contractReader(sandbox.connection.provider), PLAN);
      }
    });
  });

  it("populates several chains at once, each of its own", async () => {
    const chains = await Promise.all(
      Object.values(SANDBOX_PLANS).map(async ({ chainId, plan }) => ({
        plan,
        chain: await createSandbox(plan, { chainId }),
      })),
    );
    try {
      for (const { plan, chain } of chains) {
        await expectWired(contractReader(chain.connection.provider), plan);
      }
    } finally {
      await Promise.all(chains.map(({ chain }) => chain.connection.close()));
    }
  });

  it("given a plan that puts a contract on an account, names both", async () => {
    const router: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

    await using(createChain(), async (chain) => {
      expect(
        await failureOf(
          populateSandbox(chain.connection.provider, chain.networkConfig, {
            ...PLAN,
            router,
          }),
        ),
      ).to.equal(
        `Could not populate the sandbox: account 1 and router have the same address ${router}.`,
      );
    });
  });

  it("given a plan that puts a contract on another, names both before it places any", async () => {
    await using(createChain(), async (chain) => {
      expect(
        await failureOf(
          populateSandbox(chain.connection.provider, chain.networkConfig, {
            ...PLAN,
            router: SANDBOX_DEPLOYER,
            token: PLAN.dispenser,
          }),
        ),
      ).to.equal(
        `Could not populate the sandbox: the sandbox's deployer and router have the same address ${SANDBOX_DEPLOYER}; token and dispenser have the same address ${PLAN.dispenser}.`,
      );
      expect(
        await chain.request("eth_getCode", PLAN.dispenser, "latest"),
      ).to.equal("0x");
    });
  });

  it("given a gas cap under what a constructor takes, names the contract", async () => {
    await using(createChain({ transactionGasCap: 90_000 }), async (chain) => {
      expect(
        await failureOf(
          populateSandbox(chain.connection.provider, chain.networkConfig, PLAN),
        ),
      ).to.contain("the constructor of OceanToken");
    });
  });

  it("given a fork, refuses it before it asks anything", async () => {
    await using(createChain(), async ({ networkConfig }) => {
      const asked: string[] = [];
      const provider: RequestProvider = {
        request: async ({ method }) => {
          asked.push(method);
        },
      };

      expect(
        await failureOf(
          populateSandbox(
            provider,
            { ...networkConfig, forking: forking(true) },
            PLAN,
          ),
        ),
      ).to.match(/cannot be a fork/);
      expect(asked).to.deep.equal([]);
    });
  });

  it("given a node that answers nonsense, says so", async () => {
    await using(createChain(), async ({ networkConfig }) => {
      const provider: RequestProvider = { request: async () => "nonsense" };

      expect(
        await failureOf(populateSandbox(provider, networkConfig, PLAN)),
      ).to.equal(
        "The simulated chain returned an invalid result for eth_accounts.",
      );
    });
  });

  it("given forking that is disabled, populates", async () => {
    await using(createChain(), async (chain) => {
      await populateSandbox(
        chain.connection.provider,
        {
          ...chain.networkConfig,
          forking: forking(false),
        },
        PLAN,
      );
      await expectWired(contractReader(chain.connection.provider), PLAN);
    });
  });
});
