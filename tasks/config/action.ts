import type { NewTaskActionFunction } from "hardhat/types/tasks";
import {
  portalConfigs,
  type ShownPortalConfig,
} from "../../src/sources/portal/portal-configs.ts";
import type { CommonArguments } from "../cli/arguments.ts";
import { tellModuleKind } from "../cli/javascript.ts";
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
  const { format, options } = await chooseOptions(args);
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
  await emit((style) => format.render(configs, { ...options, style }), output);
  tellGaps(configs, format.runsAs);
  if (format.isModule === true) {
    await tellModuleKind(out, options.module);
  }
  const isUnset = configs.some(({ fields }) =>
    fields.some(({ value }) => value === null),
  );
  return taskResult(configs, isUnset ? "unknown" : "ok");
};

export default action;

/**
 * Says on stderr which values are hidden, since a portal cannot run on a
 * variable's name, and for what programs run on, which ones are missing.
 *
 * @param runsAs what the output is to a program that runs on it
 */
function tellGaps(
  configs: readonly ShownPortalConfig[],
  runsAs: string | undefined,
): void {
  for (const { network, fields } of configs) {
    const hidden = fields.filter(({ isHidden }) => isHidden);
    if (hidden.length > 0) {
      const consequence =
        runsAs === undefined
          ? ""
          : ` Without it the ${runsAs} has names in place of these values, and no portal can run on it.`;
      console.error(
        `${network}: hidden, since they may be secret: ${hidden.map(({ field }) => field).join(", ")}. --reveal prints them.${consequence}`,
      );
    }
    const unset = fields.filter(({ value }) => value === null);
    if (unset.length > 0 && runsAs !== undefined) {
      console.error(
        `${network}: unset, so left out of the ${runsAs}: ${unset.map(({ field }) => field).join(", ")}.`,
      );
    }
  }
}
