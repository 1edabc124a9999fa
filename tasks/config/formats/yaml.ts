import { type ScalarTag, stringify, type Tags } from "yaml";

import { generatedBy } from "../../../src/files/generated-by.ts";
import type { Dialect } from "../../../src/sources/portal/dialects.ts";
import type { ShownPortalConfig } from "../../../src/sources/portal/portal-configs.ts";
import { configValues } from "./json.ts";

const COMMAND = "alpha config --format yaml";
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A number such as 1e-7, which YAML 1.1 parsers read as a string without a dot. */
const EXPONENT: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^-?\d\.0e[+-]\d+$/,
  identify: (value) => typeof value === "number" && /^-?\de/.test(`${value}`),
  resolve: Number,
  stringify: ({ value }) => String(value).replace("e", ".0e"),
};

/**
 * Portal configs as YAML, by network; an unset value is `null`. Every string is quoted
 * and on one line: YAML 1.1 parsers read `no` as a boolean and an address as a number.
 */
export function configYaml(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): string {
  const values = stringify(configValues(configs, dialect), {
    compat: "yaml-1.1",
    customTags: (tags) => [EXPONENT, ...tags.map(printable)],
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
    doubleQuotedAsJSON: true,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
    lineWidth: 0,
  });
  return `# ${generatedBy(COMMAND)}\n\n${values.trimEnd()}`;
}

/** The string tag of the library, with escapes for invisible characters. */
function printable(tag: Tags[number]): Tags[number] {
  if (typeof tag === "string" || tag.tag !== "tag:yaml.org,2002:str") {
    return tag;
  }
  const { stringify: write } = tag;
  return write === undefined
    ? tag
    : {
        ...tag,
        stringify: (...all) => write(...all).replace(UNPRINTABLE, escaped),
      };
}

/** Eight digits, since YAML does not support surrogate pairs. */
function escaped(character: string): string {
  const digits = character.codePointAt(0)?.toString(16).padStart(8, "0");
  return `\\U${digits}`;
}
