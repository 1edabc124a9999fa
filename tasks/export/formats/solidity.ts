import {
  chainsWithSameId,
  tokenKindsOf,
  unsetMessage,
} from "../../../src/config/network-values.ts";
import type {
  ResolvedAlphaNetwork,
  TokenKind,
} from "../../../src/config/types.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { camelCase } from "../../cli/javascript.ts";
import type { ExportFormat } from "../format.ts";
import { type NetworkData, networkData } from "../network-data.ts";

const COMMAND = "alpha export --format solidity";
const INDENT = "    ";

/** A constant of a library. */
interface Constant {
  readonly name: string;
  readonly path: string;
  /** `null` if the address is not set. */
  readonly value: string | null;
  /** The position in the list of the registry; missing if the key has one address. */
  readonly position?: number;
}

/**
 * A Solidity file with a library for each network. Constants have the names of the
 * registry's keys. It contains no configured text, so nothing has to be escaped.
 */
export const SOLIDITY: ExportFormat = {
  render: ({ networks }) => {
    const libraries = networks.map(({ network }) => {
      const data = networkData(network);
      return { network, data, constants: constantsOf(network, data) };
    });
    return {
      text: [
        `// SPDX-License-Identifier: CC0-1.0\n// ${generatedBy(COMMAND)}\npragma solidity ^0.8.0;`,
        ...libraries.map(({ network, data, constants }) =>
          [
            `/// The contracts of ${network.name}. Suffixes such as _1 are on-chain template indices.`,
            ...chainsWithSameId(network).map(
              (other) => `/// ${other.name} has the same chain id.`,
            ),
            `library ${libraryName(network)} {`,
            `${INDENT}uint256 internal constant ChainId = ${data.chainId};`,
            ...constants.map((constant) => `${INDENT}${lineOf(constant)}`),
            "}",
          ].join("\n"),
        ),
      ].join("\n\n"),
      gaps: libraries.flatMap(({ network, constants }) =>
        constants
          .filter(({ value }) => value === null)
          .map(({ path }) => unsetMessage(network.name, path)),
      ),
      notes: [],
    };
  },
};

function lineOf({ name, path, value, position }: Constant): string {
  if (value === null) {
    return `// ${name} is not set`;
  }
  const comment = position === undefined ? "" : ` // ${path}[${position}]`;
  return `address internal constant ${name} = ${value};${comment}`;
}

const TOKEN_CONSTANTS: Readonly<Record<TokenKind, string>> = {
  euro: "TokenEuro",
  alpha: "TokenAlpha",
};

function constantsOf(
  network: ResolvedAlphaNetwork,
  { registry, tokens }: NetworkData,
): readonly Constant[] {
  return [
    ...Object.entries(registry).flatMap(([key, value]): Constant[] => {
      const path = `registry.${key}`;
      return value === null || typeof value === "string"
        ? [{ name: key, path, value }]
        : value.map((item, position) => ({
            name: `${key}_${position + 1}`,
            path,
            value: item,
            position,
          }));
    }),
    ...tokenKindsOf(network).map((kind) => ({
      name: TOKEN_CONSTANTS[kind],
      path: `tokens.${kind}.address`,
      value: tokens[kind].address,
    })),
  ];
}

function libraryName({ name }: ResolvedAlphaNetwork): string {
  const identifier = camelCase(name);
  return `Alpha${identifier.slice(0, 1).toUpperCase()}${identifier.slice(1)}`;
}
