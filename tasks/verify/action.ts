import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NewTaskActionFunction } from "hardhat/types/tasks";

import {
  type NetworkSelection,
  selectNetworks,
} from "../../src/connect/select-networks.ts";
import { alphaError } from "../../src/errors.ts";
import { json } from "../../src/report/formats/json.ts";
import { verifyTable } from "../../src/report/formats/verify-table.ts";
import { parseLevel } from "../../src/verify/parse-level.ts";
import { readAddressFile } from "../../src/verify/read-address-file.ts";
import type { VerificationTarget } from "../../src/verify/targets.ts";
import { verifyNetworks } from "../../src/verify/verify-networks.ts";
import type { CommonArguments } from "../arguments.ts";
import { chooseFormat } from "../choose-format.ts";
import { emit } from "../emit.ts";
import { selectionOf } from "../selection-of.ts";
import { taskResult } from "../task-result.ts";

interface VerifyArguments extends CommonArguments {
  readonly sandbox: boolean;
  readonly level: string;
  readonly strict: boolean;
  readonly addresses: string | undefined;
}

const FORMATS = { table: verifyTable, json };

const action: NewTaskActionFunction<VerifyArguments> = async (args, hre) => {
  const format = chooseFormat(FORMATS, args.format);
  const level = parseLevel(args.level);
  if (args.addresses !== undefined && level !== "presence") {
    throw alphaError(
      "--addresses goes with --level presence: nothing is known of the identity of a list's contracts.",
    );
  }
  const selection = selectionOf(args, hre);
  const report = await verifyNetworks(hre, selection, {
    level,
    strict: args.strict,
    targets: await listedTargetsOf(args.addresses, hre, selection),
  });
  await emit((style) => format(report, style), args.out);
  return taskResult(report, report.outcome);
};

/** The targets of an address file, which is for one network. */
async function listedTargetsOf(
  file: string | undefined,
  hre: HardhatRuntimeEnvironment,
  selection: NetworkSelection,
): Promise<readonly VerificationTarget[] | undefined> {
  if (file === undefined) {
    return undefined;
  }
  const selected = selectNetworks(hre.config, selection);
  if (selected.length !== 1) {
    throw alphaError(
      `--addresses is for one network: name it, as in "alpha verify ${selected[0]?.network.name} --addresses ${file}".`,
    );
  }
  return await readAddressFile(file);
}

export default action;
