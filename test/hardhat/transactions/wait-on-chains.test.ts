import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { Hex } from "viem";

import { type Anvil, startAnvil } from "../../support/anvil.ts";
import { ask, connectTo } from "../../support/connections.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { HASH } from "./receipt-of.ts";

const SOMEONE = "0x00000000000000000000000000000000DeaDBeef";
/** Init code that reverts. */
const REVERTING = "0x60006000fd";

type Connection = Awaited<ReturnType<typeof connectTo>>;

/** Sends a transaction of the first account, and returns its hash. */
async function send(
  connection: Connection,
  members: Readonly<Record<string, unknown>> = {},
): Promise<Hex> {
  const transaction = { to: SOMEONE, gas: "0x20000", ...members };
  const hash = await ask(connection, "eth_sendTransaction", transaction);
  return `0x${String(hash).slice(2)}`;
}

/** The next nonce of the first account. */
async function nextNonce(connection: Connection): Promise<number> {
  const [wallet] = await connection.viem.getWalletClients();
  const { address } = wallet?.account ?? {};
  const method = "eth_getTransactionCount";
  return Number(await ask(connection, method, address, "latest"));
}

/** Waits as far as a first answer to a method that is not `null`. */
async function startWait(connection: Connection, hash: Hex, method: string) {
  const { provider } = connection;
  const answered = Promise.withResolvers<void>();
  const original = provider.request.bind(provider);
  provider.request = async (args) => {
    const answer = await original(args);
    if (args.method === method && answer !== null) {
      answered.resolve();
    }
    return answer;
  };
  const state = { isOver: false };
  const waiting = connection.alpha
    .waitForTransaction(hash, { pollingInterval: 5 })
    .finally(() => {
      state.isOver = true;
    });
  // The test expects its rejection later.
  waiting.catch(() => {});
  await Promise.race([answered.promise, waiting]);
  return { waiting, state };
}

describe("waiting for a transaction on a chain", function () {
  this.timeout(30_000);

  let anvil: Anvil | undefined;

  before(async () => {
    anvil = await startAnvil({ chainId: 32456, args: ["--no-mining"] });
  });

  after(async () => {
    await anvil?.close();
  });

  /** The two chains, which only mine on request. */
  const chains = {
    devnetSandbox: (devnet: object): HardhatUserConfig => ({
      alpha: {
        networks: { devnet },
        sandbox: { hardhat: { mining: { auto: false } } },
      },
    }),
    devnet: (devnet: object): HardhatUserConfig => {
      const hardhat = { accounts: "remote" as const };
      const node = { url: anvil?.url ?? "", hardhat, ...devnet };
      return { alpha: { networks: { devnet: node } } };
    },
  };

  for (const [network, config] of Object.entries(chains)) {
    describe(`on ${network}`, () => {
      it("given transactionConfirmationBlocks of 3, ends when the third block is mined and not before", async () => {
        await using connection = await connectTo(
          network,
          config({ transactionConfirmationBlocks: 3 }),
        );
        const hash = await send(connection);
        const { waiting, state } = await startWait(
          connection,
          hash,
          "eth_blockNumber",
        );
        for (let block = 0; block < 3; block++) {
          await sleep(30);
          expect(state.isOver).to.equal(false);
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

      it("given transactionBlockTimeout of 2, ends after two blocks that leave it out", async () => {
        await using connection = await connectTo(
          network,
          config({ transactionBlockTimeout: 2 }),
        );
        // A nonce too high: it waits for the ones before it.
        const nonce = `0x${((await nextNonce(connection)) + 7).toString(16)}`;
        const hash = await send(connection, { nonce });
        const { waiting, state } = await startWait(
          connection,
          hash,
          "eth_blockNumber",
        );
        // It may be the head of somebody else's request.
        for (let blocks = 0; blocks < 50 && !state.isOver; blocks += 1) {
          await ask(connection, "evm_mine");
          await sleep(20);
        }

        expect(await pluginMessageOf(() => waiting)).to.include(
          "was not mined within 2 blocks (transactionBlockTimeout). The node had it as a pending transaction.",
        );
      });

      for (const [transactionPollingTimeout, unit, said] of [
        [1, "seconds", "1000 ms"],
        [60, "milliseconds", "60 ms"],
      ] as const) {
        it(`given transactionPollingTimeout in ${unit}, ends after that time`, async () => {
          const transactionPollingTimeoutUnit = unit;
          await using connection = await connectTo(
            network,
            config({
              transactionPollingTimeout,
              transactionPollingTimeoutUnit,
            }),
          );
          const hash = await send(connection);
          const message = await pluginMessageOf(() =>
            connection.alpha.waitForTransaction(hash),
          );
          await ask(connection, "evm_mine");

          expect(message).to.include(
            `was not confirmed within ${said} (transactionPollingTimeout)`,
          );
        });
      }

      it("given a transaction that reverts, then its receipt says so", async () => {
        await using connection = await connectTo(network, config({}));
        const creation = { to: undefined, data: REVERTING };
        const hash = await send(connection, creation);
        await ask(connection, "evm_mine");
        const { status } = await connection.alpha.waitForTransaction(hash);

        expect(status).to.equal("reverted");
      });

      it("given another transaction with the same nonce, then it says which took its place", async () => {
        await using connection = await connectTo(network, config({}));
        const nonce = `0x${(await nextNonce(connection)).toString(16)}`;
        const first = await send(connection, {
          nonce,
          gasPrice: "0x2540be400",
        });
        const { waiting } = await startWait(
          connection,
          first,
          "eth_getTransactionByHash",
        );
        const second = await send(connection, {
          nonce,
          gasPrice: "0x4a817c800",
        });
        await ask(connection, "evm_mine");

        expect(await pluginMessageOf(() => waiting)).to.match(
          new RegExp(`was replaced by ${second}, .* mined in block \\d`),
        );
      });
    });
  }

  it("given an automining sandbox, then one confirmation is there at once", async () => {
    await using connection = await connectTo("thirdSandbox");
    const hash = await send(connection);
    const { waiting } = await startWait(
      connection,
      hash,
      "eth_getTransactionReceipt",
    );

    expect((await waiting).status).to.equal("success");
  });

  it("given an automining sandbox and more confirmations, then it waits for blocks, and says so at the end", async () => {
    await using connection = await connectTo("devnetSandbox");
    const hash = await send(connection);
    const message = await pluginMessageOf(() =>
      connection.alpha.waitForTransaction(hash, {
        confirmations: 2,
        pollingTimeout: 400,
      }),
    );

    expect(message).to.include("on devnetSandbox (in-process)");
    expect(message).to.include("had 1 of 2 confirmations");
  });

  for (const [title, hashOf] of Object.entries({
    "has no such transaction": async () => HASH,
    "was reverted to before the transaction": async (
      connection: Connection,
    ) => {
      const snapshot = await ask(connection, "evm_snapshot");
      const hash = await send(connection);
      await ask(connection, "evm_revert", snapshot);
      return hash;
    },
  })) {
    it(`given a sandbox that ${title}, ends at once`, async () => {
      await using connection = await connectTo("devnetSandbox");
      const hash = await hashOf(connection);

      expect(
        await pluginMessageOf(() =>
          connection.alpha.waitForTransaction(hash, { confirmations: 9 }),
        ),
      ).to.include("is unknown: it was never sent to this in-process chain");
    });
  }

  it("given an anvil whose chain is reorganised, then the confirmations are those of the new block", async () => {
    await using node = await startAnvil({ chainId: 32456 });
    await using connection = await connectTo(
      "devnet",
      chains.devnet({ url: node.url, transactionConfirmationBlocks: 3 }),
    );
    const hash = await send(connection);
    const { waiting } = await startWait(
      connection,
      hash,
      "eth_getTransactionReceipt",
    );
    await ask(connection, "anvil_mine", "0x1");
    // The last two blocks go, and the transaction comes in the newest.
    const raw = await ask(connection, "eth_getRawTransactionByHash", hash);
    await ask(connection, "anvil_reorg", 2, [[raw, 1]]);
    await sleep(60);
    await ask(connection, "anvil_mine", "0x2");
    const { blockNumber } = await waiting;
    const head = BigInt(String(await ask(connection, "eth_blockNumber")));

    expect(blockNumber).to.equal(2n);
    expect(head - blockNumber + 1n).to.equal(3n);
  });
});
