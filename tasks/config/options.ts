import { alphaError } from "../../src/base/errors.ts";
import type { ShownPortalConfig } from "../../src/connect/portal-configs.ts";
import {
  DIALECTS,
  type Dialect,
  isDialect,
} from "../../src/networks/dialects.ts";
import type { CommonArguments } from "../cli/arguments.ts";
import { type ModuleKind, moduleKind } from "../cli/javascript.ts";
import { chooseFormat } from "../cli/output.ts";
import type { TextStyle } from "../cli/style.ts";
import { configEnv, marketFields } from "./formats/env.ts";
import { configJs } from "./formats/js.ts";
import { configJson } from "./formats/json.ts";
import { configTable } from "./formats/table.ts";
import { configYaml } from "./formats/yaml.ts";

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
export function chooseOptions({
  format,
  dialect,
  explain,
  module,
  default: defaultNetwork,
  out,
}: ConfigFormatArguments) {
  const isForMarket = dialect === MARKET_DIALECT;
  if (isForMarket && format !== "env") {
    throw alphaError(
      `--dialect ${MARKET_DIALECT} requires --format env: its other files are those of --dialect ocean.`,
    );
  }
  const chosen = isForMarket ? MARKET : chooseFormat(CONFIG_FORMATS, format);
  if (!isForMarket && !isDialect(dialect)) {
    throw alphaError(
      `Unknown dialect "${dialect}". Valid dialects: ${[...DIALECTS, MARKET_DIALECT].join(", ")}.`,
    );
  }
  if (explain && format !== "table") {
    throw alphaError(
      `--explain requires --format table: ${format} does not show where values come from.`,
    );
  }
  if (module !== undefined && format !== "js") {
    throw alphaError("--module requires --format js.");
  }
  if (defaultNetwork !== undefined && format !== "js") {
    throw alphaError("--default requires --format js.");
  }
  return {
    format: chosen,
    dialect: isDialect(dialect) ? dialect : "ocean",
    explain,
    module: moduleKind(module, out),
  } as const;
}

/** One way to print portal configs. */
export interface ConfigFormat {
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
  readonly fieldsOf?: typeof marketFields;
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
  env: { render: configEnv, runsAs: ".env file" },
  js: {
    render: (configs, dialect, { module }) =>
      configJs(configs, dialect, module),
    runsAs: "module",
  },
};
