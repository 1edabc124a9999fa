import { isRecord } from "../../../src/base/records.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { jsIdentifier, jsLiteral } from "../../cli/javascript.ts";
import type { ExportFormat } from "../format.ts";
import { dataGaps, networkData } from "../network-data.ts";

const COMMAND = "alpha export --format typescript";
const WIDTH = 80;

/**
 * A TypeScript module with a constant for each network, with addresses as literal
 * types. Values that are not set are left out, so that code with them does not
 * compile.
 */
export const TYPESCRIPT: ExportFormat = {
  content: "module",
  render: ({ networks }) => {
    const values = networks.map(
      ({ network }) => [network.name, { ...networkData(network) }] as const,
    );
    return {
      values,
      text: [
        `// ${generatedBy(COMMAND)}`,
        ...values.map(
          ([name, data]) =>
            `export const ${jsIdentifier(name)} = ${members(data, "")} as const;`,
        ),
      ].join("\n\n"),
      gaps: networks.flatMap(({ network }) => dataGaps(network)),
    };
  },
};

/** The source of an object. Its keys are those of the reference, so identifiers. */
function members(data: Readonly<Record<string, unknown>>, margin: string) {
  const inner = `${margin}  `;
  const lines = Object.entries(data).map(([key, value]) =>
    value === null
      ? `${inner}// ${key} is not set`
      : member(`${inner}${key}: `, value, inner),
  );
  return `{\n${lines.join("\n")}\n${margin}}`;
}

function member(start: string, value: unknown, margin: string): string {
  if (isRecord(value)) {
    return `${start}${members(value, margin)},`;
  }
  if (!Array.isArray(value)) {
    return `${start}${literal(value)},`;
  }
  const line = `${start}[${value.map(literal).join(", ")}],`;
  return line.length <= WIDTH
    ? line
    : `${start}[\n${value.map((item) => `${margin}  ${literal(item)},\n`).join("")}${margin}],`;
}

function literal(value: unknown): string {
  return jsLiteral(typeof value === "number" ? value : String(value));
}
