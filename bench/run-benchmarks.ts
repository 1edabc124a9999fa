import { startChain } from "./chain/start-chain.ts";
import { describeMachine, measureNoise } from "./measure/machine.ts";
import { measureLists } from "./measure/measure-lists.ts";
import { measureRegistry } from "./measure/measure-registry.ts";
import type { BenchOptions } from "./options.ts";
import { measureCommands } from "./plugin/measure-commands.ts";
import { measureSandbox } from "./plugin/sandbox.ts";
import type { BenchResult, NetworkResult } from "./report/result.ts";
import { checkShaper } from "./shaper/self-check.ts";
import { startShaper } from "./shaper/start-shaper.ts";

const ROUND_TRIP_MS = 50;
const BITS_PER_SECOND = 50_000_000;
const COMMAND_ROUNDS = 15;
const SANDBOX_PROCESSES = 7;
const SANDBOX_ROUNDS = 6;
const REGISTRY_RUNS = 7;

export interface RunBenchmarksParameters
  extends Pick<BenchOptions, "parts" | "counts"> {
  readonly onProgress: (text: string) => void;
}

/** Runs the benchmarks, one after the other. */
export async function runBenchmarks(
  parameters: RunBenchmarksParameters,
): Promise<BenchResult> {
  const { parts, onProgress } = parameters;
  const before = measureNoise();
  const results = {
    commands: parts.includes("commands")
      ? await measureCommands({ rounds: COMMAND_ROUNDS, onProgress })
      : undefined,
    sandbox: parts.includes("sandbox")
      ? await measureSandbox({
          processes: SANDBOX_PROCESSES,
          rounds: SANDBOX_ROUNDS,
          onProgress,
        })
      : undefined,
    network:
      parts.includes("registry") || parts.includes("lists")
        ? await runNetwork(parameters)
        : undefined,
  };
  return {
    machine: describeMachine(),
    noise: { before, after: measureNoise() },
    ...results,
  };
}

async function runNetwork({
  parts,
  onProgress,
  ...options
}: RunBenchmarksParameters): Promise<NetworkResult> {
  const counts = parts.includes("lists") ? options.counts : [];
  onProgress("starting the chain and the forwarder");
  const chain = await startChain(Math.max(0, ...counts));
  const shaper = startShaper({
    roundTripMs: ROUND_TRIP_MS,
    bitsPerSecond: BITS_PER_SECOND,
  });
  try {
    const before = await checkShaper(shaper);
    const port = await shaper.forward(Number(new URL(chain.url).port));
    const context = { shaper, url: `http://127.0.0.1:${port}`, onProgress };
    const registry = parts.includes("registry")
      ? await measureRegistry({ runs: REGISTRY_RUNS, ...context })
      : [];
    const lists = await measureLists({ counts, ...context });
    const after = await checkShaper(shaper);
    return { shaper: { before, after }, registry, counts, lists };
  } finally {
    await shaper.close();
    await chain.close();
  }
}
