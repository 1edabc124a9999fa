import { markdownTable } from "../../scripts/documents/markdown-table.ts";
import {
  median,
  medianDifference,
  medianRatio,
} from "../measure/statistics.ts";
import { COMMANDS, type MeasuredCommand } from "../plugin/commands.ts";
import type { CommandTimes } from "../plugin/measure-commands.ts";
import type { SandboxTimes } from "../plugin/sandbox.ts";
import { ms } from "./format.ts";
import type { BenchResult } from "./result.ts";

/** The tables of commands and of connections to a sandbox. */
export function pluginSections({
  commands,
  sandbox,
}: Pick<BenchResult, "commands" | "sandbox">): readonly string[] {
  return [
    ...(commands === undefined ? [] : [commandsSection(commands)]),
    ...(sandbox === undefined ? [] : [sandboxSection(sandbox)]),
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
