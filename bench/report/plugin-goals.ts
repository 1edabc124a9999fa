import {
  median,
  medianDifference,
  medianRatio,
} from "../measure/statistics.ts";
import { COMMANDS } from "../plugin/commands.ts";
import type { CommandTimes } from "../plugin/measure-commands.ts";
import type { SandboxTimes } from "../plugin/sandbox.ts";
import { type Goal, goalOf } from "./goal.ts";
import type { BenchResult } from "./result.ts";

/** More than a plain simulated network. */
const MAX_SANDBOX_MS = 40;
const MAX_FIRST_SANDBOX_MS = 120;

/** Compares commands and connections with the goals. */
export function pluginGoals({
  commands,
  sandbox,
}: Pick<BenchResult, "commands" | "sandbox">): readonly Goal[] {
  return [...commandGoals(commands), ...sandboxGoals(sandbox)];
}

function commandGoals(times: CommandTimes | undefined): readonly Goal[] {
  const cpuOf = (id: string) => (times?.[id] ?? []).map(({ cpuMs }) => cpuMs);
  return COMMANDS.flatMap(({ id, label, baseline, maxRatio }) => {
    const compared = COMMANDS.find((other) => other.id === baseline);
    return compared === undefined || maxRatio === undefined
      ? []
      : [
          goalOf({
            subject: `CPU time of ${label}, compared with ${compared.label}`,
            limit: `at most ${maxRatio} times`,
            value: medianRatio(cpuOf(id), cpuOf(compared.id)),
            isMet: (ratio) => ratio <= maxRatio,
            describe: (ratio) =>
              `${ratio.toFixed(2)} times (median of the ratios)`,
          }),
        ];
  });
}

function sandboxGoals(times: SandboxTimes | undefined): readonly Goal[] {
  return [
    goalOf({
      subject:
        "a new connection to `devnetSandbox`, compared with a plain simulated network",
      limit: `at most ${MAX_SANDBOX_MS} ms more`,
      value: times && medianDifference(times.sandbox, times.plain),
      isMet: (ms) => ms <= MAX_SANDBOX_MS,
      describe: (ms) => `${ms.toFixed(1)} ms (median of the differences)`,
    }),
    goalOf({
      subject: "the first connection to `devnetSandbox` in a process",
      limit: `at most ${MAX_FIRST_SANDBOX_MS} ms`,
      value: times && median(times.first),
      isMet: (ms) => ms <= MAX_FIRST_SANDBOX_MS,
      describe: (ms) => `${ms.toFixed(0)} ms`,
    }),
  ];
}
