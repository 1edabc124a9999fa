import { type BenchList, REGISTRY } from "./chain/bench-list.ts";
import { startChain } from "./chain/start-chain.ts";
import { describeMachine, measureNoise } from "./measure/machine.ts";
import { measureLists } from "./measure/measure-lists.ts";
import type { BenchOptions } from "./options.ts";
import { measureCommands } from "./plugin/measure-commands.ts";
import { measureMemory } from "./plugin/memory.ts";
import { measureSandbox } from "./plugin/sandbox.ts";
import type { BenchResult, NetworkResult } from "./report/result.ts";
import { checkShaper } from "./shaper/self-check.ts";
import { startShaper } from "./shaper/start-shaper.ts";

const ROUND_TRIP_MS = 50;
const BITS_PER_SECOND = 50_000_000;
const MAX_RUNS = 9;
/** The length of the list without missing contracts. */
const COMPLETE_COUNT = 1_000;

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
      ? await measureCommands(onProgress)
      : undefined,
    sandbox: parts.includes("sandbox")
      ? await measureSandbox(onProgress)
      : undefined,
    memory: parts.includes("memory")
      ? await measureMemory(onProgress)
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
  counts,
  onProgress,
}: RunBenchmarksParameters): Promise<NetworkResult> {
  const lists = listsOf(parts, counts);
  onProgress("starting the chain and the forwarder");
  const chain = await startChain(lists);
  const shaper = startShaper({
    roundTripMs: ROUND_TRIP_MS,
    bitsPerSecond: BITS_PER_SECOND,
  });
  try {
    const before = await checkShaper(shaper);
    const port = await shaper.forward(Number(new URL(chain.url).port));
    const url = `http://127.0.0.1:${port}`;
    const measurements = await measureLists({
      lists,
      shaper,
      url,
      maxRuns: MAX_RUNS,
      onProgress,
    });
    const after = await checkShaper(shaper);
    return { shaper: { before, after }, lists, measurements };
  } finally {
    await shaper.close();
    await chain.close();
  }
}

/** Lists that are read: the registry, those with missing contracts, and one without. */
function listsOf(
  parts: RunBenchmarksParameters["parts"],
  counts: readonly number[],
): readonly BenchList[] {
  const lists: BenchList[] = [];
  if (parts.includes("registry")) {
    lists.push(REGISTRY);
  }
  if (parts.includes("lists")) {
    if (counts.includes(COMPLETE_COUNT)) {
      lists.push({ kind: "complete", count: COMPLETE_COUNT });
    }
    for (const count of counts) {
      lists.push({ kind: "incomplete", count });
    }
  }
  return lists;
}
