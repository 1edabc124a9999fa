import type { NewTaskActionFunction } from "hardhat/types/tasks";
import {
  portalConfigs,
  type ShownPortalConfig,
} from "../../src/sources/portal/portal-configs.ts";
import type { CommonArguments } from "../cli/arguments.ts";
import { warnAboutModuleKind } from "../cli/javascript.ts";
import { emit, prepareOutput } from "../cli/output.ts";
import { projectFiles, selectionOf } from "../cli/selection.ts";
import { taskResult } from "../cli/task-result.ts";
import { type ConfigFormatArguments, chooseOptions } from "./options.ts";

interface ConfigArguments extends CommonArguments, ConfigFormatArguments {
  readonly check: string | undefined;
  readonly reveal: boolean;
}

const action: NewTaskActionFunction<ConfigArguments> = async (args, hre) => {
  if (args.check !== undefined) {
    const { check } = await import("./check.ts");
    return await check(args.check, args, hre);
  }
  const { format, dialect, ...options } = chooseOptions(args);
  const { out, reveal } = args;
  const output = await prepareOutput(args, {
    task: "config",
    inputs: projectFiles(hre.config),
    isUnmarked: format.isUnmarked,
  });
  const configs = await portalConfigs(
    hre.config,
    selectionOf(args, hre),
    reveal,
  );
  await emit(
    (style) => format.render(configs, dialect, { ...options, style }),
    output,
  );
  reportGaps(configs, format.runsAs);
  if (args.format === "js") {
    await warnAboutModuleKind(out, options.module);
  }
  const isUnset = configs.some(({ fields }) =>
    fields.some(({ value }) => value === null),
  );
  return taskResult(configs, isUnset ? "unknown" : "ok");
};

export default action;

/**
 * Reports on stderr which values are hidden, and, if the output is loaded by a
 * program, which ones are missing.
 *
 * @param runsAs what a program loads the output as
 */
function reportGaps(
  configs: readonly ShownPortalConfig[],
  runsAs: string | undefined,
): void {
  for (const { network, fields } of configs) {
    const hidden = fields.filter(({ isHidden }) => isHidden);
    if (hidden.length > 0) {
      const consequence =
        runsAs === undefined
          ? ""
          : ` Without it, the ${runsAs} has variable names in place of these values and does not work in a portal.`;
      console.error(
        `${network}: hidden, because they may be secret: ${hidden.map(({ field }) => field).join(", ")}. Use --reveal to print them.${consequence}`,
      );
    }
    const unset = fields.filter(({ value }) => value === null);
    if (unset.length > 0 && runsAs !== undefined) {
      console.error(
        `${network}: not set, and left out of the ${runsAs}: ${unset.map(({ field }) => field).join(", ")}.`,
      );
    }
  }
}
