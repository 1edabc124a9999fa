import { alphaError } from "../../src/errors.ts";
import { DIALECTS, isDialect } from "../../src/portal/dialects.ts";
import { chooseFormat } from "../choose-format.ts";
import {
  CONFIG_FORMATS,
  type ConfigFormat,
  type ConfigFormatOptions,
} from "./formats.ts";
import { moduleKind } from "./module-kind.ts";

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
