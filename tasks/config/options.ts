import { alphaError } from "../../src/base/errors.ts";
import {
  DIALECTS,
  type Dialect,
  isDialect,
} from "../../src/sources/portal/dialects.ts";
import type { ShownPortalConfig } from "../../src/sources/portal/portal-configs.ts";
import type { ModuleKind } from "../cli/javascript.ts";
import { moduleKind } from "../cli/javascript.ts";
import { chooseFormat } from "../cli/output.ts";
import type { TextStyle } from "../cli/style.ts";

/** The arguments that choose how portal configs are printed. */
export interface ConfigFormatArguments {
  readonly format: string;
  readonly dialect: string;
  readonly explain: boolean;
  readonly module: string | undefined;
  readonly out: string | undefined;
}

/**
 * The format that the arguments choose, and its options.
 *
 * @throws HardhatPluginError on an unknown format, dialect or kind of module, and
 * on an option that the format does not support.
 */
export async function chooseOptions({
  format,
  dialect,
  explain,
  module,
  out,
}: ConfigFormatArguments): Promise<{
  readonly format: ConfigFormat;
  readonly options: Omit<ConfigFormatOptions, "style">;
}> {
  const load = chooseFormat(CONFIG_FORMATS, format);
  if (!isDialect(dialect)) {
    throw alphaError(
      `Unknown dialect "${dialect}". Valid dialects: ${DIALECTS.join(", ")}.`,
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
  return {
    format: await load(),
    options: { dialect, explain, module: moduleKind(module, out) },
  };
}

/** How portal configs are printed. */
export interface ConfigFormatOptions {
  readonly dialect: Dialect;
  readonly explain: boolean;
  readonly module: ModuleKind;
  readonly style: TextStyle;
}

/** One way to print portal configs. */
export interface ConfigFormat {
  readonly render: (
    configs: readonly ShownPortalConfig[],
    options: ConfigFormatOptions,
  ) => string;
  /** Set if the output has a fixed shape without room for a header. */
  readonly isUnmarked?: true;
  /** What a program loads the output as; set only if one does. */
  readonly runsAs?: string;
  /** Set if the output is a JavaScript module. */
  readonly isModule?: true;
}

/** Each format is imported on use, since some depend on large packages. */
export const CONFIG_FORMATS: Readonly<
  Record<string, () => Promise<ConfigFormat>>
> = {
  table: async () => {
    const { configTable } = await import("./formats/table.ts");
    return {
      render: (configs, { dialect, style, explain }) =>
        configTable(configs, dialect, style, explain),
    };
  },
  json: async () => {
    const { configJson } = await import("./formats/json.ts");
    return {
      render: (configs, { dialect }) => configJson(configs, dialect),
      isUnmarked: true,
    };
  },
  yaml: async () => {
    const { configYaml } = await import("./formats/yaml.ts");
    return {
      render: (configs, { dialect }) => configYaml(configs, dialect),
    };
  },
  env: async () => {
    const { configEnv } = await import("./formats/env.ts");
    return {
      render: (configs, { dialect }) => configEnv(configs, dialect),
      runsAs: ".env file",
    };
  },
  js: async () => {
    const { configJs } = await import("./formats/js.ts");
    return {
      render: (configs, { dialect, module }) =>
        configJs(configs, dialect, module),
      runsAs: "module",
      isModule: true,
    };
  },
};
