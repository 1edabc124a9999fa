import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { NetworkConnection } from "hardhat/types/network";
import type { Hex } from "viem";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startAnvil } from "../../support/anvil.ts";
import { closing, connectTo } from "../../support/connections.ts";

type Connection = Pick<NetworkConnection, "provider" | "viem">;

/** Init code that leaves a contract of one STOP. */
const BYTECODE = "0x600060005360016000f3";
const MNEMONIC = "test test test test test test test test test test test junk";

/** Sends what names no fee. */
async function send({ viem }: Connection): Promise<Hex> {
  const [wallet] = await viem.getWalletClients();
  return (
    (await wallet?.deployContract({ abi: [], bytecode: BYTECODE })) ?? "0x"
  );
}

/** The fees of a transaction once it is mined, in wei, and its type. */
async function feesOf(
  connection: Connection,
): Promise<Readonly<Record<string, unknown>>> {
  const client = await connection.viem.getPublicClient();
  const hash = await send(connection);
  const pollingInterval = 10;
  const { blockHash, transactionIndex: index } =
    await client.waitForTransactionReceipt({ hash, pollingInterval });
  // By its place in the block: by its hash, anvil may still show it as pending.
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } =
    await client.getTransaction({ blockHash, index });
  return type === "legacy"
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
  hardhat: object = {},
  node: object = {},
): HardhatUserConfig => {
  const own = gasFeeMultiplier === undefined ? {} : { gasFeeMultiplier };
  const networks = { devnet: { ...own, ...node } };
  return { alpha: { networks, sandbox: { hardhat } } };
};

/** The fees of a transaction on a fresh sandbox of devnet. */
async function feesOnSandbox(
  gasFeeMultiplier: number | undefined,
  hardhat?: object,
) {
  const config = configOf(gasFeeMultiplier, hardhat);
  await using connection = await connectTo("devnetSandbox", config);
  return await feesOf(connection);
}

describe("the fees of a mined transaction that stated none", function () {
  this.timeout(60_000);

  for (const [chain, sandbox, type] of [
    ["with EIP-1559", {}, "eip1559"],
    ["before EIP-1559", { hardfork: "berlin" }, "legacy"],
  ] as const) {
    it(`on a sandbox ${chain}, given devnet's own multiplier of 1.1, then they are 1.1 times those that Hardhat alone chooses`, async () => {
      const plain = await feesOnSandbox(1, sandbox);

      expect(plain["type"]).to.equal(type);
      expect(await feesOnSandbox(undefined, sandbox)).to.deep.equal(
        timesElevenTenths(plain),
      );
    });
  }

  it("given a simulated network that is not an Alpha network, then its fees are not multiplied", async () => {
    const tips = [];
    for (const multiplier of [1, 3]) {
      const { network } = await createAlphaHre(configOf(multiplier));
      await using connection = closing(await network.create("default"));
      // The heads differ in their base fees, so it is the tip that compares.
      tips.push((await feesOf(connection))["maxPriorityFeePerGas"]);
    }

    expect(tips[0]).to.be.a("bigint");
    expect(tips[0]).to.equal(tips[1]);
  });

  it("given a fixed gasPrice in the Hardhat config, then that is the one stated, unmultiplied", async () => {
    const gasPrice = 9_000_000_000n;

    expect(await feesOnSandbox(2, { gasPrice })).to.deep.equal({
      type: "legacy",
      gasPrice,
    });
  });

  for (const [chain, args, type] of [
    ["with EIP-1559", [], "eip1559"],
    ["before EIP-1559", ["--hardfork", "berlin"], "legacy"],
  ] as const) {
    for (const [signer, accounts] of [
      ["the node", "remote"],
      ["Hardhat", { mnemonic: MNEMONIC }],
    ] as const) {
      it(`on anvil ${chain}, given that ${signer} signs, then they are 1.1 times those that Hardhat alone chooses`, async () => {
        // A node of its own for each, since every block changes the fees.
        const [plain = {}, multiplied] = await Promise.all(
          [1, 1.1].map(async (multiplier) => {
            await using anvil = await startAnvil({ chainId: 32456, args });
            const node = { url: anvil.url, hardhat: { accounts } };
            const config = configOf(multiplier, {}, node);
            await using connection = await connectTo("devnet", config);
            return await feesOf(connection);
          }),
        );

        expect(plain["type"]).to.equal(type);
        expect(multiplied).to.deep.equal(timesElevenTenths(plain));
      });
    }
  }
});
