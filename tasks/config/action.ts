import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { portalConfigs } from "../../src/portal/portal-configs.ts";
import type { CommonArguments } from "../arguments.ts";
import { checkOut } from "../check-out.ts";
import { emit } from "../emit.ts";
import { selectionOf } from "../selection-of.ts";
import { taskResult } from "../task-result.ts";
import { tellModuleKind } from "../tell-module-kind.ts";
import { type ConfigFormatArguments, chooseOptions } from "./options.ts";
import { tellGaps } from "./tell-gaps.ts";

interface ConfigArguments extends CommonArguments, ConfigFormatArguments {
  readonly check: string | undefined;
  readonly reveal: boolean;
  readonly force: boolean;
}

const action: NewTaskActionFunction<ConfigArguments> = async (args, hre) => {
  if (args.check !== undefined) {
    const { check } = await import("./check.ts");
    return await check(args.check, args, hre);
  }
  const { format, options } = await chooseOptions(args);
  const { out, force, reveal } = args;
  await checkOut(out, { isOurs: format.isOurs, force });
  const configs = await portalConfigs(
    hre.config,
    selectionOf(args, hre),
    reveal,
  );
  await emit((style) => format.render(configs, { ...options, style }), out);
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
