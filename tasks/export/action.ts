import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { alphaError } from "../../src/errors.ts";
import type { Exported } from "../../src/export/export-format.ts";
import { exportedNetworks } from "../../src/export/exported-networks.ts";
import { EXPORT_FORMATS } from "../../src/export/formats.ts";
import { untrustedText } from "../../src/rpc/untrusted-text.ts";
import type { CommonArguments } from "../arguments.ts";
import { checkOut } from "../check-out.ts";
import { chooseFormat } from "../choose-format.ts";
import { emit } from "../emit.ts";
import { selectionOf } from "../selection-of.ts";
import { taskResult } from "../task-result.ts";
import { checkExport } from "./check-export.ts";
import { exportTimestamp } from "./export-timestamp.ts";
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
    const { check, exported } = await checkExport(format, input, file);
    tell(exported);
    if (check.verdict === "different") {
      await emit(
        () =>
          `${file} differs from what would be written:\n${check.difference}`,
        undefined,
      );
      return taskResult(check, "failed");
    }
    if (check.verdict === "unknown") {
      console.error(`${file} could not be compared: ${check.reason}.`);
      return taskResult(check, "unknown");
    }
    console.error(`${file} is what would be written.`);
    return taskResult(check, isWhole(exported) ? "ok" : "unknown");
  }

  const exported =
    out === undefined
      ? format.render({ ...input, file: undefined, previous: undefined })
      : await writeExport(format, input, { file: out, force });
  const { text } = exported;
  if (out === undefined && text !== undefined) {
    await emit(() => text, undefined);
  }
  tell(exported);
  return taskResult(exported, isWhole(exported) ? "ok" : "unknown");
};

function isWhole(exported: Exported | undefined): boolean {
  return exported !== undefined && exported.gaps.length === 0;
}

function tell(exported: Exported | undefined): void {
  for (const line of [...(exported?.notes ?? []), ...(exported?.gaps ?? [])]) {
    console.error(untrustedText(line, { maxLength: 1_000 }));
  }
}

export default action;
