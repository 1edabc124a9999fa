// Times connections to a plain simulated network and to a sandbox alternately, and
// prints the times as JSON. It runs in a separate process. Each round starts with the
// plain network, so that the first sandbox does not load Hardhat's simulator.
import { createBuiltHre } from "./built-plugin.ts";

const [entry = "", rounds = "1"] = process.argv.slice(2);
const hre = await createBuiltHre(entry);

async function timeConnection(network: string): Promise<number> {
  const startedAt = performance.now();
  const connection = await hre.network.create(network);
  const { provider } = connection;
  // A simulated chain starts with its first request.
  await provider.request({ method: "eth_blockNumber" });
  const ms = performance.now() - startedAt;
  await connection.close();
  return ms;
}

const times: { plain: number[]; sandbox: number[] } = {
  plain: [],
  sandbox: [],
};
for (let round = 0; round < Number(rounds); round++) {
  times.plain.push(await timeConnection("default"));
  times.sandbox.push(await timeConnection("devnetSandbox"));
}
console.log(JSON.stringify(times));
