import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { successfulResult } from "hardhat/utils/result";
import type { QueryLimits } from "../../src/connect/open-transport.ts";
import {
  statusOfNetworks,
  waitForOk,
} from "../../src/status/status-of-networks.ts";
import type { CommonArguments } from "../cli/arguments.ts";
import { printJson } from "../cli/json.ts";
import { chooseFormat, emit, prepareOutput } from "../cli/output.ts";
import { projectFiles, selectionOf } from "../cli/selection.ts";
import { taskConnections } from "../cli/task-connections.ts";
import { endDespiteFork, taskResult } from "../cli/task-result.ts";
import { statusPrometheus } from "./formats/prometheus.ts";
import { statusTable } from "./formats/table.ts";
import { showProgress } from "./progress.ts";
import {
  checkMode,
  parseSeconds,
  type StatusModeArguments,
} from "./status-mode.ts";
import { watch } from "./watch.ts";

interface StatusArguments extends CommonArguments, StatusModeArguments {
  readonly sandbox: boolean;
  readonly maxBlockAge: string | undefined;
  readonly services: boolean;
}

const DEFAULT_TIMEOUT_SECONDS = 300;

const FORMATS = {
  table: statusTable,
  json: printJson,
  prometheus: statusPrometheus,
};

const action: NewTaskActionFunction<StatusArguments> = async (args, hre) => {
  const format = chooseFormat(FORMATS, args.format);
  checkMode(args, process.stdout);
  const maxBlockAge = parseSeconds("--max-block-age", args.maxBlockAge);
  const timeout =
    parseSeconds("--timeout", args.timeout) ?? DEFAULT_TIMEOUT_SECONDS;
  const output = await prepareOutput(args, {
    task: "status",
    inputs: projectFiles(hre.config),
  });
  const selection = selectionOf(args, hre);
  const connections = taskConnections(hre);
  const query = async (limits?: QueryLimits) =>
    await statusOfNetworks(connections, selection, {
      maxBlockAge,
      limits,
      services: args.services,
    });

  if (args.watch) {
    const last = await watch(
      async (signal) => await query({ signal }),
      process.stdout,
    );
    endDespiteFork();
    return last === undefined
      ? successfulResult()
      : taskResult(last, last.outcome);
  }
  const report = args.wait
    ? await waitForOk({
        query: async (maxMs) => await query({ maxMs }),
        timeout: timeout * 1000,
        onReport: showProgress(process.stderr),
      })
    : await query();
  await emit((style) => format(report, style), output);
  return taskResult(report, report.outcome);
};

export default action;
