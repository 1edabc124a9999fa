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
