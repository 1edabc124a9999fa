import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { alphaError } from "../../src/errors.ts";
import { exportedNetworks } from "../../src/export/exported-networks.ts";
import { EXPORT_FORMATS } from "../../src/export/formats.ts";
import type { CommonArguments } from "../arguments.ts";
import { checkOut } from "../check-out.ts";
import { chooseFormat } from "../choose-format.ts";
import { emit } from "../emit.ts";
import { selectionOf } from "../selection-of.ts";
import { taskResult } from "../task-result.ts";
import { tellModuleKind } from "../tell-module-kind.ts";
import { check } from "./check.ts";
import { exportTimestamp } from "./export-timestamp.ts";
import { outcomeOfExport, tellExported } from "./tell-exported.ts";
import { writeExport } from "./write-export.ts";

interface ExportArguments extends CommonArguments {
  readonly check: string | undefined;
  readonly reveal: boolean;
  readonly force: boolean;
}

const action: NewTaskActionFunction<ExportArguments> = async (args, hre) => {
  const { out, check: file, force, reveal } = args;
  const format = await chooseFormat(EXPORT_FORMATS, args.format)();
  if (out !== undefined && file !== undefined) {
    throw alphaError("--check writes nothing: leave it or --out away.");
  }
  await checkOut(out, { isOurs: format.mayReplace, force });
  const input = {
    networks: await exportedNetworks(hre.config, selectionOf(args, hre), {
      ...format,
      reveal,
    }),
    timestamp: () => exportTimestamp(process.env),
  };

  if (file !== undefined) {
    return await check(file, format, input);
  }
  const exported =
    out === undefined
      ? format.render({ ...input, file: undefined, previous: undefined })
      : await writeExport(format, input, { file: out, force });
  const { text } = exported;
  if (out === undefined && text !== undefined) {
    await emit(() => text, undefined);
  }
  tellExported(exported);
  await tellModuleKind(out, exported.module);
  return taskResult(exported, outcomeOfExport(exported));
};

export default action;
