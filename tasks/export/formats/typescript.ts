import { generatedBy } from "../../../src/files/generated-by.ts";
import { jsIdentifier } from "../../cli/javascript.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportFormat } from "../format.ts";
import { dataGaps, networkData } from "../network-data.ts";
import { namedAbis } from "../own-abis.ts";

const COMMAND = "alpha export --format typescript";

/**
 * A TypeScript module with a constant for each network, with addresses as literal
 * types. Values that are not set are left out, so that code with them does not
 * compile.
 */
export const TYPESCRIPT: ExportFormat = {
  content: "module",
  acceptsAbis: true,
  render: ({ networks }) => {
    const isWithAbis = networks.some(({ own }) => own !== undefined);
    const constants = namedAbis(networks);
    const values = networks.map(
      ({ network }) => [network.name, { ...networkData(network) }] as const,
    );
    return {
      values,
      constants,
      text: [
        `// ${generatedBy(isWithAbis ? `${COMMAND} --abis` : COMMAND)}`,
        ...[
          ...values.map(([name, data]) => [jsIdentifier(name), data] as const),
          ...constants,
        ].map(
          ([name, data]) =>
            `export const ${name} = ${sourceOf(data)} as const;`,
        ),
      ].join("\n\n"),
      gaps: networks.flatMap(({ network, own }) => [
        ...dataGaps(network),
        ...(own?.gaps ?? []),
      ]),
      notes: networks.flatMap(({ own }) => own?.notes ?? []),
    };
  },
};

/** JSON as the source of an object or a list. Keys that are identifiers have no quotes. */
function sourceOf(data: unknown): string {
  return printJson(data)
    .replaceAll("<", "\\u003c")
    .replace(/(?<![,{[])\n/g, ",\n")
    .replace(/^( *)"(\w+)": null,$/gm, "$1// $2 is not set")
    .replace(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:");
}
