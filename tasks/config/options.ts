import { parseEnv } from "node:util";
import { alphaError } from "../../src/base/errors.ts";
import { isRecord } from "../../src/base/records.ts";
import { parseJson } from "../../src/files/json.ts";
import { isGenerated } from "../../src/files/output-files.ts";
import type { NetworkDefinition } from "../../src/networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../src/networks/definitions.ts";
import {
  DIALECTS,
  type Dialect,
  fieldIn,
  isDialect,
} from "../../src/sources/portal/dialects.ts";
import type { ShownPortalConfig } from "../../src/sources/portal/portal-configs.ts";
import type { ModuleKind } from "../cli/javascript.ts";
import { moduleKind } from "../cli/javascript.ts";
import { beginsWithNetwork } from "../cli/labels.ts";
import { chooseFormat } from "../cli/output.ts";
import type { TextStyle } from "../cli/style.ts";
import { environmentVariable } from "./formats/env.ts";

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
 * @throws HardhatPluginError on a format, dialect or kind of module that does not
 * exist, and on an option that the format has nothing of.
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
      `There is no dialect "${dialect}". Valid dialects: ${DIALECTS.join(", ")}.`,
    );
  }
  if (explain && format !== "table") {
    throw alphaError(
      `--explain goes with --format table: ${format} has no place for origins.`,
    );
  }
  if (module !== undefined && format !== "js") {
    throw alphaError("--module goes with --format js.");
  }
  return {
    format: await load(),
    options: { dialect, explain, module: moduleKind(module, out) },
  };
}

/** How portal configs are to be printed. */
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
  /** Whether a file holds what this format has printed before. */
  readonly isOurs: (text: string) => boolean;
  /** Set where a program runs on the output as it is. */
  readonly runsAs?: string;
  /** Set where the output is a JavaScript module. */
  readonly isModule?: true;
}

/** Ten times what the networks' configs have with long values. In characters. */
const LONGEST_YAML = 128 * 1024;

/** Every text of ours: a # outside of them begins a comment of somebody's. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"/g;

/** Each format's code, a parser or a table among it, is loaded if it is chosen. */
export const CONFIG_FORMATS: Readonly<
  Record<string, () => Promise<ConfigFormat>>
> = {
  table: async () => {
    const { configTable } = await import("./formats/table.ts");
    return {
      render: (configs, { dialect, style, explain }) =>
        configTable(configs, dialect, style, explain),
      isOurs: beginsWithNetwork,
    };
  },
  json: async () => {
    const { configJson } = await import("./formats/json.ts");
    return {
      render: (configs, { dialect }) => configJson(configs, dialect),
      isOurs: (text) => hasConfigShape(parseJson(text)),
    };
  },
  yaml: async () => {
    const { configYaml } = await import("./formats/yaml.ts");
    const { parse } = await import("yaml");
    return {
      render: (configs, { dialect }) => configYaml(configs, dialect),
      // The parser takes hundreds of times the memory of the text.
      isOurs: (text) =>
        text.length <= LONGEST_YAML &&
        !text.replace(QUOTED, "").includes("#") &&
        hasConfigShape(
          parsed(text, (source) => parse(source, { logLevel: "error" })),
        ),
    };
  },
  env: async () => {
    const { configEnv, CONFIG_ENV_COMMAND } = await import("./formats/env.ts");
    return {
      render: (configs, { dialect }) => configEnv(configs, dialect),
      isOurs: (text) =>
        isGenerated(text, CONFIG_ENV_COMMAND) && isConfigEnvironment(text),
      runsAs: ".env file",
    };
  },
  js: async () => {
    const { configJs, CONFIG_JS_COMMAND } = await import("./formats/js.ts");
    return {
      render: (configs, { dialect, module }) =>
        configJs(configs, dialect, module),
      isOurs: (text) => isGenerated(text, CONFIG_JS_COMMAND),
      runsAs: "module",
      isModule: true,
    };
  },
};

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a value is what `alpha config` prints as data: by network, exactly its
 * portal config's fields in one of the dialects.
 */
export function hasConfigShape(value: unknown): boolean {
  if (!isRecord(value)) {
    return false;
  }
  const networks = Object.entries(value);
  return (
    networks.length > 0 &&
    DIALECTS.some((dialect) =>
      networks.every(([network, config]) => {
        if (!isAlphaNetworkName(network) || !isRecord(config)) {
          return false;
        }
        const definition: NetworkDefinition = NETWORK_DEFINITIONS[network];
        const expected = Object.keys(definition.portal).map((field) =>
          fieldIn(dialect, field),
        );
        return (
          Object.keys(config).length === expected.length &&
          expected.every((name) => Object.hasOwn(config, name))
        );
      }),
    )
  );
}

/**
 * Whether the text of a `.env` file gives portal values and nothing else: people
 * add their own variables, secrets among them, to such a file.
 */
export function isConfigEnvironment(text: string): boolean {
  const known = new Set(
    ALPHA_NETWORK_NAMES.flatMap((network) => {
      const definition: NetworkDefinition = NETWORK_DEFINITIONS[network];
      return Object.keys(definition.portal).flatMap((field) =>
        DIALECTS.map((dialect) => environmentVariable(dialect, network, field)),
      );
    }),
  );
  return Object.keys(parseEnv(text)).every((name) => known.has(name));
}
