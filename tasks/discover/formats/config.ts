import { isAddress } from "../../../src/base/address.ts";
import { alphaError } from "../../../src/base/errors.ts";
import { didYouMean } from "../../../src/base/suggest-name.ts";
import { describeTime, oneLine } from "../../../src/base/text.ts";
import { registryConfig } from "../../../src/discover/registry-entry.ts";
import { registryKeyOf } from "../../../src/networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  isAlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../../src/networks/definitions.ts";
import { jsLiteral } from "../../cli/javascript.ts";
import type { DiscoverFormat } from "../format.ts";
import { knownNetwork } from "../known-network.ts";

/** Whose keys a chain has that is none of the Alpha networks. */
const OTHER: AlphaNetworkName = "testnet";

/** The `alpha` of a Hardhat config, to be copied from. */
export const CONFIG: DiscoverFormat = {
  isReport: false,
  checkName: (as) => {
    if (as !== undefined && !isAlphaNetworkName(as)) {
      throw alphaError(
        `Unknown network "${as}". ${didYouMean(as, ALPHA_NETWORK_NAMES)}With --format config, --as is one of ${ALPHA_NETWORK_NAMES.join(", ")}.`,
      );
    }
  },
  render: (report, as) => {
    const name = isAlphaNetworkName(as) ? as : (knownNetwork(report) ?? OTHER);
    const { block, chainId, leftOut, release, router } = report;
    const definition = NETWORK_DEFINITIONS[name];
    const config = registryConfig(report, definition);
    const comments = [
      `The registry of the router ${router} on chain ${chainId ?? "(unknown)"}${block === undefined ? "" : `, block ${block.number} of ${describeTime(block.timestamp)}`}`,
      ...(release.verdict === "recognised"
        ? [`Release ${release.releases} of @oceanprotocol/contracts`]
        : []),
      ...leftOut.map(
        ({ role, reason }) =>
          `${registryKeyOf(definition, role) ?? role} is left out: ${reason}`,
      ),
    ];
    return [
      ...comments.map((line) => `// ${oneLine(line)}`),
      "alpha: {",
      "  networks: {",
      `    ${name}: {`,
      ...members(config, "      "),
      "    },",
      "  },",
      "},",
    ].join("\n");
  },
};

function members(value: object, indent: string): readonly string[] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    if (Array.isArray(member)) {
      return [
        `${indent}${key}: [`,
        ...member
          .filter(isAddress)
          .map((one) => `${indent}  ${jsLiteral(one)},`),
        `${indent}],`,
      ];
    }
    if (typeof member === "object" && member !== null) {
      return [
        `${indent}${key}: {`,
        ...members(member, `${indent}  `),
        `${indent}},`,
      ];
    }
    return typeof member === "number" || typeof member === "string"
      ? [`${indent}${key}: ${jsLiteral(member)},`]
      : [];
  });
}
