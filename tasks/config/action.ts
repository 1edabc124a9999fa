import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { oneLine } from "../../src/base/text.ts";
import { withDefault } from "../../src/config/network-values.ts";
import {
  portalConfigs,
  type ShownPortalConfig,
} from "../../src/connect/portal-configs.ts";
import { selectionOf } from "../cli/arguments.ts";
import { warnAboutModuleKind } from "../cli/javascript.ts";
import { emit, prepareOutput } from "../cli/output.ts";
import { taskResult } from "../cli/task-result.ts";
import { type ConfigArguments, chooseOptions } from "./options.ts";

const action: NewTaskActionFunction<ConfigArguments> = async (args, hre) => {
  if (args.check !== undefined) {
    const { check } = await import("./check.ts");
    return await check(args.check, args, hre);
  }
  const { format, dialect, ...options } = chooseOptions(args);
  const { out, reveal } = args;
  const output = await prepareOutput(args, hre.config, {
    task: "config",
    isUnmarked: format.isUnmarked,
  });
  const selection = selectionOf(args, hre);
  const configs = (await portalConfigs(hre.config, selection, reveal)).map(
    (config) => ({
      ...config,
      fields:
        format.fieldsOf?.(config, hre.config.alpha) ??
        withDefault(config.fields, config.network, args.default),
    }),
  );
  checkDefault(configs, args.default);
  await emit(
    (style) => format.render(configs, dialect, { ...options, style }),
    output,
  );
  reportGaps(configs, format.runsAs);
  if (args.format === "js") {
    reportDefault(configs);
    await warnAboutModuleKind(out, options.module);
  }
  const isUnset = configs.some(({ fields }) =>
    fields.some(({ value }) => value === null),
  );
  return taskResult(configs, isUnset ? "unknown" : "ok");
};

export default action;

/** @throws HardhatPluginError if the default network is none of those that are printed. */
function checkDefault(
  configs: readonly ShownPortalConfig[],
  name: string | undefined,
): void {
  const names = configs.map(({ network }) => network);
  if (name !== undefined && !names.some((one) => one === name)) {
    throw alphaError(
      `--default ${oneLine(name)} is none of the networks of the module: ${names.join(", ")}.`,
    );
  }
}

/** Portals show nothing until a user selects a chain, if none is a default one. */
function reportDefault(configs: readonly ShownPortalConfig[]): void {
  const isDefault = ({ fields }: ShownPortalConfig) =>
    fields.some(({ field, value }) => field === "isDefault" && value === true);
  if (!configs.some(isDefault)) {
    const [{ network } = { network: "NAME" }] = configs.toReversed();
    console.error(
      `The module has no default chain: a portal starts without a selected network. Choose one, such as --default ${network}.`,
    );
  }
}

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
