import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { Hex } from "viem";

import { ask, connectTo } from "../../support/connections.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const SOMEONE = "0x00000000000000000000000000000000DeaDBeef";

/** Sends a transaction of the first account, and returns its hash. */
async function send(
  connection: Awaited<ReturnType<typeof connectTo>>,
): Promise<Hex> {
  const transaction = { to: SOMEONE, gas: "0x20000" };
  const hash = await ask(connection, "eth_sendTransaction", transaction);
  return `0x${String(hash).slice(2)}`;
}

describe("waiting for a transaction on a sandbox", () => {
  it("given transactionConfirmationBlocks of 3, ends when the third block is mined and not before", async () => {
    await using connection = await connectTo("devnetSandbox", {
      alpha: {
        networks: { devnet: { transactionConfirmationBlocks: 3 } },
        sandbox: { hardhat: { mining: { auto: false } } },
      },
    });
    const hash = await send(connection);
    let isOver = false;
    const waiting = connection.alpha
      .waitForTransaction(hash, { pollingInterval: 5 })
      .finally(() => {
        isOver = true;
      });
    for (let block = 0; block < 3; block++) {
      await sleep(50);
      expect(isOver).to.equal(false);
      await ask(connection, "evm_mine");
    }
    const receipt = await waiting;
    const head = Number(await ask(connection, "eth_blockNumber"));

    expect(receipt).to.include({
      transactionHash: hash,
      status: "success",
      blockNumber: BigInt(head - 2),
    });
  });

  it("given one that was reverted to before the transaction, ends at once", async () => {
    await using connection = await connectTo("devnetSandbox");
    const snapshot = await ask(connection, "evm_snapshot");
    const hash = await send(connection);
    await ask(connection, "evm_revert", snapshot);

    expect(
      await pluginMessageOf(() =>
        connection.alpha.waitForTransaction(hash, { confirmations: 9 }),
      ),
    ).to.include("is unknown: it was never sent to this in-process chain");
  });
});

describe("waiting for a transaction on a sandbox whose chain is idle", () => {
  const open = async (mining: object) => {
    const hardhat = { mining, allowBlocksWithSameTimestamp: true };
    return await connectTo("devnetSandbox", {
      alpha: { sandbox: { hardhat } },
    });
  };

  for (const [title, blocks, method] of [
    ["a pending one that is dropped", 0, "hardhat_dropTransaction"],
    ["a pending one that is reverted away", 0, "evm_revert"],
    ["a mined one that is reverted away", 1, "evm_revert"],
  ] as const) {
    it(`given ${title} while it waits, then waiting ends`, async () => {
      await using connection = await open({ auto: false });
      const snapshot = await ask(connection, "evm_snapshot");
      const hash = await send(connection);
      for (let block = 0; block < blocks; block++) {
        await ask(connection, "evm_mine");
      }
      const waiting = pluginMessageOf(() =>
        connection.alpha.waitForTransaction(hash, { confirmations: 3 }),
      );
      await sleep(60);
      await ask(connection, method, method === "evm_revert" ? snapshot : hash);

      expect(await waiting).to.include("is unknown: ");
    });
  }

  it("given three confirmations on a chain that mines on demand, then the first one counts as all", async () => {
    await using connection = await open({ auto: true });
    const hash = await send(connection);
    const receipt = await connection.alpha.waitForTransaction(hash, {
      confirmations: 3,
    });

    expect(receipt.transactionHash).to.equal(hash);
    expect(await ask(connection, "eth_blockNumber")).to.equal(
      `0x${receipt.blockNumber.toString(16)}`,
    );
  });

  for (const [title, mining, set, blocks] of [
    ["that mines at an interval, too", { interval: 20 }, [], 2],
    ["whose interval a test sets", {}, [20], 2],
    ["whose range of intervals a test sets", {}, [[20, 30]], 2],
    ["whose interval a test removes", { interval: 86_400_000 }, [0], 0],
  ] as const) {
    it(`given three confirmations on a chain ${title}, then those are awaited that come`, async () => {
      await using connection = await open({ auto: true, ...mining });
      for (const interval of set) {
        await ask(connection, "evm_setIntervalMining", interval);
      }
      const hash = await send(connection);
      const { blockNumber } = await connection.alpha.waitForTransaction(hash, {
        confirmations: 3,
        pollingTimeout: 10_000,
      });
      const head = Number(await ask(connection, "eth_blockNumber"));

      expect(head).to.be.at.least(Number(blockNumber) + blocks);
    });
  }
});
