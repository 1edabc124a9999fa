import type { NewTaskActionFunction } from "hardhat/types/tasks";
import type { ShownPortalConfig } from "../../src/portal/portal-configs.ts";
import { portalConfigs } from "../../src/portal/portal-configs.ts";
import { configJson } from "../../src/report/formats/config-json.ts";
import { configTable } from "../../src/report/formats/config-table.ts";
import type { TextStyle } from "../../src/report/text-style.ts";
import type { CommonArguments } from "../arguments.ts";
import { chooseFormat } from "../choose-format.ts";
import { emit } from "../emit.ts";
import { selectionOf } from "../selection-of.ts";
import { taskResult } from "../task-result.ts";

interface ConfigArguments extends CommonArguments {
  readonly explain: boolean;
  readonly reveal: boolean;
}

const action: NewTaskActionFunction<ConfigArguments> = async (args, hre) => {
  const format = chooseFormat(
    {
      table: (configs: readonly ShownPortalConfig[], style: TextStyle) =>
        configTable(configs, style, args.explain),
      json: configJson,
    },
    args.format,
  );
  const configs = await portalConfigs(
    hre.config,
    selectionOf(args, hre),
    args.reveal,
  );
  warnOfHidden(configs);
  await emit((style) => format(configs, style), args.out);
  const isUnset = configs.some(({ fields }) =>
    fields.some(({ value }) => value === null),
  );
  return taskResult(configs, isUnset ? "unknown" : "ok");
};

/** A portal cannot run on a variable's name, so what is hidden is said. */
function warnOfHidden(configs: readonly ShownPortalConfig[]): void {
  for (const { network, fields } of configs) {
    const hidden = fields.filter(({ isHidden }) => isHidden);
    if (hidden.length > 0) {
      console.error(
        `${network}: hidden, since they may be secret: ${hidden.map(({ field }) => field).join(", ")}. --reveal prints them.`,
      );
    }
  }
}

export default action;
