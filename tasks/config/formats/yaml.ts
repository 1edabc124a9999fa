import { stringify } from "yaml";

import { generatedBy } from "../../../src/files/generated-by.ts";
import type { Dialect } from "../../../src/sources/portal/dialects.ts";
import type { ShownPortalConfig } from "../../../src/sources/portal/portal-configs.ts";
import { configValues } from "./json.ts";

const COMMAND = "alpha config --format yaml";

/** A number such as 1e-7, which readers of YAML 1.1 take for a text without a dot. */
const WITHOUT_DOT = /^( +\w+: \d+)(e[+-]\d+)$/gm;
const UNPRINTABLE = /[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu;

/**
 * Portal configs as YAML, by network; an unset value is `null`. Every text is in
 * quotes, on one line: readers of YAML 1.1 take `no` for a boolean and an address
 * for a number.
 */
export function configYaml(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): string {
  const values = stringify(configValues(configs, dialect), {
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
    doubleQuotedAsJSON: true,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
    lineWidth: 0,
  })
    .replace(UNPRINTABLE, escaped)
    .replace(WITHOUT_DOT, "$1.0$2")
    .trimEnd();
  return `# ${generatedBy(COMMAND)}\n\n${values}`;
}

/** Eight digits, since YAML reads no surrogate pairs. */
function escaped(character: string): string {
  const digits = character.codePointAt(0)?.toString(16).padStart(8, "0");
  return `\\U${digits}`;
}
