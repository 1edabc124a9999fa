import { ownValue, recordOf } from "../base/records.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  definitionLike,
  isAlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import type { AlphaConfig, ResolvedAlphaNetwork } from "./types.ts";

/** A network of a project, whose values are not resolved yet. */
export interface ConfiguredNetwork {
  readonly name: AlphaNetworkName;
  readonly definition: NetworkDefinition;
}

/** The networks of the reference, in its order. */
export const REFERENCE_NETWORKS: readonly ConfiguredNetwork[] =
  ALPHA_NETWORK_NAMES.map((name) => ({
    name,
    definition: NETWORK_DEFINITIONS[name],
  }));

/**
 * The networks of a project: those of the reference, also disabled ones, then its own.
 *
 * @param alpha `alpha` in the user's config, which may be invalid
 */
export function declaredNetworks(alpha: unknown): readonly ConfiguredNetwork[] {
  return [
    ...REFERENCE_NETWORKS,
    ...Object.entries(recordOf(recordOf(alpha)["networks"])).flatMap(
      ([name, user]) => ownNetwork(name, user) ?? [],
    ),
  ];
}

/**
 * The enabled networks of a project.
 *
 * @param alpha `alpha` in the user's config, which may be invalid
 */
export function configuredNetworks(
  alpha: unknown,
): readonly ConfiguredNetwork[] {
  const networks = recordOf(recordOf(alpha)["networks"]);
  return declaredNetworks(alpha).filter(({ name }) => networks[name] !== false);
}

/** A network of the project's own; `undefined` unless it is one and valid. */
function ownNetwork(
  name: string,
  user: unknown,
): ConfiguredNetwork | undefined {
  const { like, chainId } = recordOf(user);
  if (
    !isOwnNetworkName(name) ||
    !isAlphaNetworkName(like) ||
    !isChainId(chainId)
  ) {
    return undefined;
  }
  const book = bookOf(user)?.entry;
  return {
    name,
    definition: definitionLike({ name, like, chainId, book, user }),
  };
}

/** An entry of an address book: the published one, or a file. */
export interface BookEntry {
  readonly file?: string;
  readonly entry: string;
}

/** The entry that a network of the project's own has; `undefined` unless it is valid. */
export function bookOf(user: unknown): BookEntry | undefined {
  const { book } = recordOf(user);
  if (typeof book === "string") {
    return { entry: book };
  }
  const { file, entry, ...others } = recordOf(book);
  const isEntry = typeof file === "string" && typeof entry === "string";
  const isAlone = Object.keys(others).length === 0;
  return isEntry && isAlone ? { file, entry } : undefined;
}

const NAME = /^[A-Za-z][\w-]{0,63}$/;

/** Networks that Hardhat has in every project. */
const HARDHAT_NETWORKS: readonly string[] = ["default", "localhost", "node"];

/**
 * Returns whether a network of the project's own can have a name. For TypeScript, it is
 * a network's name because the project declares it (`OwnAlphaNetworks`).
 */
export function isOwnNetworkName(name: string): name is AlphaNetworkName {
  return (
    NAME.test(name) &&
    !(name in Object.prototype) &&
    !HARDHAT_NETWORKS.includes(name) &&
    !isAlphaNetworkName(name)
  );
}

/** Returns whether a value is a chain id. */
export function isChainId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

type HasNetworks = Pick<AlphaConfig, "networks">;

/** The names of the enabled networks of a resolved config, in their order. */
export function enabledNames({
  networks,
}: HasNetworks): readonly AlphaNetworkName[] {
  const isEnabled = (name: string): name is AlphaNetworkName =>
    Object.hasOwn(networks, name);
  return Object.keys(networks).filter(isEnabled);
}

/** The enabled networks of a resolved config, in their order. */
export function enabledNetworks({
  networks,
}: HasNetworks): readonly ResolvedAlphaNetwork[] {
  return Object.values(networks).filter((network) => network !== undefined);
}

/** The enabled network with a name, which JavaScript callers may pass anything as. */
export function enabledNetwork(
  { networks }: HasNetworks,
  name: unknown,
): ResolvedAlphaNetwork | undefined {
  return ownValue(networks, String(name));
}
