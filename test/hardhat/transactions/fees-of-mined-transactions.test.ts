import { expect } from "chai";
import type {
  EdrNetworkUserConfig,
  HardhatUserConfig,
  HttpNetworkUserConfig,
} from "hardhat/types/config";
import type { NetworkConnection } from "hardhat/types/network";
import { parseAbi } from "viem";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startAnvil } from "../../support/anvil.ts";
import { ask, closing, connectTo } from "../../support/connections.ts";
import { SENDER_KEY } from "../guard/sending.ts";

type Connection = Pick<NetworkConnection, "provider" | "viem">;

const ABI = parseAbi(["function poke() payable"]);
const SOMEONE = "0x00000000000000000000000000000000DeaDBeef";
/** Init code that leaves a contract of one STOP. */
const BYTECODE = "0x600060005360016000f3";
const MNEMONIC = "test test test test test test test test test test test junk";

const walletOf = async ({ viem }: Connection) => {
  const [wallet] = await viem.getWalletClients();
  if (wallet === undefined) {
    throw new Error("no account");
  }
  return wallet;
};

/** The ways of viem to send something that names no fee. */
const SENDERS = {
  sendTransaction: async (connection: Connection) =>
    await (await walletOf(connection)).sendTransaction({
      to: SOMEONE,
      value: 1n,
    }),
  writeContract: async (connection: Connection) =>
    await (await walletOf(connection)).writeContract({
      address: SOMEONE,
      abi: ABI,
      functionName: "poke",
    }),
  deployContract: async (connection: Connection) =>
    await (await walletOf(connection)).deployContract({
      abi: [],
      bytecode: BYTECODE,
    }),
} as const;
type Send = (connection: Connection) => Promise<unknown>;

/** Sends a transaction with some members, past viem. */
const sending =
  (members: object): Send =>
  async (connection) =>
    await ask(connection, "eth_sendTransaction", { to: SOMEONE, ...members });

/** The fees of a transaction once it is mined, in wei, and its type. */
async function feesOf(
  connection: Connection,
  send: Send = SENDERS.sendTransaction,
): Promise<Readonly<Record<string, unknown>>> {
  const client = await connection.viem.getPublicClient();
  const hash = `0x${String(await send(connection)).slice(2)}` as const;
  const pollingInterval = 10;
  const { blockHash, transactionIndex: index } =
    await client.waitForTransactionReceipt({ hash, pollingInterval });
  // By its place in the block: by its hash, anvil may still show it as pending.
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } =
    await client.getTransaction({ blockHash, index });
  return type === "legacy" || type === "eip2930"
    ? { type, gasPrice }
    : { type, maxFeePerGas, maxPriorityFeePerGas };
}

/** The same with every fee times 11/10 in whole wei. */
const timesElevenTenths = (fees: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fees).map(([field, fee]) => [
      field,
      typeof fee === "bigint" ? (fee * 11n) / 10n : fee,
    ]),
  );

/** devnet with a multiplier; without one, with its own of 1.1. */
const configOf = (
  gasFeeMultiplier: number | undefined,
  sandbox: Partial<Omit<EdrNetworkUserConfig, "type">> = {},
  node: object = {},
): HardhatUserConfig => {
  const own = gasFeeMultiplier === undefined ? {} : { gasFeeMultiplier };
  const networks = { devnet: { ...own, ...node } };
  return { alpha: { networks, sandbox: { hardhat: sandbox } } };
};

/** The fees of a transaction on a fresh sandbox of devnet. */
async function feesOnSandbox(
  gasFeeMultiplier: number | undefined,
  send?: Send,
  sandbox?: Partial<Omit<EdrNetworkUserConfig, "type">>,
) {
  const config = configOf(gasFeeMultiplier, sandbox);
  await using connection = await connectTo("devnetSandbox", config);
  return await feesOf(connection, send);
}

describe("the fees of a mined transaction that stated none", function () {
  this.timeout(60_000);

  for (const [chain, sandbox, type] of [
    ["with EIP-1559", {}, "eip1559"],
    ["before EIP-1559", { hardfork: "berlin" }, "legacy"],
  ] as const) {
    for (const [name, send] of Object.entries(SENDERS)) {
      it(`on a sandbox ${chain}, given devnet's own multiplier of 1.1, when viem's ${name} sends, then they are 1.1 times those that Hardhat alone chooses`, async () => {
        const plain = await feesOnSandbox(1, send, sandbox);

        expect(plain["type"]).to.equal(type);
        expect(await feesOnSandbox(undefined, send, sandbox)).to.deep.equal(
          timesElevenTenths(plain),
        );
      });
    }
  }

  for (const [title, multipliers, network, config] of [
    [
      "a simulated network that is not an Alpha network, then its fees are not multiplied",
      [1, 3],
      () => "default",
      {},
    ],
    [
      "the third network's multiplier of 1, then the tip is the one that Hardhat chooses without this plugin",
      [undefined, undefined],
      (nth: number) => (nth === 0 ? "thirdSandbox" : "plain"),
      { networks: { plain: { type: "edr-simulated", chainId: 100 } } },
    ],
  ] as const) {
    it(`given ${title}`, async () => {
      const tips = [];
      for (const [nth, multiplier] of multipliers.entries()) {
        const hre = await createAlphaHre({
          ...configOf(multiplier),
          ...config,
        });
        await using connection = closing(
          await hre.network.create(network(nth)),
        );
        // The heads differ in their base fees, so it is the tip that compares.
        tips.push((await feesOf(connection))["maxPriorityFeePerGas"]);
      }

      expect(tips[0]).to.be.a("bigint");
      expect(tips[0]).to.equal(tips[1]);
    });
  }

  it("given a snapshot, when it is reverted to, then the same transaction has the same fees again", async () => {
    await using connection = await connectTo("devnetSandbox", configOf(1.3));
    const snapshot = await ask(connection, "evm_snapshot");
    const before = await feesOf(connection);
    await ask(connection, "evm_revert", snapshot);

    expect(await feesOf(connection)).to.deep.equal(before);
  });

  for (const stated of [
    { gasPrice: "0x1a13b8600" },
    { maxFeePerGas: "0x218711a00", maxPriorityFeePerGas: "0x5" },
    { maxFeePerGas: "0x218711a00" },
    { maxPriorityFeePerGas: "0x5" },
  ]) {
    it(`given a transaction that states ${Object.keys(stated).join(" and ")}, then that stays as it is`, async () => {
      const wei = Object.entries(stated).map(([fee, hex]) => [
        fee,
        BigInt(hex),
      ]);

      expect(await feesOnSandbox(2, sending(stated))).to.include(
        Object.fromEntries(wei),
      );
    });
  }

  it("given a fixed gasPrice in the Hardhat config, then that is the one stated, unmultiplied", async () => {
    const gasPrice = 9_000_000_000n;

    expect(await feesOnSandbox(2, undefined, { gasPrice })).to.deep.equal({
      type: "legacy",
      gasPrice,
    });
  });

  for (const [members, type, field] of [
    [{ type: "0x0" }, "legacy", "gasPrice"],
    [{ type: "0x1", accessList: [] }, "eip2930", "gasPrice"],
    [{ accessList: [] }, "eip1559", "maxFeePerGas"],
    [{ type: "0x2" }, "eip1559", "maxFeePerGas"],
  ] as const) {
    it(`given ${JSON.stringify(members)}, then the transaction is of type ${type}, its fees multiplied`, async () => {
      const once = await feesOnSandbox(1.5, sending(members));
      const twice = await feesOnSandbox(3, sending(members));

      expect([once["type"], twice["type"]]).to.deep.equal([type, type]);
      const ratio = Number(twice[field]) / Number(once[field]);
      expect(ratio).to.be.closeTo(2, 1e-8);
    });
  }

  for (const [chain, args, type] of [
    ["with EIP-1559", [], "eip1559"],
    ["before EIP-1559", ["--hardfork", "berlin"], "legacy"],
  ] as const) {
    for (const [signer, accounts, name] of [
      ["the node", "remote", "sendTransaction"],
      ["the node", "remote", "writeContract"],
      ["the node", "remote", "deployContract"],
      ["Hardhat with a key", [SENDER_KEY], "deployContract"],
      ["Hardhat with HD", { mnemonic: MNEMONIC }, "sendTransaction"],
    ] satisfies [
      string,
      HttpNetworkUserConfig["accounts"],
      keyof typeof SENDERS,
    ][]) {
      it(`on anvil ${chain}, given that ${signer} signs, when viem's ${name} sends, then they are 1.1 times those that Hardhat alone chooses`, async () => {
        // A node of its own for each, since every block changes the fees.
        const [plain = {}, multiplied] = await Promise.all(
          [1, 1.1].map(async (multiplier) => {
            await using anvil = await startAnvil({ chainId: 32456, args });
            const node = { url: anvil.url, hardhat: { accounts } };
            const config = configOf(multiplier, {}, node);
            await using connection = await connectTo("devnet", config);
            return await feesOf(connection, SENDERS[name]);
          }),
        );

        expect(plain["type"]).to.equal(type);
        expect(multiplied).to.deep.equal(timesElevenTenths(plain));
      });
    }
  }
});
