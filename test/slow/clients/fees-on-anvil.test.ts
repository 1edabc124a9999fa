import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";

import { multiplyFee } from "../../../src/hardhat/transactions/multiplied-fees.ts";
import type { RequestProvider } from "../../../src/rpc/types.ts";
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
const FIRST_BASE_FEE = 1_000_000_000;
const REFUSAL = { error: { code: -32601, message: "no such method" } };

type Connection = Parameters<typeof ask>[0];

interface Mined {
  readonly baseFee: bigint;
  /** The gas price or the priority fee. */
  readonly fee: bigint;
  /** The maximum fee or the gas price. */
  readonly max: bigint;
}

/** A block, once it is mined: anvil mines after it has responded. */
async function blockOf(node: RequestProvider, number: number) {
  const params = [`0x${number.toString(16)}`, true];
  for (;;) {
    const method = "eth_getBlockByNumber";
    const block = await node.request({ method, params });
    if (block !== null) {
      return Object(block);
    }
    await sleep(1);
  }
}

/** Sends transactions of types 0 and 2 in turn, and reads them as they were mined. */
async function sendAll(
  { provider }: Connection,
  url: string,
  gasPriceOf: (type: 0 | 2) => Promise<object>,
): Promise<readonly Mined[]> {
  const node = httpProvider(url);
  const mined: Mined[] = [];
  for (let nth = 0; nth < COUNT; nth++) {
    const type = nth % 2 === 0 ? 0 : 2;
    const call = { from: FROM, to: FROM, gas: "0x5208" };
    const transaction = {
      ...{ ...call, type: `0x${type}` },
      ...(await gasPriceOf(type)),
    };
    await provider.request({
      method: "eth_sendTransaction",
      params: [transaction],
    });
    const { baseFeePerGas, transactions } = await blockOf(node, nth + 1);
    const [{ gasPrice, maxFeePerGas, maxPriorityFeePerGas }] = transactions;
    mined.push({
      baseFee: BigInt(baseFeePerGas),
      fee: BigInt(maxPriorityFeePerGas ?? gasPrice),
      max: BigInt(maxFeePerGas ?? gasPrice),
    });
  }
  return mined;
}

/** A project without this plugin. Users ask for the gas price of legacy transactions. */
async function sendWithoutPlugin(
  url: string,
  needsGasPrice: (type: 0 | 2) => boolean,
) {
  const hre = await createHardhatRuntimeEnvironment({
    networks: { plain: { type: "http", url } },
  });
  await using connection = closing(await hre.network.create("plain"));
  return await sendAll(connection, url, async (type) => {
    if (!needsGasPrice(type)) {
      return {};
    }
    const price = await ask(connection, "eth_gasPrice");
    return type === 0
      ? { gasPrice: price }
      : { maxFeePerGas: price, maxPriorityFeePerGas: price };
  });
}

async function sendWithPlugin(url: string, node: string) {
  const devnet = { url: node, hardhat: { accounts: "remote" as const } };
  const config = { alpha: { networks: { devnet } } };
  await using connection = await connectTo("devnet", config);
  return await sendAll(connection, url, async () => ({}));
}

/** What is mined with and without this plugin, on two anvils that are the same. */
async function mineOnBoth(args: readonly string[], hasFeeHistory: boolean) {
  const options = { chainId: CHAIN_ID, args };
  await using plainNode = await startAnvil(options);
  await using anvil = await startAnvil(options);
  const forward = forwardTo(anvil.url);
  await using withoutHistory = await startFaultyServer({
    ask: async (method, params) =>
      method === "eth_feeHistory" ? REFUSAL : await forward(method, params),
  });
  const node = hasFeeHistory ? anvil.url : withoutHistory.url;
  return [
    await sendWithPlugin(anvil.url, node),
    await sendWithoutPlugin(
      plainNode.url,
      (type) => type === 0 || !hasFeeHistory,
    ),
  ] as const;
}

describe("the fees of 60 transactions on anvil, side by side with a project without this plugin", function () {
  this.timeout(120_000);

  for (const [title, args, isRising] of [
    ["a falling base fee", ["--base-fee", `${20 * FIRST_BASE_FEE}`], false],
    ["a rising base fee", ["--gas-limit", "30000"], true],
  ] as const) {
    for (const hasFeeHistory of [true, false]) {
      it(`given ${title} and a node ${hasFeeHistory ? "with" : "without"} eth_feeHistory, then the ratio stays the multiplier`, async () => {
        const [paid, plain] = await mineOnBoth(args, hasFeeHistory);

        const isAbove = Number(plain.at(-1)?.baseFee) > FIRST_BASE_FEE;
        expect(isAbove).to.equal(isRising);
        const times = ({ baseFee, fee, max }: Mined) => ({
          baseFee,
          fee: multiplyFee(fee, 1.1),
          max: multiplyFee(max, 1.1),
        });
        const others = plain.filter((each, nth) => {
          const { fee = 0n, max = 0n } = paid[nth] ?? {};
          const most = times(each);
          expect(fee <= most.fee && max <= most.max, `${nth}`).to.equal(true);
          return fee < most.fee;
        });
        // Where Hardhat's maximum fee caps a plain tip, anvil suggests 1 gwei in its place.
        expect(others.length).to.be.lessThan(COUNT / 10);
        expect(paid.slice(-10)).to.deep.equal(plain.slice(-10).map(times));
      });
    }
  }
});
