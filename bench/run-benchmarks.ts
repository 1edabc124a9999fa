import { startChain } from "./chain/start-chain.ts";
import { describeMachine, measureNoise } from "./measure/machine.ts";
import { measureNetwork } from "./measure/measure-network.ts";
import { measureRegistry } from "./measure/measure-registry.ts";
import { measureSandbox } from "./plugin/sandbox.ts";
import { measureStartUp } from "./plugin/start-up.ts";
import type { BenchResult } from "./report/result.ts";
import { checkShaper } from "./shaper/self-check.ts";
import { startShaper } from "./shaper/start-shaper.ts";

const ROUND_TRIP_MS = 50;
const BITS_PER_SECOND = 50_000_000;
const START_UP_ROUNDS = 21;
const SANDBOX_ROUNDS = 11;

/** Runs all benchmarks, one after the other. */
export async function runBenchmarks(
  counts: readonly number[],
  onProgress: (text: string) => void,
): Promise<BenchResult> {
  const noiseBefore = measureNoise();
  onProgress("start-up times of Hardhat commands");
  const startUp = await measureStartUp(START_UP_ROUNDS);
  onProgress("connections to a sandbox");
  const sandbox = await measureSandbox(SANDBOX_ROUNDS);
  onProgress("starting the chain and the forwarder");
  const chain = await startChain(Math.max(...counts));
  const shaper = startShaper({
    roundTripMs: ROUND_TRIP_MS,
    bitsPerSecond: BITS_PER_SECOND,
  });
  try {
    const before = await checkShaper(shaper);
    const port = await shaper.forward(Number(new URL(chain.url).port));
    const url = `http://127.0.0.1:${port}`;
    const registry = await measureRegistry(shaper, url);
    const measurements = await measureNetwork({
      counts,
      shaper,
      url,
      onProgress,
    });
    const after = await checkShaper(shaper);
    return {
      machine: describeMachine(),
      noise: { before: noiseBefore, after: measureNoise() },
      shaper: { before, after },
      counts,
      measurements,
      registry,
      startUp,
      sandbox,
    };
  } finally {
    await shaper.close();
    await chain.close();
  }
}
