import { expect } from "chai";
import type {
  EdrNetworkUserConfig,
  HttpNetworkUserConfig,
} from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { parseAbi, parseGwei } from "viem";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startAnvil } from "../../support/anvil.ts";

const ABI = parseAbi(["function poke() payable"]);
const SOMEONE = "0x00000000000000000000000000000000DeaDBeef";
/** Init code that leaves a contract of one STOP. */
const BYTECODE = "0x600060005360016000f3";
/** The first of the accounts that anvil funds. */
const KEY =
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const MNEMONIC = "test test test test test test test test test test test junk";

/** The ways of viem to send something that names no fee. */
const SENDERS = {
  sendTransaction: async ({ viem }: NetworkConnection) => {
    const [wallet] = await viem.getWalletClients();
    return await wallet?.sendTransaction({ to: SOMEONE, value: 1n });
  },
  writeContract: async ({ viem }: NetworkConnection) => {
    const [wallet] = await viem.getWalletClients();
    return await wallet?.writeContract({
      address: SOMEONE,
      abi: ABI,
      functionName: "poke",
    });
  },
  deployContract: async ({ viem }: NetworkConnection) => {
    const [wallet] = await viem.getWalletClients();
    return await wallet?.deployContract({ abi: [], bytecode: BYTECODE });
  },
} as const;

/** The fees that a mined transaction has, in wei, and its type. */
async function feesOf(connection: NetworkConnection, sent: unknown) {
  const client = await connection.viem.getPublicClient();
  const hash = `0x${String(sent).slice(2)}` as const;
  const { blockHash, transactionIndex: index } =
    await client.waitForTransactionReceipt({ hash });
  // By its place in the block: by its hash, anvil may still show it as pending.
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas, blockNumber } =
    await client.getTransaction({ blockHash, index });
  expect(blockNumber).to.be.a("bigint");
  return type === "legacy" || type === "eip2930"
    ? { type, gasPrice }
    : { type, maxFeePerGas, maxPriorityFeePerGas };
}

/** The same with every fee times 11/10 in whole wei. */
function timesElevenTenths(fees: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(fees).map(([field, fee]) => [
      field,
      typeof fee === "bigint" ? (fee * 11n) / 10n : fee,
    ]),
  );
}

async function createHre(
  gasFeeMultiplier: number | undefined,
  {
    url = "http://127.0.0.1:1",
    http = {},
    sandbox = {},
  }: {
    readonly url?: string;
    readonly http?: Partial<HttpNetworkUserConfig>;
    readonly sandbox?: Partial<EdrNetworkUserConfig>;
  } = {},
): Promise<HardhatRuntimeEnvironment> {
  const { type: _type, url: _url, ...hardhat } = http;
  const { type: _edr, ...simulated } = sandbox;
  return await createAlphaHre({
    alpha: {
      networks: {
        devnet: {
          url,
          hardhat,
          ...(gasFeeMultiplier === undefined ? {} : { gasFeeMultiplier }),
        },
      },
      sandbox: { hardhat: simulated },
    },
  });
}

describe("the fees of a mined transaction that stated none", function () {
  this.timeout(60_000);

  describe("on a sandbox", () => {
    for (const [chain, sandbox, type] of [
      ["with EIP-1559", {}, "eip1559"],
      ["before EIP-1559", { hardfork: "berlin" }, "legacy"],
    ] as const) {
      for (const [name, send] of Object.entries(SENDERS)) {
        it(`${chain}, given devnet's own multiplier of 1.1, when viem's ${name} sends, then they are 1.1 times those that Hardhat alone chooses`, async () => {
          const fees = [];
          for (const multiplier of [1, undefined]) {
            const hre = await createHre(multiplier, { sandbox });
            const connection = await hre.network.create("devnetSandbox");
            fees.push(await feesOf(connection, await send(connection)));
            await connection.close();
          }
          const [plain, multiplied] = fees;
          if (plain === undefined) {
            throw new Error("nothing was sent");
          }

          expect(plain.type).to.equal(type);
          expect(multiplied).to.deep.equal(timesElevenTenths(plain));
        });
      }
    }

    it("given the third network's multiplier of 1, then they are those that Hardhat chooses without this plugin", async () => {
      const hre = await createAlphaHre({
        networks: { plain: { type: "edr-simulated", chainId: 100 } },
      });
      const fees = [];
      for (const name of ["thirdSandbox", "plain"]) {
        const connection = await hre.network.create(name);
        // The heads differ in their base fees, so it is the tip that compares.
        const { maxPriorityFeePerGas } = await feesOf(
          connection,
          await SENDERS.sendTransaction(connection),
        );
        fees.push(maxPriorityFeePerGas);
        await connection.close();
      }

      expect(fees[0]).to.be.a("bigint");
      expect(fees[0]).to.equal(fees[1]);
    });

    it("given a simulated network that is not an Alpha network, then its fees are not multiplied", async () => {
      const fees = [];
      for (const multiplier of [1, 3]) {
        const hre = await createHre(multiplier);
        const connection = await hre.network.create("default");
        fees.push(
          await feesOf(connection, await SENDERS.sendTransaction(connection)),
        );
        await connection.close();
      }

      expect(fees[0]).to.deep.equal(fees[1]);
    });

    it("given a snapshot, when it is reverted to, then the same transaction has the same fees again", async () => {
      const hre = await createHre(1.3);
      const connection = await hre.network.create("devnetSandbox");
      const { provider } = connection;
      const snapshot = await provider.request({ method: "evm_snapshot" });
      const before = await feesOf(
        connection,
        await SENDERS.sendTransaction(connection),
      );
      await provider.request({ method: "evm_revert", params: [snapshot] });
      const after = await feesOf(
        connection,
        await SENDERS.sendTransaction(connection),
      );
      await connection.close();

      expect(after).to.deep.equal(before);
    });

    for (const stated of [
      { gasPrice: "0x1a13b8600" },
      { maxFeePerGas: "0x218711a00", maxPriorityFeePerGas: "0x5" },
      { maxFeePerGas: "0x218711a00" },
      { maxPriorityFeePerGas: "0x5" },
    ]) {
      it(`given a transaction that states ${Object.keys(stated).join(" and ")}, then that stays as it is`, async () => {
        const hre = await createHre(2);
        const connection = await hre.network.create("devnetSandbox");
        const hash = await connection.provider.request({
          method: "eth_sendTransaction",
          params: [{ to: SOMEONE, ...stated }],
        });
        const fees = await feesOf(connection, hash);
        await connection.close();

        expect(fees).to.include(
          Object.fromEntries(
            Object.entries(stated).map(([fee, wei]) => [fee, BigInt(wei)]),
          ),
        );
      });
    }

    it("given a fixed gasPrice in the Hardhat config, then that is the one stated, unmultiplied", async () => {
      const hre = await createHre(2, {
        sandbox: { gasPrice: 9_000_000_000n },
      });
      const connection = await hre.network.create("devnetSandbox");
      const fees = await feesOf(
        connection,
        await SENDERS.sendTransaction(connection),
      );
      await connection.close();

      expect(fees).to.deep.equal({ type: "legacy", gasPrice: parseGwei("9") });
    });

    for (const [given, transaction, type] of [
      ["type 0", { type: "0x0" }, "legacy"],
      [
        "type 1 with an access list",
        { type: "0x1", accessList: [] },
        "eip2930",
      ],
      ["an access list", { accessList: [] }, "eip1559"],
      ["type 2", { type: "0x2" }, "eip1559"],
    ] as const) {
      it(`given ${given}, then the transaction is of type ${type}, its fees multiplied`, async () => {
        const fees = [];
        for (const multiplier of [1.5, 3]) {
          const hre = await createHre(multiplier);
          const connection = await hre.network.create("devnetSandbox");
          const hash = await connection.provider.request({
            method: "eth_sendTransaction",
            params: [{ to: SOMEONE, ...transaction }],
          });
          fees.push(await feesOf(connection, hash));
          await connection.close();
        }
        const [once, twice] = fees;
        const field = type === "eip1559" ? "maxFeePerGas" : "gasPrice";

        expect([once?.type, twice?.type]).to.deep.equal([type, type]);
        expect(Number(twice?.[field]) / Number(once?.[field])).to.be.closeTo(
          2,
          1e-8,
        );
      });
    }
  });

  describe("on anvil", () => {
    for (const [chain, args, type] of [
      ["with EIP-1559", [], "eip1559"],
      ["before EIP-1559", ["--hardfork", "berlin"], "legacy"],
    ] as const) {
      for (const [signer, accounts, name] of [
        ["the node", "remote", "sendTransaction"],
        ["the node", "remote", "writeContract"],
        ["the node", "remote", "deployContract"],
        ["Hardhat with a key", [KEY], "deployContract"],
        ["Hardhat with HD", { mnemonic: MNEMONIC }, "sendTransaction"],
      ] as const) {
        it(`${chain}, given that ${signer} signs, when viem's ${name} sends, then they are 1.1 times those that Hardhat alone chooses`, async () => {
          // A node of its own for each, since every block changes the fees.
          const [plain, multiplied] = await Promise.all(
            [1, 1.1].map(async (multiplier) => {
              const anvil = await startAnvil({ chainId: 32456, args });
              try {
                const hre = await createHre(multiplier, {
                  url: anvil.url,
                  http: { accounts: accountsOf(accounts) },
                });
                const connection = await hre.network.create("devnet");
                const hash = (await SENDERS[name](connection)) ?? "0x";
                const client = await connection.viem.getPublicClient();
                await client.waitForTransactionReceipt({
                  hash,
                  pollingInterval: 10,
                });
                const fees = await feesOf(connection, hash);
                await connection.close();
                return fees;
              } finally {
                await anvil.close();
              }
            }),
          );

          expect(plain?.type).to.equal(type);
          expect(multiplied).to.deep.equal(timesElevenTenths(plain ?? {}));
        });
      }
    }
  });
});

function accountsOf(
  accounts: "remote" | readonly string[] | { readonly mnemonic: string },
): NonNullable<HttpNetworkUserConfig["accounts"]> {
  return typeof accounts === "string" || "mnemonic" in accounts
    ? accounts
    : [...accounts];
}
