import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import { isRecord, recordOf } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  isAlphaNetworkName,
  type ReferenceNetworkName,
} from "../../networks/definitions.ts";
import {
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
  variableName,
} from "../layered-url.ts";
import { chainIds } from "../layers.ts";
import type { AlphaUserConfig, NetworkInput } from "../user-config.ts";

type Mistake = HardhatUserConfigValidationError;

/**
 * Mistakes in what makes an entry of `alpha.networks` a network of the project's own:
 * its name, `like` and its chain id. The other values are validated by its definition.
 */
export function ownNetworkMistakes(alpha: unknown): Mistake[] {
  return Object.entries(recordOf(recordOf(alpha)["networks"])).flatMap(
    ([name, user]) =>
      isAlphaNetworkName(name) || !isRecord(user) || !("like" in user)
        ? []
        : mistakesOf(name, user),
  );
}

function mistakesOf(
  name: string,
  { like, chainId }: Readonly<Record<string, unknown>>,
): Mistake[] {
  const path = ["alpha", "networks", name];
  const names = ALPHA_NETWORK_NAMES.join(", ");
  return [
    ...invalidName(name).map((message) => ({ path, message })),
    ...(isAlphaNetworkName(like)
      ? []
      : [
          {
            path: [...path, "like"],
            message:
              `Expected one of ${names}: the network whose registry keys, portal fields and rules it has. ${typeof like === "string" ? didYouMean(like, ALPHA_NETWORK_NAMES) : ""}`.trim(),
          },
        ]),
    ...(isChainId(chainId)
      ? []
      : [
          {
            path: [...path, "chainId"],
            message: `Expected the chain id of the network, a whole number above 0: that of ${isAlphaNetworkName(like) ? like : "another network"} is not inherited`,
          },
        ]),
  ];
}

/** Why no network of a project's own can have a name. */
function invalidName(name: string): readonly string[] {
  if (!isOwnNetworkName(name)) {
    return [
      `A network cannot have this name. Expected a letter, then up to 63 letters, digits, "-" or "_", and no name that Hardhat's own networks or Object.prototype have`,
    ];
  }
  return variableName(name, NODE_PART) === DISCOVER_URL_VARIABLE
    ? [
        `${DISCOVER_URL_VARIABLE} is the node of alpha discover. Use another name`,
      ]
    : [];
}

/**
 * Why a project cannot add a network of its own with a name that it does not have yet.
 *
 * @param alpha a valid config
 */
export function newNameMistakes(
  name: string,
  {
    like,
    alpha,
  }: { readonly like: ReferenceNetworkName; readonly alpha: AlphaUserConfig },
): readonly string[] {
  const invalid = invalidName(name);
  if (invalid.length > 0) {
    return invalid;
  }
  const [added] = declaredNetworks({
    networks: { [name]: { like, chainId: 1 } },
  }).slice(-1);
  return added === undefined
    ? []
    : configuredNetworks(alpha)
        .flatMap((other) => nameCollisions(added, other, alpha))
        .map(({ message }) => message);
}

/** The networks of the project's own that cannot be told from other networks. */
export function ownNetworkCollisions(alpha: AlphaUserConfig): Mistake[] {
  const networks = configuredNetworks(alpha);
  return networks.flatMap((network, index) =>
    network.definition.like === undefined
      ? []
      : networks
          .slice(0, index)
          .flatMap((other) => collisions(network, other, alpha)),
  );
}

/** What a network of the project's own has in common with one before it. */
function collisions(
  network: ConfiguredNetwork,
  other: ConfiguredNetwork,
  alpha: AlphaUserConfig,
): Mistake[] {
  const remedy =
    other.definition.like === undefined
      ? `Correct the one that is wrong, or disable ${other.name} with alpha.networks.${other.name}: false`
      : "Correct one of the two";
  const { chainId } = idsOf(network, alpha);
  return [
    ...(chainId === idsOf(other, alpha).chainId
      ? [
          {
            path: ["alpha", "networks", network.name, "chainId"],
            message: `${other.name} has the chain id ${chainId}, too, so files and wallets could not tell the two apart. ${remedy}`,
          },
        ]
      : []),
    ...nameCollisions(network, other, alpha),
  ];
}

function nameCollisions(
  network: ConfiguredNetwork,
  other: ConfiguredNetwork,
  alpha: AlphaUserConfig,
): Mistake[] {
  const path = ["alpha", "networks", network.name];
  const taken = namesOf(network, alpha).find((name) =>
    namesOf(other, alpha).includes(name),
  );
  const [variable] = variablesOf(network).filter((one) =>
    variablesOf(other).includes(one),
  );
  const isAlike = plain(network.name) === plain(other.name);
  return [
    ...(variable !== undefined && !isAlike
      ? [
          {
            path,
            message: `${variable} would be a variable of ${other.name}, too. Use another name`,
          },
        ]
      : []),
    ...(isAlike
      ? [
          {
            path,
            message: `The name only differs from ${other.name} in case, "-" or "_", which environment variables and exported code do not have. Use another name`,
          },
        ]
      : []),
    ...(taken === undefined
      ? []
      : [
          {
            path,
            message: `The name "${taken}" is that of ${other.name}, or of its sandbox or fork. Use another name, or set alpha.networks.${network.name}.name`,
          },
        ]),
  ];
}

const plain = (name: string) => name.replaceAll(/[-_]/g, "").toLowerCase();

/** The environment variables of its URLs. */
function variablesOf({ name, definition }: ConfiguredNetwork) {
  const { backend = {}, portal } = definition;
  const rules = [...Object.values(portal), ...Object.values(backend)];
  return [
    NODE_PART,
    ...rules.flatMap((rule) => (rule.type === "url" ? [rule.variable] : [])),
  ].map((part) => variableName(name, part));
}

function idsOf(
  { name, definition }: ConfiguredNetwork,
  alpha: AlphaUserConfig,
) {
  return chainIds(definition, inputOf(name, alpha));
}

function inputOf(
  name: AlphaNetworkName,
  { networks = {} }: AlphaUserConfig,
): NetworkInput {
  return networks[name] || {};
}

/** What selects a network: its own name, and the names of its Hardhat networks. */
function namesOf(
  { name }: ConfiguredNetwork,
  alpha: AlphaUserConfig,
): readonly string[] {
  const { live, sandbox, fork } = configuredNames(alpha, name);
  return [name, live, sandbox, fork];
}
