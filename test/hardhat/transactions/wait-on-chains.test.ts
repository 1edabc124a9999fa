import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { NetworkConnection } from "hardhat/types/network";
import type { Hex } from "viem";

import type { AlphaConnection } from "../../../src/hardhat/connections/types.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { type Anvil, startAnvil } from "../../support/anvil.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { HASH } from "./receipt-of.ts";

const SOMEONE = "0x00000000000000000000000000000000DeaDBeef";
/** Init code that reverts. */
const REVERTING = "0x60006000fd";

function alphaOf({ alpha }: NetworkConnection): AlphaConnection {
  if (alpha === undefined) {
    throw new Error("no Alpha network");
  }
  return alpha;
}

async function request(
  { provider }: NetworkConnection,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  return await provider.request({ method, params });
}

/** Sends a transaction of the first account, and returns its hash. */
async function send(
  connection: NetworkConnection,
  members: Readonly<Record<string, unknown>> = {},
): Promise<Hex> {
  const hash = await request(connection, "eth_sendTransaction", {
    to: SOMEONE,
    gas: "0x10000",
    ...members,
  });
  return `0x${String(hash).slice(2)}`;
}

/** Resolves when the connection has answered a method for the first time. */
function answered(
  { provider }: NetworkConnection,
  awaited: string,
): Promise<void> {
  return new Promise((resolve) => {
    const original = provider.request.bind(provider);
    provider.request = async (args) => {
      const answer = await original(args);
      if (args.method === awaited) {
        resolve();
      }
      return answer;
    };
  });
}

/** Opens a connection for a test, and closes it afterwards. */
async function onConnection(
  network: string,
  config: HardhatUserConfig,
  test: (connection: NetworkConnection) => Promise<void>,
): Promise<void> {
  const hre = await createAlphaHre(config);
  const connection = await hre.network.create(network);
  try {
    await test(connection);
  } finally {
    await connection.close();
  }
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
  const chains = [
    [
      "a sandbox",
      "devnetSandbox",
      (devnet: object): HardhatUserConfig => ({
        alpha: {
          networks: { devnet },
          sandbox: { hardhat: { mining: { auto: false } } },
        },
      }),
    ],
    [
      "anvil",
      "devnet",
      (devnet: object): HardhatUserConfig => ({
        alpha: {
          networks: {
            devnet: {
              url: anvil?.url ?? "",
              hardhat: { accounts: "remote" },
              ...devnet,
            },
          },
        },
      }),
    ],
  ] as const;

  for (const [chain, network, config] of chains) {
    describe(`on ${chain}`, () => {
      it("given transactionConfirmationBlocks of 3, ends when the third block is mined and not before", async () => {
        await onConnection(
          network,
          config({ transactionConfirmationBlocks: 3 }),
          async (connection) => {
            const hash = await send(connection);
            let isOver = false;
            const waiting = alphaOf(connection)
              .waitForTransaction(hash, { pollingInterval: 5 })
              .finally(() => {
                isOver = true;
              });
            const states: boolean[] = [];
            for (let block = 0; block < 3; block++) {
              await new Promise((resolve) => setTimeout(resolve, 30));
              states.push(isOver);
              await request(connection, "evm_mine");
            }
            const receipt = await waiting;
            const head = Number(await request(connection, "eth_blockNumber"));

            expect(states).to.deep.equal([false, false, false]);
            expect(receipt).to.include({
              transactionHash: hash,
              status: "success",
            });
            expect(receipt.blockNumber).to.equal(BigInt(head - 2));
          },
        );
      });

      it("given transactionBlockTimeout of 2, ends after two blocks that leave it out", async () => {
        await onConnection(
          network,
          config({ transactionBlockTimeout: 2 }),
          async (connection) => {
            const nonce = Number(
              await request(
                connection,
                "eth_getTransactionCount",
                (await connection.viem.getWalletClients())[0]?.account.address,
                "latest",
              ),
            );
            // A nonce too high: it waits for the ones before it.
            const hash = await send(connection, {
              nonce: `0x${(nonce + 7).toString(16)}`,
            });
            const hasHead = answered(connection, "eth_blockNumber");
            let isOver = false;
            const message = pluginMessageOf(() =>
              alphaOf(connection).waitForTransaction(hash, {
                pollingInterval: 5,
              }),
            ).finally(() => {
              isOver = true;
            });
            await hasHead;
            // It may be the head of somebody else's request.
            for (let blocks = 0; blocks < 50 && !isOver; blocks += 1) {
              await request(connection, "evm_mine");
              await sleep(20);
            }

            expect(await message).to.include(
              "was not mined within 2 blocks (transactionBlockTimeout). The node had it as a pending transaction.",
            );
          },
        );
      });

      for (const [transactionPollingTimeout, unit, said] of [
        [1, "seconds", "1000 ms"],
        [60, "milliseconds", "60 ms"],
      ] as const) {
        it(`given transactionPollingTimeout in ${unit}, ends after that time`, async () => {
          await onConnection(
            network,
            config({
              transactionPollingTimeout,
              transactionPollingTimeoutUnit: unit,
            }),
            async (connection) => {
              const hash = await send(connection);
              const message = await pluginMessageOf(() =>
                alphaOf(connection).waitForTransaction(hash, {
                  pollingInterval: 20,
                }),
              );
              await request(connection, "evm_mine");

              expect(message).to.include(
                `was not confirmed within ${said} (transactionPollingTimeout)`,
              );
            },
          );
        });
      }

      it("given a transaction that reverts, then its receipt says so", async () => {
        await onConnection(network, config({}), async (connection) => {
          const { provider } = connection;
          const [wallet] = await connection.viem.getWalletClients();
          const hash = await provider.request({
            method: "eth_sendTransaction",
            params: [
              {
                from: wallet?.account.address,
                data: REVERTING,
                gas: "0x20000",
              },
            ],
          });
          await request(connection, "evm_mine");
          const receipt = await alphaOf(connection).waitForTransaction(
            `0x${String(hash).slice(2)}`,
            { pollingInterval: 5 },
          );

          expect(receipt.status).to.equal("reverted");
        });
      });

      it("given another transaction with the same nonce, then it says which took its place", async () => {
        await onConnection(network, config({}), async (connection) => {
          const [wallet] = await connection.viem.getWalletClients();
          const from = wallet?.account.address;
          const nonce = await request(
            connection,
            "eth_getTransactionCount",
            from,
            "latest",
          );
          const first = await send(connection, {
            nonce,
            gasPrice: "0x2540be400",
          });
          const isSeen = answered(connection, "eth_getTransactionByHash");
          const message = pluginMessageOf(() =>
            alphaOf(connection).waitForTransaction(first, {
              pollingInterval: 5,
            }),
          );
          await isSeen;
          const second = await send(connection, {
            nonce,
            gasPrice: "0x4a817c800",
          });
          await request(connection, "evm_mine");

          expect(await message).to.match(
            new RegExp(`was replaced by ${second}, .* mined in block \\d`),
          );
        });
      });
    });
  }

  it("given an automining sandbox, then one confirmation is there at once", async () => {
    await onConnection("thirdSandbox", {}, async (connection) => {
      const hash = await send(connection);
      const methods: string[] = [];
      const { provider } = connection;
      const original = provider.request.bind(provider);
      provider.request = async (args) => {
        methods.push(args.method);
        return await original(args);
      };
      const { status } = await alphaOf(connection).waitForTransaction(hash);

      expect(status).to.equal("success");
      expect(methods).to.deep.equal(["eth_getTransactionReceipt"]);
    });
  });

  it("given an automining sandbox and more confirmations, then it waits for blocks, and says so at the end", async () => {
    await onConnection("devnetSandbox", {}, async (connection) => {
      const hash = await send(connection);
      const message = await pluginMessageOf(() =>
        alphaOf(connection).waitForTransaction(hash, {
          confirmations: 2,
          pollingTimeout: 120,
        }),
      );

      expect(message).to.include("on devnetSandbox (in-process)");
      expect(message).to.include("had 1 of 2 confirmations");
    });
  });

  it("given a sandbox that has no such transaction, ends at once", async () => {
    await onConnection("devnetSandbox", {}, async (connection) => {
      expect(
        await pluginMessageOf(() =>
          alphaOf(connection).waitForTransaction(HASH),
        ),
      ).to.include("is unknown: it was never sent to this in-process chain");
    });
  });

  it("given a sandbox that was reverted to before the transaction, ends at once", async () => {
    await onConnection("devnetSandbox", {}, async (connection) => {
      const snapshot = await request(connection, "evm_snapshot");
      const hash = await send(connection);
      await request(connection, "evm_revert", snapshot);

      expect(
        await pluginMessageOf(() =>
          alphaOf(connection).waitForTransaction(hash, { confirmations: 9 }),
        ),
      ).to.include("is unknown");
    });
  });

  it("given an anvil whose chain is reorganised, then the confirmations are those of the new block", async () => {
    const node = await startAnvil({ chainId: 32456 });
    try {
      await onConnection(
        "devnet",
        {
          alpha: {
            networks: {
              devnet: { url: node.url, hardhat: { accounts: "remote" } },
            },
          },
        },
        async (connection) => {
          const hash = await send(connection);
          const waiting = alphaOf(connection).waitForTransaction(hash, {
            confirmations: 3,
            pollingInterval: 5,
          });
          await new Promise((resolve) => setTimeout(resolve, 60));
          await request(connection, "anvil_mine", "0x1");
          // The last two blocks go, and the transaction comes in the newest.
          const raw = await request(
            connection,
            "eth_getRawTransactionByHash",
            hash,
          );
          await request(connection, "anvil_reorg", 2, [[raw, 1]]);
          await new Promise((resolve) => setTimeout(resolve, 60));
          await request(connection, "anvil_mine", "0x2");
          const { blockNumber } = await waiting;
          const head = BigInt(
            String(await request(connection, "eth_blockNumber")),
          );

          expect(blockNumber).to.equal(2n);
          expect(head - blockNumber + 1n).to.equal(3n);
        },
      );
    } finally {
      await node.close();
    }
  });
});
