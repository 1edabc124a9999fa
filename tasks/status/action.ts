import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { json } from "../../src/report/formats/json.ts";
import { statusTable } from "../../src/report/formats/status-table.ts";
import { statusOfNetworks } from "../../src/status/status-of-networks.ts";
import type { CommonArguments } from "../arguments.ts";
import { chooseFormat } from "../choose-format.ts";
import { emit } from "../emit.ts";
import { selectionOf } from "../selection-of.ts";
import { taskResult } from "../task-result.ts";

interface StatusArguments extends CommonArguments {
  readonly sandbox: boolean;
}

const FORMATS = { table: statusTable, json };

const action: NewTaskActionFunction<StatusArguments> = async (args, hre) => {
  const format = chooseFormat(FORMATS, args.format);
  const report = await statusOfNetworks(hre, selectionOf(args, hre));
  await emit((style) => format(report, style), args.out);
  return taskResult(report, report.outcome);
};

export default action;
