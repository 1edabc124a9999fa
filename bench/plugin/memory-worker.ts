// Sends transactions to devnetSandbox in one of several ways, and prints by how many
// bytes of resident memory each of them made the process grow.
import { createBuiltHre } from "./built-plugin.ts";

const BATCH = 100;
const WARM_UP = 3_000;

const [entry = "", name = "transfer", count = "1000"] = process.argv.slice(2);
const hre = await createBuiltHre(entry);
const { alpha, provider } = await hre.network.create("devnetSandbox");
const request = async (method: string, ...params: unknown[]) =>
  await provider.request({ method, params });
const [from, other] = Object(await request("eth_accounts"));
const transfer = { from, to: other, value: "0x1", gas: "0x5208" };
const token = {
  from,
  to: alpha?.tokens.alpha.address,
  data: `0xa9059cbb${String(other).slice(2).padStart(64, "0")}${"1".padStart(64, "0")}`,
};
const send = async () => await request("eth_sendTransaction", transfer);

async function batchOf(act: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < BATCH; index++) {
    await act();
  }
}

const CASES: Readonly<Record<string, () => Promise<void>>> = {
  transfer: async () => await batchOf(send),
  token: async () =>
    await batchOf(async () => await request("eth_sendTransaction", token)),
  call: async () =>
    await batchOf(async () => await request("eth_call", token, "latest")),
  batched: async () => {
    await request("evm_setAutomine", false);
    await batchOf(send);
    await request("hardhat_mine", "0x1");
  },
  reverted: async () => {
    const snapshot = await request("evm_snapshot");
    await batchOf(send);
    await request("evm_revert", snapshot);
  },
};

async function run(times: number): Promise<number> {
  for (let sent = 0; sent < times; sent += BATCH) {
    await CASES[name]?.();
  }
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

const before = await run(WARM_UP);
const after = await run(Number(count));
console.log(JSON.stringify((after - before) / Number(count)));
