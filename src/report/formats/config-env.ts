import { alphaError } from "../../errors.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import type { Dialect } from "../../portal/dialects.ts";
import { environmentVariable } from "../../portal/environment-variables.ts";
import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../../portal/portal-configs.ts";
import { dotenvValue } from "../dotenv-value.ts";
import { generatedBy } from "../generated-by.ts";

export const CONFIG_ENV_COMMAND = "alpha config --format env";

/**
 * Portal configs as a `.env` file, of the variables that the dialect has. An
 * unset one is only mentioned: an empty one would be a value.
 *
 * @throws HardhatPluginError on several networks in the dialect `ocean`, whose
 * variables name none, and on a value that such a file cannot carry.
 */
export function configEnv(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): string {
  if (dialect === "ocean" && configs.length > 1) {
    throw alphaError(
      `The variables that portals read name no network, so a .env file has those of one only. Choose one of ${configs.map(({ network }) => network).join(", ")}, or --dialect reference, whose variables name it.`,
    );
  }
  return [
    `# ${generatedBy(CONFIG_ENV_COMMAND)}`,
    ...configs.map(({ network, fields }) =>
      [
        `# ${network}`,
        ...fields.flatMap((field) => lines(network, field, dialect)),
      ].join("\n"),
    ),
  ].join("\n\n");
}

function lines(
  network: AlphaNetworkName,
  { field, value, isHidden }: ShownPortalField,
  dialect: Dialect,
): string[] {
  const variable = environmentVariable(dialect, network, field);
  if (variable === undefined) {
    return [];
  }
  if (value === null) {
    return [`# ${variable} is unset`];
  }
  const text = String(value);
  const written = dotenvValue(text);
  if ("problem" in written) {
    throw unwritable(network, field, written.problem);
  }
  // What loads a portal's .env file expands variables, in quotes too.
  if (dialect === "ocean" && text.includes("$")) {
    throw unwritable(
      network,
      field,
      "holds a $, which portals take for the start of a variable's name",
    );
  }
  const line = `${variable}=${written.text}`;
  return isHidden ? [`# ${variable} is hidden`, line] : [line];
}

function unwritable(
  network: AlphaNetworkName,
  field: string,
  problem: string,
): Error {
  return alphaError(
    `${field} of ${network} cannot be written to a .env file as it is: the value ${problem}. Change it, or choose another format.`,
  );
}
