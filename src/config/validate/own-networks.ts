import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import { given, isRecord, recordOf } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
  type ReferenceNetworkName,
} from "../../networks/definitions.ts";
import {
  bookOf,
  type ConfiguredNetwork,
  configuredNetworks,
  declaredNetworks,
  isChainId,
  isOwnNetworkName,
} from "../configured-networks.ts";
import { configuredNames } from "../hardhat-networks.ts";
import {
  DISCOVER_URL_VARIABLE,
  NODE_PART,
  OCEAN_NODE_PART,
  variableName,
} from "../layered-url.ts";
import { chainIds } from "../layers.ts";
import type { AlphaUserConfig } from "../user-config.ts";

/** A mistake in the config, and its path. */
export type Mistake = HardhatUserConfigValidationError;

/**
 * Mistakes in what makes an entry of `alpha.networks` a network of the project's own:
 * its name, `like` and its chain id. The other values are validated by its definition.
 */
export function ownNetworkMistakes(alpha: unknown): Mistake[] {
  const mistakes: Mistake[] = [];
  const networks = recordOf(recordOf(alpha)["networks"]);
  for (const [name, user] of Object.entries(networks)) {
    if (!isAlphaNetworkName(name) && isRecord(user) && "like" in user) {
      mistakes.push(...mistakesOf(name, user));
    }
  }
  return mistakes;
}

function mistakesOf(
  name: string,
  user: Readonly<Record<string, unknown>>,
): Mistake[] {
  const { like, chainId, book } = user;
  const mistakes: Mistake[] = [];
  const nameProblem = invalidName(name);
  if (nameProblem !== undefined) {
    add(nameProblem);
  }
  if (!isAlphaNetworkName(like)) {
    const name = typeof like === "string" ? like : "";
    const suggestion = didYouMean(name, ALPHA_NETWORK_NAMES);
    const expected = `Expected one of ${ALPHA_NETWORK_NAMES.join(", ")}: the network whose registry keys, portal fields and rules it has. ${suggestion}`;
    add(expected.trim(), "like");
  }
  if (book !== undefined && bookOf(user) === undefined) {
    add(
      "Expected the name of an entry in the address book of @oceanprotocol/contracts, or { file, entry }",
      "book",
    );
  } else if (!isChainId(chainId)) {
    add(
      `Expected the chain id of the network, a whole number above 0: that of ${isAlphaNetworkName(like) ? like : "another network"} is not inherited`,
      "chainId",
    );
  }
  return mistakes;

  function add(message: string, ...field: readonly string[]): void {
    mistakes.push({ path: ["alpha", "networks", name, ...field], message });
  }
}

/** The reason why no network of a project's own can have a name, if there is one. */
function invalidName(name: string): string | undefined {
  if (!isOwnNetworkName(name)) {
    return `A network cannot have this name. Expected a letter, then up to 63 letters, digits, "-" or "_", and no name that Hardhat's own networks or Object.prototype have`;
  }
  if (variableName(name, NODE_PART) === DISCOVER_URL_VARIABLE) {
    return `${DISCOVER_URL_VARIABLE} is the node of alpha discover. Use another name`;
  }
  return undefined;
}

/**
 * The reason why a project cannot add a network with a name that it does not have yet.
 *
 * @param alpha a valid config
 */
export function newNameMistake(
  name: string,
  like: ReferenceNetworkName,
  alpha: AlphaUserConfig,
): string | undefined {
  const networks = { [name]: { like, chainId: 1 } };
  const [collision] = declaredNetworks({ networks })
    .filter((network) => network.name === name)
    .flatMap((network) =>
      configuredNetworks(alpha).flatMap((other) =>
        nameCollisions(network, other, alpha),
      ),
    );
  return invalidName(name) ?? collision?.message;
}

/** Networks that cannot be told from another one before them. */
export function networkCollisions(alpha: AlphaUserConfig): Mistake[] {
  const networks = configuredNetworks(alpha);
  return networks.flatMap((network, index) =>
    networks
      .slice(0, index)
      .flatMap((other) => [
        ...chainIdCollisions(network, other, alpha),
        ...nameCollisions(network, other, alpha),
      ]),
  );
}

/** Two networks with one chain id: what is wrong is one that the user has set. */
function chainIdCollisions(
  network: ConfiguredNetwork,
  other: ConfiguredNetwork,
  { networks = {} }: AlphaUserConfig,
): Mistake[] {
  const idOf = ({ name, definition }: ConfiguredNetwork) =>
    chainIds(definition, networks[name] || {}).chainId;
  const chainId = idOf(network);
  if (chainId !== idOf(other)) {
    return [];
  }
  const isSet = chainId !== network.definition.values.chainId || isOwn(network);
  const [wrong, twin] = isSet ? [network, other] : [other, network];
  const remedy = isOwn(twin)
    ? "Correct one of the two"
    : `Correct the one that is wrong, or disable ${twin.name} with alpha.networks.${twin.name}: false`;
  return [
    {
      path: ["alpha", "networks", wrong.name, "chainId"],
      message: `${twin.name} has the chain id ${chainId}, too, so files and wallets could not tell the two apart. ${remedy}`,
    },
  ];
}

const isOwn = ({ definition }: ConfiguredNetwork) =>
  definition.like !== undefined;

/** A network that has names of one before it: what is wrong is one that the user has set. */
function nameCollisions(
  later: ConfiguredNetwork,
  earlier: ConfiguredNetwork,
  alpha: AlphaUserConfig,
): Mistake[] {
  const { name } = alpha.networks?.[later.name] || {};
  const isTaken = configuredNames(alpha, earlier.name).live === later.name;
  const isSet = isOwn(later) || (name !== undefined && !isTaken);
  const [network, other] = isSet ? [later, earlier] : [earlier, later];
  const own = isOwn(network);
  const namesOf = ({ name }: ConfiguredNetwork) => {
    const { live, sandbox, fork } = configuredNames(alpha, name);
    return given(
      live,
      (own || alpha.sandbox !== false) && sandbox,
      (own || Boolean(alpha.forks)) && fork,
      // Tasks take it, too, whatever its Hardhat network is called.
      name,
    );
  };
  const otherNames = namesOf(other);
  const otherVariables = variablesOf(other);
  const variable = variablesOf(network).find((one) =>
    otherVariables.includes(one),
  );
  const taken = namesOf(network).find((one) => otherNames.includes(one));
  const messages: string[] = [];
  if (plain(network.name) === plain(other.name)) {
    messages.push(
      `The name only differs from ${other.name} in case, "-" or "_", which environment variables and exported code do not have. Use another name`,
    );
  } else if (own && variable !== undefined) {
    messages.push(
      `${variable} would be a variable of ${other.name}, too. Use another name`,
    );
  }
  if (taken !== undefined) {
    messages.push(
      `The name "${taken}" is that of ${other.name}, or of its sandbox or fork. Use another name, or set alpha.networks.${network.name}.name`,
    );
  }
  const path = given("alpha", "networks", network.name, !own && "name");
  return messages.map((message) => ({ path: [...path], message }));
}

const plain = (name: string) => name.replaceAll(/[-_]/g, "").toLowerCase();

/** The environment variables of its URLs. */
function variablesOf({ name, definition }: ConfiguredNetwork) {
  const { backend = {}, portal } = definition;
  const parts = [NODE_PART, OCEAN_NODE_PART];
  for (const rule of [...Object.values(portal), ...Object.values(backend)]) {
    if (rule.type === "url") {
      parts.push(rule.variable);
    }
  }
  return parts.map((part) => variableName(name, part));
}
