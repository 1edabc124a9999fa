import { emptyTask } from "hardhat/config";
import type { TaskDefinition } from "hardhat/types/tasks";

import { configTask } from "./config/index.ts";
import { discoverTask } from "./discover/index.ts";
import { exportTask } from "./export/index.ts";
import { initTask } from "./init/index.ts";
import { lintTask } from "./lint/index.ts";
import { networksTask } from "./networks/index.ts";
import { sandboxTask } from "./sandbox/index.ts";
import { statusTask } from "./status/index.ts";
import { verifyTask } from "./verify/index.ts";
import { walletTask } from "./wallet/index.ts";

/** All tasks of the plugin. */
export const TASKS: TaskDefinition[] = [
  emptyTask(
    "alpha",
    "Work with the Alpha networks: configuration, contracts, sync status",
  ).build(),
  networksTask,
  configTask,
  verifyTask,
  statusTask,
  sandboxTask,
  exportTask,
  walletTask,
  lintTask,
  discoverTask,
  initTask,
].map((definition) => {
  if (!("action" in definition) || definition.action === undefined) {
    return definition;
  }
  const { id, action: load } = definition;
  const action = async () => {
    const { withAnswer } = await import("./cli/task-result.ts");
    return { default: withAnswer(id, (await load()).default) };
  };
  return { ...definition, action };
});
