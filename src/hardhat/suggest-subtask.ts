import type { TaskManager } from "hardhat/types/tasks";
import { given } from "../base/records.ts";
import { didYouMean } from "../base/suggest-name.ts";

const TASK = "alpha";

/**
 * Suggests the subtask that an unknown one is a misspelling of. Hardhat's error names
 * only the unknown one, and no hook can add to it.
 *
 * @param args The arguments of the command.
 */
export function subtaskWarnings(
  args: readonly string[],
  { rootTasks }: Pick<TaskManager, "rootTasks">,
): readonly string[] {
  const name = args[args.indexOf(TASK) + 1];
  const subtasks = rootTasks.get(TASK)?.subtasks;
  if (!args.includes(TASK) || name === undefined || name.startsWith("-")) {
    return [];
  }
  if (subtasks?.has(name) !== false) {
    return [];
  }
  const suggestion = didYouMean(name, subtasks.keys()).replace(/\? $/, "?");
  return given(suggestion && `"${TASK} ${name}" is not a task. ${suggestion}`);
}
