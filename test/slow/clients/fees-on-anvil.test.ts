import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";

import { multiplyFee } from "../../../src/hardhat/transactions/multiplied-fees.ts";
import { httpProvider, startAnvil } from "../../support/anvil.ts";
import {
  ask,
  closing,
  connectTo,
  forwardTo,
} from "../../support/connections.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";

const COUNT = 60;
const CHAIN_ID = 32456;
/** anvil's first account. */
const FROM = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const GWEI = 1_000_000_000n;
const REFUSAL = { error: { code: -32601, message: "no such method" } };

type Connection = Parameters<typeof ask>[0];

/** A transaction as it was mined, in wei. */
interface Mined {
  readonly baseFee: bigint;
  /** The gas price or the priority fee. */
  readonly fee: bigint;
  /** The maximum fee or the gas price. */
  readonly max: bigint;
}

/** Mines a block with one transaction, and waits until anvil knows what it paid. */
async function mineNext(url: string): Promise<Mined> {
  const node = httpProvider(url);
  const request = async (method: string, ...params: unknown[]) =>
    Object(await node.request({ method, params }));
  await request("evm_mine");
  for (;;) {
    // anvil reads the fees of a block after it is mined.
    const params = ["0x1", "latest", [50]];
    const { reward } = await request("eth_feeHistory", ...params);
    if (reward.length === 1) {
      break;
    }
    await sleep(1);
  }
  const block = await request("eth_getBlockByNumber", "latest", true);
  const [{ gasPrice, maxFeePerGas, maxPriorityFeePerGas }] = block.transactions;
  return {
    baseFee: BigInt(block.baseFeePerGas),
    fee: BigInt(maxPriorityFeePerGas ?? gasPrice),
    max: BigInt(maxFeePerGas ?? gasPrice),
  };
}

/** Sends a transaction for which users without this plugin ask for the gas price. */
async function sendPlain(
  connection: Connection,
  type: 0 | 2,
  hasFeeHistory: boolean,
): Promise<void> {
  let fees = {};
  if (type === 0 || !hasFeeHistory) {
    const price = await ask(connection, "eth_gasPrice");
    fees =
      type === 0
        ? { gasPrice: price }
        : { maxFeePerGas: price, maxPriorityFeePerGas: price };
  }
  await send(connection, type, fees);
}

async function send(
  connection: Connection,
  type: 0 | 2,
  fees = {},
): Promise<void> {
  const call = { from: FROM, to: FROM, gas: "0x5208", type: `0x${type}` };
  await ask(connection, "eth_sendTransaction", { ...call, ...fees });
}

/**
 * Sends transactions of types 0 and 2 in turn, with this plugin and without it, each on
 * an anvil of its own. Both mine a block for each, so that they have the same base fees.
 */
async function mineOnBoth(args: readonly string[], hasFeeHistory: boolean) {
  const options = { chainId: CHAIN_ID, args: [...args, "--no-mining"] };
  await using plainNode = await startAnvil(options);
  await using anvil = await startAnvil(options);
  const forward = forwardTo(anvil.url);
  await using withoutHistory = await startFaultyServer({
    ask: async (method, params) =>
      method === "eth_feeHistory" ? REFUSAL : await forward(method, params),
  });
  const url = hasFeeHistory ? anvil.url : withoutHistory.url;
  const devnet = { url, hardhat: { accounts: "remote" as const } };
  const config = { alpha: { networks: { devnet } } };
  await using connection = await connectTo("devnet", config);
  const hre = await createHardhatRuntimeEnvironment({
    networks: { plain: { type: "http", url: plainNode.url } },
  });
  await using plain = closing(await hre.network.create("plain"));
  const mined: { paid: Mined; plain: Mined }[] = [];
  for (let nth = 0; nth < COUNT; nth++) {
    const type = nth % 2 === 0 ? 0 : 2;
    await sendPlain(plain, type, hasFeeHistory);
    await send(connection, type);
    mined.push({
      paid: await mineNext(anvil.url),
      plain: await mineNext(plainNode.url),
    });
  }
  return mined;
}

/** The first base fee in gwei, and the gas limit of a block, by which it changes. */
const anvilArgs = (baseFee: bigint, gasLimit: number): readonly string[] => [
  ...["--base-fee", `${baseFee * GWEI}`],
  ...["--gas-limit", `${gasLimit}`],
];

const times = ({ baseFee, fee, max }: Mined): Mined => ({
  baseFee,
  fee: multiplyFee(fee, 1.1),
  max: multiplyFee(max, 1.1),
});

describe("the fees of 60 transactions on anvil, side by side with a project without this plugin", function () {
  this.timeout(120_000);

  for (const [title, args, first, last] of [
    ["falls", anvilArgs(50n, 60_000), 50_000_000_000n, 5_243_406_862n],
    ["rises", anvilArgs(5n, 30_000), 5_000_000_000n, 88_948_504_128n],
    ["is low and falls", anvilArgs(1n, 60_000), GWEI, 104_868_150n],
  ] as const) {
    for (const hasFeeHistory of [true, false]) {
      it(`given a base fee that ${title} and a node ${hasFeeHistory ? "with" : "without"} eth_feeHistory, then each is the multiplier times the other, to the wei`, async () => {
        const mined = await mineOnBoth(args, hasFeeHistory);

        const baseFees = mined.map(({ plain }) => plain.baseFee);
        expect([baseFees.at(0), baseFees.at(-1)]).to.deep.equal([first, last]);
        for (const { paid, plain } of mined) {
          expect(paid).to.deep.equal(times(plain));
        }
      });
    }
  }

  it("given tips without the plugin that are below anvil's minimum of 1 gwei, then none is more than the multiplier times the other, and no gas price is below the minimum", async () => {
    const mined = await mineOnBoth(anvilArgs(3n, 30_000_000), true);

    expect(
      mined.some(({ plain }) => plain.max < plain.baseFee + GWEI),
    ).to.equal(true);
    for (const [nth, { paid, plain }] of mined.entries()) {
      const most = times(plain);
      expect(paid.fee <= most.fee && paid.max <= most.max).to.equal(true);
      const isPrice = nth % 2 === 0;
      expect(!isPrice || paid.fee >= paid.baseFee + GWEI).to.equal(true);
    }
  });
});
