import { generatedBy } from "../../../src/files/generated-by.ts";
import { jsIdentifier } from "../../cli/javascript.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportFormat } from "../format.ts";
import { dataGaps, networkData } from "../network-data.ts";

const COMMAND = "alpha export --format typescript";

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
            `export const ${jsIdentifier(name)} = ${sourceOf(data)} as const;`,
        ),
      ].join("\n\n"),
      gaps: networks.flatMap(({ network }) => dataGaps(network)),
    };
  },
};

/** JSON as the source of an object. Its keys are those of the reference, so identifiers. */
function sourceOf(data: unknown): string {
  return printJson(data)
    .replaceAll("<", "\\u003c")
    .replace(/(?<![,{[])\n/g, ",\n")
    .replace(/^( *)"(\w+)": null,$/gm, "$1// $2 is not set")
    .replace(/^( *)"(\w+)":/gm, "$1$2:");
}
