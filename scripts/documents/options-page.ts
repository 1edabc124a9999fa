import type {
  OptionDefinition,
  PositionalArgumentDefinition,
} from "hardhat/types/arguments";
import type { NewTaskDefinition, TaskDefinition } from "hardhat/types/tasks";

import { markdownTable } from "./markdown-table.ts";

const INTRODUCTION = `# Options

The arguments and options of all tasks, as printed by \`npx hardhat alpha <task> --help\`.
[Tasks](tasks.md) describes the tasks, their exit codes and the schemas of their reports.`;

/** The text of docs/options.md: a section and a table for each task. */
export function optionsPage(tasks: readonly TaskDefinition[]): string {
  const sections = tasks
    .filter(isNewTask)
    .filter(({ id }) => id.length > 1)
    .map(sectionOf);
  return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
}

function isNewTask(task: TaskDefinition): task is NewTaskDefinition {
  return "options" in task && "positionalArguments" in task;
}

function sectionOf(task: NewTaskDefinition): string {
  const rows = [
    ...task.positionalArguments.map(argumentRow),
    ...Object.values(task.options)
      .filter(({ hidden }) => hidden !== true)
      .map(optionRow),
  ];
  const table = markdownTable(["argument", "default", "description"], rows);
  return `## \`${task.id.join(" ")}\`\n\n${task.description}.\n\n${table}`;
}

function argumentRow({
  name,
  isVariadic,
  defaultValue,
  description,
}: PositionalArgumentDefinition): readonly string[] {
  const shown = isVariadic ? `${name}…` : name;
  return [
    `\`${defaultValue === undefined ? shown : `[${shown}]`}\``,
    "",
    inMarkdown(description),
  ];
}

function optionRow({
  name,
  type,
  defaultValue,
  description,
}: OptionDefinition): readonly string[] {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return type === "FLAG"
    ? [`\`${flag}\``, "", inMarkdown(description)]
    : [
        `\`${flag} VALUE\``,
        defaultValue === undefined ? "" : `\`${String(defaultValue)}\``,
        inMarkdown(description),
      ];
}

/** Escapes a description, which is plain text. */
function inMarkdown(description: string): string {
  return description.replace(/[<*_`]/g, "\\$&");
}
