import { markdownTable } from "../../scripts/documents/markdown-table.ts";
import {
  median,
  medianDifference,
  medianRatio,
} from "../measure/statistics.ts";
import { COMMANDS, type MeasuredCommand } from "../plugin/commands.ts";
import type { CommandTimes } from "../plugin/measure-commands.ts";
import { MEMORY_CASES, type MemoryGrowth } from "../plugin/memory.ts";
import type { SandboxTimes } from "../plugin/sandbox.ts";
import { ms } from "./format.ts";
import type { BenchResult } from "./result.ts";

/** The tables of commands, of connections to a sandbox and of its memory. */
export function pluginSections({
  commands,
  sandbox,
  memory,
}: Pick<BenchResult, "commands" | "sandbox" | "memory">): readonly string[] {
  return [
    ...(commands === undefined ? [] : [commandsSection(commands)]),
    ...(sandbox === undefined ? [] : [sandboxSection(sandbox)]),
    ...(memory === undefined ? [] : [memorySection(memory)]),
  ];
}

function commandsSection(times: CommandTimes): string {
  return `### Commands\n\n${markdownTable(
    ["command", "time", "CPU time", "compared with", "ratio", "difference"],
    COMMANDS.map((command) => commandRow(command, times)),
  )}`;
}

function commandRow(
  { id, label, baseline }: MeasuredCommand,
  times: CommandTimes,
): readonly string[] {
  const cpuOf = (of: string) => (times[of] ?? []).map(({ cpuMs }) => cpuMs);
  const cpu = cpuOf(id);
  const compared = COMMANDS.find((other) => other.id === baseline);
  const head = [
    label,
    ms(median((times[id] ?? []).map((one) => one.ms))),
    ms(median(cpu)),
  ];
  return compared === undefined
    ? head
    : [
        ...head,
        compared.label,
        `${medianRatio(cpu, cpuOf(compared.id)).toFixed(2)} ×`,
        ms(medianDifference(cpu, cpuOf(compared.id))),
      ];
}

function sandboxSection({ first, plain, sandbox }: SandboxTimes): string {
  return `### Connections to a sandbox\n\n${markdownTable(
    ["first answer of a new connection to", "median", "difference"],
    [
      ["a plain simulated network", ms(median(plain)), ""],
      [
        "`devnetSandbox`, with all contracts",
        ms(median(sandbox)),
        ms(medianDifference(sandbox, plain)),
      ],
      [
        "`devnetSandbox`, for the first time in a process",
        ms(median(first)),
        ms(median(first) - median(plain)),
      ],
    ],
  )}`;
}

const KB = 1_000;

function memorySection(memory: MemoryGrowth): string {
  const rows = MEMORY_CASES.map(({ id, label }) => {
    const growth = Math.max(0, median(memory[id]) / KB).toFixed(1);
    return [label, `${growth} KB`, `${growth} GB`];
  });
  return `### Memory of a sandbox\n\n${markdownTable(
    ["request", "growth of the process", "for a million of them"],
    rows,
  )}`;
}
