import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import { expect } from "chai";
import { ContractFactory, Wallet } from "ethers";

import { GNOSIS_GENESIS, startChainNode } from "../../support/chain-node.ts";
import { connectTo } from "../../support/connections.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { nodeAt, SENDER_KEY, sentTo } from "../guard/sending.ts";

const SOMEONE = "0x00000000000000000000000000000000DeaDBeef";
/** Init code that leaves a contract of one STOP. */
const BYTECODE = "0x600060005360016000f3";
const plugins = [hardhatEthers];

/** A connection with ethers to a sandbox with the multiplier, from a fresh chain. */
async function connect(gasFeeMultiplier: number) {
  const alpha = { networks: { devnet: { gasFeeMultiplier } } };
  return await connectTo("devnetSandbox", { plugins, alpha });
}

describe("transactions that ethers sends", () => {
  it("given one without fees, then they are multiplied as those of viem are", async () => {
    const feesOf = async (multiplier: number) => {
      await using connection = await connect(multiplier);
      const [signer] = await connection.ethers.getSigners();
      const factory = new ContractFactory([], BYTECODE, signer);
      return Object((await factory.deploy()).deploymentTransaction());
    };
    const { maxFeePerGas, maxPriorityFeePerGas } = await feesOf(1);

    expect(await feesOf(2)).to.include({
      maxFeePerGas: maxFeePerGas * 2n,
      maxPriorityFeePerGas: maxPriorityFeePerGas * 2n,
    });
  });

  it("given a node of Gnosis as the third network, then the guard refuses its signers and what a wallet has signed, and nothing is sent", async () => {
    await using node = await startChainNode({ genesis: GNOSIS_GENESIS });
    const hardhat = { accounts: [SENDER_KEY] };
    const config = { ...nodeAt(node.url, { hardhat }), plugins };
    await using connection = await connectTo("third", config);
    const { ethers } = connection;
    const { provider } = ethers;
    const fees = { gasLimit: 21_000n, gasPrice: 1n };
    const own = { to: SOMEONE, ...fees, nonce: 0, chainId: 100n, type: 0 };
    const signed = await new Wallet(SENDER_KEY).signTransaction(own);
    for (const send of [
      () => ethers.getSigners(),
      () => provider.broadcastTransaction(signed),
    ]) {
      expect(await pluginMessageOf(send)).to.include("it serves Gnosis Chain");
    }
    expect(sentTo(node)).to.deep.equal([]);
  });
});
