import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/errors.ts";
import { json } from "../../src/report/formats/json.ts";
import { verifyTable } from "../../src/report/formats/verify-table.ts";
import { verifyNetworks } from "../../src/verify/verify-networks.ts";
import type { CommonArguments } from "../arguments.ts";
import { chooseFormat } from "../choose-format.ts";
import { emit } from "../emit.ts";
import { selectionOf } from "../selection-of.ts";
import { taskResult } from "../task-result.ts";

interface VerifyArguments extends CommonArguments {
  readonly sandbox: boolean;
  readonly level: string;
}

const FORMATS = { table: verifyTable, json };

const action: NewTaskActionFunction<VerifyArguments> = async (args, hre) => {
  const format = chooseFormat(FORMATS, args.format);
  if (args.level !== "presence") {
    throw alphaError(
      `There is no level "${args.level}". Valid levels: presence.`,
    );
  }
  const report = await verifyNetworks(hre, selectionOf(args, hre));
  await emit((style) => format(report, style), args.out);
  return taskResult(report, report.outcome);
};

export default action;
