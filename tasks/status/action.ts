import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import type { QueryLimits } from "../../src/connect/open-transport.ts";
import { withStatusChecks } from "../../src/status/checks.ts";
import type { WatchedQuery } from "../../src/status/silent-nodes.ts";
import {
  statusOfNetworks,
  waitForOk,
} from "../../src/status/status-of-networks.ts";
import {
  type CommonArguments,
  type RepeatArguments,
  selectionOf,
} from "../cli/arguments.ts";
import { checkOptions, parseSeconds } from "../cli/options.ts";
import { chooseFormat, emit, prepareOutput, printJson } from "../cli/output.ts";
import { taskConnections } from "../cli/task-connections.ts";
import {
  endDespiteFork,
  endDespiteLookup,
  taskResult,
} from "../cli/task-result.ts";
import { checkRepeated, lastRun, printChanges } from "../monitor/changes.ts";
import { statusPrometheus } from "./formats/prometheus.ts";
import { statusQuiet, statusTable } from "./formats/table.ts";
import { drawReports, showProgress, watch, writeReports } from "./watch.ts";

interface StatusArguments extends CommonArguments, RepeatArguments {
  readonly timeout: string | undefined;
  readonly wait: boolean;
  readonly watch: boolean;
  readonly interval: string | undefined;
  readonly sandbox: boolean;
  readonly maxBlockAge: string | undefined;
  readonly services: boolean;
}

const DEFAULT_TIMEOUT_SECONDS = 300;
/** Between the end of one query and the next, in seconds. */
const DEFAULT_INTERVALS = { screen: 2, file: 15 };

const FORMATS = {
  table: statusTable,
  json: printJson,
  prometheus: statusPrometheus,
};

const action: NewTaskActionFunction<StatusArguments> = async (args, hre) => {
  const chosen = chooseFormat(FORMATS, args.format);
  const format = args.quiet && chosen === statusTable ? statusQuiet : chosen;
  checkOptions(args, [
    { option: "--timeout", requires: "--wait" },
    { option: "--interval", requires: "--watch" },
    {
      option: "--watch",
      conflicts: "--wait",
      why: "--wait ends when everything is ok, --watch on Ctrl-C",
    },
    { option: "--watch", conflicts: "--changes-since" },
  ]);
  const isTerminal = process.stdout.isTTY && args.format === "table";
  if (args.watch && args.out === undefined && !isTerminal) {
    throw alphaError(
      "--watch requires a terminal and --format table, or a file that is written again and again: --out FILE. For pipes, repeat the command or use --wait.",
    );
  }
  checkRepeated(args);
  const maxBlockAge = parseSeconds("--max-block-age", args.maxBlockAge);
  const timeout =
    parseSeconds("--timeout", args.timeout) ?? DEFAULT_TIMEOUT_SECONDS;
  const interval = parseSeconds("--interval", args.interval);
  const output = await prepareOutput(args, hre.config, { task: "status" });
  const last = await lastRun(args, "status");
  const selection = selectionOf(args, hre);
  const connections = taskConnections(hre);
  const query = async (limits?: QueryLimits, watched?: WatchedQuery) =>
    await statusOfNetworks(connections, selection, {
      maxBlockAge,
      limits,
      services: args.services,
      watch: watched,
    });

  if (args.watch) {
    const shown = await watch({
      query: async (signal, watched) => await query({ signal }, watched),
      show:
        output === undefined
          ? drawReports(process.stdout)
          : writeReports(format, output),
      interval:
        1000 *
        (interval ??
          DEFAULT_INTERVALS[output === undefined ? "screen" : "file"]),
    });
    endDespiteFork();
    endDespiteLookup();
    return taskResult(shown, shown?.outcome ?? "unknown");
  }
  const report = args.wait
    ? await waitForOk({
        query: async (maxMs) => await query({ maxMs }),
        timeout: timeout * 1000,
        onReport: showProgress(process.stderr),
      })
    : await query();
  // Once the report is written, the next run does not tell these changes again.
  const outcome =
    last && (await printChanges(last, report.networks.map(withStatusChecks)));
  if (last === undefined || output !== undefined) {
    await emit((style) => format(report, style), output);
  }
  return taskResult(report, outcome ?? report.outcome);
};

export default action;
