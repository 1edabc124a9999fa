import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { oneLine } from "../../src/base/text.ts";
import { withDefault } from "../../src/config/network-values.ts";
import {
  portalConfigs,
  type ShownPortalConfig,
} from "../../src/connect/portal-configs.ts";
import {
  DIALECTS,
  type Dialect,
  isDialect,
} from "../../src/networks/dialects.ts";
import { type CommonArguments, selectionOf } from "../cli/arguments.ts";
import {
  type ModuleKind,
  moduleKind,
  warnAboutModuleKind,
} from "../cli/javascript.ts";
import { checkOptions } from "../cli/options.ts";
import { chooseFormat, emit, prepareOutput } from "../cli/output.ts";
import type { TextStyle } from "../cli/style.ts";
import { taskResult } from "../cli/task-result.ts";
import { configEnv, fieldsWithVariable, marketFields } from "./formats/env.ts";
import { configJs } from "./formats/js.ts";
import { configJson, configYaml } from "./formats/json.ts";
import { configTable } from "./formats/table.ts";

const action: NewTaskActionFunction<ConfigArguments> = async (args, hre) => {
  if (args.check !== undefined) {
    checkOptions(args, [
      { option: "--check", conflicts: "--explain" },
      { option: "--check", conflicts: "--module" },
      { option: "--check", conflicts: "--default" },
    ]);
    const { checkFileOfPortal } = await import("../lint/output.ts");
    return await checkFileOfPortal(args.check, args, hre);
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
        format.fieldsOf?.(config, hre.config.alpha, dialect) ??
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

export interface ConfigArguments
  extends CommonArguments,
    ConfigFormatArguments {
  readonly check: string | undefined;
  readonly reveal: boolean;
}

/** The arguments that choose how portal configs are printed. */
export interface ConfigFormatArguments
  extends Pick<CommonArguments, "format" | "out"> {
  readonly dialect: string;
  readonly explain: boolean;
  readonly module: string | undefined;
  readonly default: string | undefined;
}

/**
 * The format and its options by the arguments.
 *
 * @throws HardhatPluginError on an unknown format, dialect or kind of module, and
 * on an option that the format does not support.
 */
export function chooseOptions(args: ConfigFormatArguments) {
  const { format, dialect, explain, module, out } = args;
  const isForMarket = dialect === MARKET_DIALECT;
  const chosen = isForMarket ? MARKET : chooseFormat(CONFIG_FORMATS, format);
  if (!isForMarket && !isDialect(dialect)) {
    throw alphaError(
      `Unknown dialect "${dialect}". Valid dialects: ${[...DIALECTS, MARKET_DIALECT].join(", ")}.`,
    );
  }
  checkOptions(args, [
    {
      option: `--dialect ${MARKET_DIALECT}`,
      requires: "--format env",
      why: "its other files are those of --dialect ocean",
    },
    {
      option: "--explain",
      requires: "--format table",
      why: `${format} does not show where values come from`,
    },
    { option: "--module", requires: "--format js" },
    { option: "--default", requires: "--format js" },
  ]);
  return {
    format: chosen,
    dialect: isDialect(dialect) ? dialect : "ocean",
    explain,
    module: moduleKind(module, out),
  } as const;
}

/** One way to print portal configs. */
interface ConfigFormat {
  readonly render: (
    configs: readonly ShownPortalConfig[],
    dialect: Dialect,
    options: {
      readonly explain: boolean;
      readonly module: ModuleKind;
      readonly style: TextStyle;
    },
  ) => string;
  /** Set if the output has a fixed shape without room for a header. */
  readonly isUnmarked?: true;
  /** The kind of file that a program loads the output as; set only if one does. */
  readonly runsAs?: string;
  /** Set if it has other fields than the portal config. */
  readonly fieldsOf?: typeof fieldsWithVariable;
}

/** The variables of Ocean Market. */
const MARKET_DIALECT = "market";

const MARKET: ConfigFormat = {
  render: (configs) => configEnv(configs, MARKET_DIALECT),
  runsAs: ".env file",
  fieldsOf: marketFields,
};

export const CONFIG_FORMATS: Readonly<Record<string, ConfigFormat>> = {
  table: { render: configTable },
  json: { render: configJson, isUnmarked: true },
  yaml: { render: configYaml },
  env: {
    render: configEnv,
    runsAs: ".env file",
    fieldsOf: fieldsWithVariable,
  },
  js: {
    render: (configs, dialect, { module }) =>
      configJs(configs, dialect, module),
    runsAs: "module",
  },
};
