import { recordOf } from "../base/records.ts";
import {
  type ChainWithSameId,
  isTimeoutUnit,
  MILLISECONDS_IN,
  type NetworkDefinition,
  registryKeyOf,
} from "./definition.ts";
import { DEVNET } from "./devnet.ts";
import type { OwnAlphaNetworks } from "./own-networks.ts";
import { TESTNET } from "./testnet.ts";
import { THIRD } from "./third.ts";

/** The networks of the reference, in its order. */
export const NETWORK_DEFINITIONS = {
  devnet: DEVNET,
  testnet: TESTNET,
  third: THIRD,
} as const satisfies Record<string, NetworkDefinition>;

type ReferenceDefinitions = typeof NETWORK_DEFINITIONS;

/** The name of a network of the reference. */
export type ReferenceNetworkName = keyof ReferenceDefinitions;

/** The definition of each network, as types. */
export type Definitions = ReferenceDefinitions & {
  readonly [N in keyof OwnAlphaNetworks]: ReferenceDefinitions[OwnAlphaNetworks[N] &
    ReferenceNetworkName];
};

/** The name of a network in this project. */
export type AlphaNetworkName = keyof Definitions;

/** Returns whether a text is one of {@link ReferenceNetworkName}. */
export function isAlphaNetworkName(
  name: unknown,
): name is ReferenceNetworkName {
  return typeof name === "string" && Object.hasOwn(NETWORK_DEFINITIONS, name);
}

/** The names of the reference's networks, in its order. */
export const ALPHA_NETWORK_NAMES: readonly ReferenceNetworkName[] =
  Object.keys(NETWORK_DEFINITIONS).filter(isAlphaNetworkName);

/**
 * The registry key of a network for the contract that a role, or a registry key of any
 * network, stands for.
 */
export function keyOfSameRole(
  definition: Pick<NetworkDefinition, "registry">,
  keyOrRole: string,
): string | undefined {
  const [, rule] =
    ALPHA_NETWORK_NAMES.flatMap((name) =>
      Object.entries(NETWORK_DEFINITIONS[name].registry),
    ).find(([key, { role }]) => key === keyOrRole || role === keyOrRole) ?? [];
  return rule === undefined ? undefined : registryKeyOf(definition, rule.role);
}

/** The values that identify a network of a project's own. */
interface OwnNetwork {
  readonly name: string;
  readonly like: ReferenceNetworkName;
  readonly chainId: number;
  /** Its entry in an address book. */
  readonly book: string | undefined;
  /** The user's other values, which may be invalid. */
  readonly user: unknown;
}

/** web3.js 1.x's default, in milliseconds. */
const POLLING_TIMEOUT = 750_000;

/**
 * The definition of a network of a project's own: the names and the rules of the network
 * that it is like, and none of its values. Values that nobody gives have defaults.
 */
export function definitionLike({
  name,
  like,
  chainId,
  book,
  user,
}: OwnNetwork): NetworkDefinition {
  const {
    displayName,
    genesisHash,
    registry: addresses,
    transactionPollingTimeoutUnit: chosenUnit,
  } = recordOf(user);
  const shape: NetworkDefinition = NETWORK_DEFINITIONS[like];
  const tokenKey = registryKeyOf(shape, "token") ?? "";
  // The base token is `null` if the network has none.
  const { versions, registry, portal, otherPortal, backend } =
    recordOf(addresses)[tokenKey] === null ? withoutToken(shape) : shape;
  const unit = isTimeoutUnit(chosenUnit)
    ? chosenUnit
    : shape.transactionPollingTimeoutUnit;
  return {
    like,
    versions,
    registry,
    portal,
    otherPortal,
    backend,
    values: {
      chainId,
      networkId: chainId,
      isDefault: false,
      // Reading events takes longer, and misses none.
      startBlock: 0,
      transactionBlockTimeout: 50,
      transactionConfirmationBlocks: 1,
      transactionPollingTimeout: POLLING_TIMEOUT / MILLISECONDS_IN[unit],
      gasFeeMultiplier: 1,
    },
    // That of the portal config; the values are in the one that the user has chosen.
    transactionPollingTimeoutUnit: shape.transactionPollingTimeoutUnit,
    role: "own network",
    chainsWithSameId: otherChains(chainId).filter(
      (chain) =>
        typeof genesisHash !== "string" ||
        chain.genesisHash !== genesisHash.toLowerCase(),
    ),
    names: [name, displayName, book].filter((one) => typeof one === "string"),
    addressBook: book === undefined ? undefined : { key: book },
    preset: {},
  };
}

/** The shape without the base token: its registry key, and the portal's fields of it. */
function withoutToken(shape: NetworkDefinition): NetworkDefinition {
  const { registry, portal, otherPortal: other } = shape;
  const fields = withoutTokenIn(other?.fields ?? {});
  return {
    ...shape,
    registry: withoutTokenIn(registry),
    portal: withoutTokenIn(portal),
    otherPortal: other && { ...other, fields },
  };
}

function withoutTokenIn<T extends object>(
  fields: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, rule]) =>
        name !== "alphaTokenSymbol" &&
        !("role" in rule && rule.role === "token"),
    ),
  );
}

/** The public chains that are known to have a chain id which Alpha networks have, too. */
export function otherChains(chainId: number): readonly ChainWithSameId[] {
  return ALPHA_NETWORK_NAMES.flatMap((name) => {
    const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
    if (definition.values.chainId === chainId) {
      return definition.chainsWithSameId;
    }
    return [];
  });
}
