import {
  ownAddresses,
  registryEntries,
} from "../../../src/config/contracts.ts";
import { tokenKindsOf } from "../../../src/config/network-values.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { jsIdentifier } from "../../cli/javascript.ts";
import { printJson } from "../../cli/output.ts";
import type { ExportFormat } from "../format.ts";
import {
  addressGaps,
  dataGaps,
  namedAbis,
  networkData,
} from "../network-data.ts";

/** The addresses by network. The schema is `schemas/export.json`. */
export const JSON_FORMAT: ExportFormat = {
  content: "json",
  isByNetwork: true,
  render: ({ networks }) => ({
    text: printJson(
      Object.fromEntries(
        networks.map(({ network }) => [network.name, networkData(network)]),
      ),
    ),
    gaps: networks.flatMap(({ network }) => dataGaps(network)),
  }),
};

const COMMAND = "alpha export --format typescript";

/**
 * A TypeScript module with a constant for each network, with addresses as literal
 * types. Values that are not set are left out, so that code with them does not
 * compile.
 */
export const TYPESCRIPT: ExportFormat = {
  content: "module",
  isByNetwork: true,
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

/**
 * The parameters of `ignition deploy --parameters`, for all modules of a project: the
 * addresses by role, so that a module is the same on every network, and those of the
 * payment tokens and the project's own contracts. Ignition has no parameters by network.
 */
export const IGNITION_PARAMETERS: ExportFormat = {
  content: "json",
  isOfOneNetwork: true,
  render: ({ networks: [exported] }) => {
    if (exported === undefined) {
      return { text: undefined, gaps: [] };
    }
    const { network } = exported;
    const parameters = [
      ...registryEntries(network).map(({ role, value }) => [role, value]),
      ...tokenKindsOf(network).map((kind) => [
        `${kind}Token`,
        network.tokens[kind].address,
      ]),
      ...Object.entries(ownAddresses(network)),
    ];
    return {
      // JSON leaves out values that are not set.
      text: printJson({ $global: Object.fromEntries(parameters) }),
      gaps: addressGaps(network),
    };
  },
};
