import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import { expect } from "chai";
import { ContractFactory, parseUnits, Wallet } from "ethers";
import type { HardhatUserConfig } from "hardhat/types/config";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { GNOSIS_GENESIS, startChainNode } from "../../support/chain-node.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const SOMEONE = "0x00000000000000000000000000000000DeaDBeef";
const KEY =
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
/** Init code that leaves a contract of one STOP. */
const BYTECODE = "0x600060005360016000f3";

/** A connection with ethers to a sandbox with the multiplier, from a fresh chain. */
async function connect(gasFeeMultiplier: number) {
  const config: HardhatUserConfig = {
    plugins: [hardhatEthers],
    alpha: { networks: { devnet: { gasFeeMultiplier } } },
  };
  return await (await createAlphaHre(config)).alpha.connect("devnetSandbox");
}

type Connection = Awaited<ReturnType<typeof connect>>;

/** The ways of ethers to send something that names no fee. */
const SENDERS = {
  sendTransaction: async ({ ethers }: Connection) => {
    const [signer] = await ethers.getSigners();
    return await signer?.sendTransaction({ to: SOMEONE, value: 1n });
  },
  "a deployment": async ({ ethers }: Connection) => {
    const [signer] = await ethers.getSigners();
    const contract = await new ContractFactory([], BYTECODE, signer).deploy();
    return contract.deploymentTransaction();
  },
} as const;

describe("transactions that ethers sends", () => {
  for (const [title, send] of Object.entries(SENDERS)) {
    it(`given ${title} without fees, then they are multiplied as those of viem are`, async () => {
      const plain = await connect(1);
      const doubled = await connect(2);
      const one = await send(plain);
      const two = await send(doubled);

      expect(one?.maxFeePerGas).to.be.a("bigint");
      expect(two?.maxFeePerGas).to.equal((one?.maxFeePerGas ?? 0n) * 2n);
      expect(two?.maxPriorityFeePerGas).to.equal(
        (one?.maxPriorityFeePerGas ?? 0n) * 2n,
      );
      await plain.close();
      await doubled.close();
    });
  }

  it("given fees, then they are not changed", async () => {
    const connection = await connect(2);
    const [signer] = await connection.ethers.getSigners();
    const sent = await signer?.sendTransaction({
      to: SOMEONE,
      maxFeePerGas: parseUnits("5", "gwei"),
      maxPriorityFeePerGas: parseUnits("3", "gwei"),
    });

    expect(sent?.maxFeePerGas).to.equal(parseUnits("5", "gwei"));
    expect(sent?.maxPriorityFeePerGas).to.equal(parseUnits("3", "gwei"));
    await connection.close();
  });

  it("given a node of Gnosis as the third network, then the guard refuses them, also those that a wallet has signed, and nothing is sent", async () => {
    const node = await startChainNode({ genesis: GNOSIS_GENESIS });
    try {
      const { alpha } = await createAlphaHre({
        plugins: [hardhatEthers],
        alpha: {
          networks: {
            third: { url: node.url, hardhat: { accounts: [KEY] } },
          },
        },
      });
      const connection = await alpha.connect("third");
      const [signer] = await connection.ethers.getSigners();
      const { provider } = connection.ethers;
      const fees = { gasLimit: 21_000n, gasPrice: 1n };
      for (const send of [
        async () => await signer?.sendTransaction({ to: SOMEONE, ...fees }),
        async () =>
          await provider.broadcastTransaction(
            await new Wallet(KEY).signTransaction({
              to: SOMEONE,
              nonce: 0,
              chainId: 100n,
              type: 0,
              ...fees,
            }),
          ),
      ]) {
        const message = await pluginMessageOf(send);
        expect(message).to.include('The transaction on "third" was not sent');
        expect(message).to.include("it serves Gnosis Chain");
      }
      expect(
        node.methods.filter((method) => /send|sign/i.test(method)),
      ).to.deep.equal([]);
      await connection.close();
    } finally {
      await node.close();
    }
  });
});
