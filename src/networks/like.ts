import { recordOf } from "../base/records.ts";
import {
  type ChainWithSameId,
  type NetworkDefinition,
  registryKeyOf,
} from "./definition.ts";
import type { ReferenceNetworkName } from "./definitions.ts";
import { ALPHA_NETWORK_NAMES, NETWORK_DEFINITIONS } from "./definitions.ts";

/** The values that identify a network of a project's own. */
export interface OwnNetwork {
  readonly name: string;
  readonly like: ReferenceNetworkName;
  readonly chainId: number;
  /** Its entry in an address book. */
  readonly book: string | undefined;
  /** The user's other values, which may be invalid. */
  readonly user: unknown;
}

/** web3.js 1.x's default, in seconds. */
const POLLING_TIMEOUT_SECONDS = 750;

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
  const { displayName, genesisHash, registry: addresses } = recordOf(user);
  const shape: NetworkDefinition = NETWORK_DEFINITIONS[like];
  const tokenKey = registryKeyOf(shape, "token") ?? "";
  // The base token is `null` if the network has none.
  const { versions, registry, portal, otherPortal, backend } =
    recordOf(addresses)[tokenKey] === null ? withoutToken(shape) : shape;
  const { transactionPollingTimeoutUnit: unit } = shape;
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
      transactionPollingTimeout:
        POLLING_TIMEOUT_SECONDS * (unit === "seconds" ? 1 : 1000),
      gasFeeMultiplier: 1,
    },
    transactionPollingTimeoutUnit: unit,
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
