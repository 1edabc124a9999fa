import { alphaError } from "../../../src/base/errors.ts";
import { given } from "../../../src/base/records.ts";
import { describeTime, oneLine, quoted } from "../../../src/base/text.ts";
import type { ConfiguredNetwork } from "../../../src/config/configured-networks.ts";
import { newNameMistake } from "../../../src/config/validate/own-networks.ts";
import {
  knownNetwork,
  networkNamed,
  registryConfig,
} from "../../../src/discover/registry-entry.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { registryKeyOf } from "../../../src/networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
  NETWORK_DEFINITIONS,
  type ReferenceNetworkName,
} from "../../../src/networks/definitions.ts";
import type { DiscoverFormat, Naming } from "../format.ts";

/** Whose keys a network has that is none of the reference's. */
const OTHER: ReferenceNetworkName = "testnet";
/** Its name, unless it has one. */
const OTHER_NAME = "marketplace";
/** The built-in networks have values without a config. */
const PRESET = ". Set it here, or the network keeps the published one";

/** The `alpha` of a Hardhat config, to be copied from. */
export const CONFIG: DiscoverFormat = {
  isReport: false,
  checkName: (naming) => {
    if (naming.as !== undefined) {
      checkNewName(naming.as, OTHER, naming);
    }
  },
  render: ({ report }, naming) => {
    const { as, networks } = naming;
    const known = knownNetwork(report, networks);
    const name = as ?? known?.name ?? OTHER_NAME;
    const named = networkNamed(name, networks);
    // Under another name, it is one of the project's own, like the known one.
    const like = isAlphaNetworkName(name) ? undefined : likeOf(named ?? known);
    const { block, chainId, doubt, leftOut, release, router } = report;
    const isPreset = like === undefined;
    if (like !== undefined) {
      checkNewName(name, like, naming);
      checkChain(named, chainId);
    }
    const definition = named?.definition ?? NETWORK_DEFINITIONS[like ?? OTHER];
    const config = {
      ...(like && { like, ...(chainId && { chainId }) }),
      ...registryConfig(report, definition),
    };
    const at =
      block && `, block ${block.number} of ${describeTime(block.timestamp)}`;
    const comments = given(
      generatedBy("alpha discover"),
      `The registry of the router ${router} on chain ${chainId ?? "(unknown)"}${at ?? ""}`,
      release.verdict === "recognised" &&
        `Release ${release.releases} of @oceanprotocol/contracts`,
      doubt && `The registry may have changed since: ${doubt}`,
      ...leftOut.map(
        ({ role, reason }) =>
          `${registryKeyOf(definition, role) ?? role} is left out: ${reason}${isPreset ? PRESET : ""}`,
      ),
    );
    const alpha = JSON.stringify({ networks: { [name]: config } }, null, 2);
    return [
      ...comments.map((line) => `// ${oneLine(line)}`),
      // Keys that are names need no quotes.
      `alpha: ${alpha.replaceAll(/^( +)"(\w+)":/gm, "$1$2:")},`,
    ].join("\n");
  },
};

/**
 * By the rules of the config.
 *
 * @throws HardhatPluginError if the project can have no network of this name.
 */
function checkNewName(
  name: string,
  like: ReferenceNetworkName,
  { networks, alpha }: Naming,
): void {
  const mistake =
    networkNamed(name, networks) === undefined
      ? newNameMistake(name, like, alpha)
      : undefined;
  if (mistake !== undefined) {
    throw alphaError(
      `${quoted(name)} cannot be the name of the network: ${mistake}. Pass ${ALPHA_NETWORK_NAMES.join(", ")}, or a name of your own with --as.`,
    );
  }
}

/** @throws HardhatPluginError if the project's network of that name is on another chain. */
function checkChain(
  named: ConfiguredNetwork | undefined,
  chainId: number | null,
): void {
  const expected = named?.definition.values.chainId;
  if (named !== undefined && chainId !== null && chainId !== expected) {
    throw alphaError(
      `The Hardhat config has ${named.name} with the chain id ${expected}, but the router is on chain ${chainId}. Pass another name with --as, or correct alpha.networks.${named.name}.chainId.`,
    );
  }
}

function likeOf(known: ConfiguredNetwork | undefined): ReferenceNetworkName {
  const like = known?.definition.like ?? known?.name;
  return isAlphaNetworkName(like) ? like : OTHER;
}
