import { parseJson } from "../../src/files/parse-json.ts";
import type { Dialect } from "../../src/portal/dialects.ts";
import { hasConfigShape } from "../../src/portal/has-config-shape.ts";
import { isConfigEnvironment } from "../../src/portal/is-config-environment.ts";
import type { ShownPortalConfig } from "../../src/portal/portal-configs.ts";
import type { ModuleKind } from "../../src/report/formats/config-js.ts";
import { isGenerated } from "../../src/report/generated-by.ts";
import type { TextStyle } from "../../src/report/text-style.ts";
import { beginsWithNetwork } from "../begins-with-network.ts";

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
    const { configTable } = await import(
      "../../src/report/formats/config-table.ts"
    );
    return {
      render: (configs, { dialect, style, explain }) =>
        configTable(configs, dialect, style, explain),
      isOurs: beginsWithNetwork,
    };
  },
  json: async () => {
    const { configJson } = await import(
      "../../src/report/formats/config-json.ts"
    );
    return {
      render: (configs, { dialect }) => configJson(configs, dialect),
      isOurs: (text) => hasConfigShape(parseJson(text)),
    };
  },
  yaml: async () => {
    const { configYaml } = await import(
      "../../src/report/formats/config-yaml.ts"
    );
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
    const { configEnv, CONFIG_ENV_COMMAND } = await import(
      "../../src/report/formats/config-env.ts"
    );
    return {
      render: (configs, { dialect }) => configEnv(configs, dialect),
      isOurs: (text) =>
        isGenerated(text, CONFIG_ENV_COMMAND) && isConfigEnvironment(text),
      runsAs: ".env file",
    };
  },
  js: async () => {
    const { configJs, CONFIG_JS_COMMAND } = await import(
      "../../src/report/formats/config-js.ts"
    );
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
