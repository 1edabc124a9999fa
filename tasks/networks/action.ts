import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { successfulResult } from "hardhat/utils/result";
import { listNetworks } from "../../src/overview/list-networks.ts";
import { json } from "../../src/report/formats/json.ts";
import { networksTable } from "../../src/report/formats/networks-table.ts";
import type { CommonArguments } from "../arguments.ts";
import { checkOutputFiles } from "../check-output-files.ts";
import { chooseFormat } from "../choose-format.ts";
import { emit } from "../emit.ts";
import { projectFiles } from "../project-files.ts";
import { selectionOf } from "../selection-of.ts";

interface NetworksArguments extends CommonArguments {
  readonly sandbox: boolean;
}

const FORMATS = { table: networksTable, json };

const action: NewTaskActionFunction<NetworksArguments> = async (args, hre) => {
  const format = chooseFormat(FORMATS, args.format);
  if (args.out !== undefined) {
    await checkOutputFiles([args.out], projectFiles(hre.config));
  }
  const report = await listNetworks(hre, selectionOf(args, hre));
  await emit((style) => format(report, style), args.out);
  return successfulResult(report);
};

export default action;
