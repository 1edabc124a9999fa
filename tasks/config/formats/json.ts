import { UNPRINTABLE_IN_LITERALS } from "../../../src/base/untrusted-text.ts";
import type { PortalLiteral } from "../../../src/config/types.ts";
import type { ShownPortalConfig } from "../../../src/connect/portal-configs.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { type Dialect, fieldIn } from "../../../src/networks/dialects.ts";
import { printJson } from "../../cli/output.ts";

/** Portal configs as JSON, by network; an unset value is `null`. */
export function configJson(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): string {
  return printJson(configValues(configs, dialect));
}

/**
 * Portal configs by network: only the fields of the reference, in its order, with
 * the names of the dialect. `null`: the value is not set.
 */
function configValues(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): Readonly<Record<string, Readonly<Record<string, PortalLiteral | null>>>> {
  return Object.fromEntries(
    configs.map(({ network, fields }) => [
      network,
      Object.fromEntries(
        fields.map(({ field, value }) => [fieldIn(dialect, field), value]),
      ),
    ]),
  );
}

const COMMAND = "alpha config --format yaml";
/** Names that YAML 1.1 parsers read as a boolean or as null. */
const AMBIGUOUS = /^(?:y|yes|n|no|on|off|true|false|null)$/i;

/** Portal configs as YAML, by network; an unset value is `null`. */
export function configYaml(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): string {
  const values = Object.entries(configValues(configs, dialect));
  const lines = values.flatMap(([network, fields]) => [
    `${AMBIGUOUS.test(network) ? JSON.stringify(network) : network}:`,
    ...Object.entries(fields).map(
      ([field, value]) => `  ${field}: ${literal(value)}`,
    ),
  ]);
  return [`# ${generatedBy(COMMAND)}`, "", ...lines].join("\n");
}

/**
 * A literal of JSON is one of YAML, with two exceptions: YAML has no escapes of surrogate
 * pairs, and YAML 1.1 parsers read 1e-7 as a string.
 */
function literal(value: PortalLiteral | null): string {
  if (typeof value === "number") {
    return String(value).replace(/^(-?\d)e/, "$1.0e");
  }
  return JSON.stringify(value).replace(UNPRINTABLE_IN_LITERALS, escaped);
}

function escaped(character: string): string {
  const digits = character.codePointAt(0)?.toString(16).padStart(8, "0");
  return `\\U${digits}`;
}
