import {
  chainsWithSameId,
  tokenKindsOf,
} from "../../../src/config/network-values.ts";
import type {
  ResolvedAlphaNetwork,
  TokenKind,
} from "../../../src/config/types.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { camelCase } from "../../cli/javascript.ts";
import type { ExportFormat } from "../format.ts";
import { addressGaps, networkData } from "../network-data.ts";

const COMMAND = "alpha export --format solidity";
const INDENT = "    ";

/**
 * A Solidity file with a library for each network. Constants have the names of the
 * registry's keys. It contains no configured text, so nothing has to be escaped.
 */
export const SOLIDITY: ExportFormat = {
  render: ({ networks }) => ({
    text: [
      `// SPDX-License-Identifier: CC0-1.0\n// ${generatedBy(COMMAND)}\npragma solidity ^0.8.0;`,
      ...networks.map(({ network }) => library(network)),
    ].join("\n\n"),
    gaps: networks.flatMap(({ network }) => addressGaps(network)),
  }),
};

function library(network: ResolvedAlphaNetwork): string {
  const { chainId, registry, tokens, contracts = {} } = networkData(network);
  const constants = [`uint256 internal constant ChainId = ${chainId};`];
  for (const [key, value] of Object.entries(registry)) {
    if (value === null || typeof value === "string") {
      constants.push(constant(key, value));
      continue;
    }
    for (const [index, item] of value.entries()) {
      const line = constant(`${key}_${index + 1}`, item);
      constants.push(`${line} // registry.${key}[${index}]`);
    }
  }
  for (const kind of tokenKindsOf(network)) {
    constants.push(constant(TOKEN_CONSTANTS[kind], tokens[kind].address));
  }
  for (const [name, address] of Object.entries(contracts)) {
    constants.push(constant(name, address));
  }
  return [
    `/// The contracts of ${network.name}. Suffixes such as _1 are on-chain template indices.`,
    ...chainsWithSameId(network).map(
      (other) => `/// ${other.name} has the same chain id.`,
    ),
    `library ${libraryName(network)} {`,
    ...constants.map((line) => `${INDENT}${line}`),
    "}",
  ].join("\n");
}

const TOKEN_CONSTANTS: Readonly<Record<TokenKind, string>> = {
  euro: "TokenEuro",
  alpha: "TokenAlpha",
};

function constant(name: string, address: string | null): string {
  if (address === null) {
    return `// ${name} is not set`;
  }
  return `address internal constant ${name} = ${address};`;
}

function libraryName({ name }: ResolvedAlphaNetwork): string {
  const identifier = camelCase(name);
  return `Alpha${identifier.slice(0, 1).toUpperCase()}${identifier.slice(1)}`;
}
