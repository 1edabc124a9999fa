import { isAddress } from "../base/address.ts";
import { enabledNetworks } from "../config/configured-networks.ts";
import type {
  AlphaConfig,
  ResolvedAlphaNetwork,
  ResolvedContract,
} from "../config/types.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
  type ReferenceNetworkName,
} from "../networks/definitions.ts";
import { knownNames } from "../sources/source-kind.ts";

/** What the rules compare files with. */
export interface NetworkIndex {
  /** The enabled networks of the Hardhat config. */
  readonly networks: readonly IndexedNetwork[];
  /** Those and the disabled ones, whose published values may be copied, too. */
  readonly known: readonly KnownNetwork[];
  readonly addresses: AddressIndex;
  readonly urls: UrlIndex;
}

export interface IndexedNetwork {
  readonly network: ResolvedAlphaNetwork;
  /** Its names in files. Several networks may share one. */
  readonly names: ReadonlySet<string>;
}

/** What identifies the values of a network. */
export interface KnownNetwork {
  readonly name: AlphaNetworkName;
  readonly chainId: number;
  readonly names: ReadonlySet<string>;
  readonly addresses: readonly (readonly [path: string, address: string])[];
  readonly urls: readonly (readonly [field: string, url: string])[];
}

/** Indexes the networks of a resolved configuration. */
export function indexNetworks(config: AlphaConfig): NetworkIndex {
  const networks = enabledNetworks(config).map((network) => ({
    network,
    names: knownNames(
      network.name,
      network.definition,
      configuredName(network),
    ),
  }));
  const enabled = networks.map(configuredNetwork);
  const known = [
    ...enabled,
    ...ALPHA_NETWORK_NAMES.map(publishedNetwork).filter(
      ({ name, chainId }) =>
        !enabled.some(
          (other) => other.name === name || other.chainId === chainId,
        ),
    ),
  ];
  return {
    networks,
    known,
    addresses: indexAddresses(known),
    urls: indexUrls(known),
  };
}

/** Leaves out configuration variables, so that no keystore prompts. */
function configuredNetwork({ network, names }: IndexedNetwork): KnownNetwork {
  const { name, values, contracts, services, backend } = network;
  return {
    name,
    chainId: values.chainId,
    names,
    addresses: contracts.flatMap((contract) =>
      contract.address === undefined
        ? []
        : [[pathOf(contract), contract.address] as const],
    ),
    urls: [...Object.entries(services), ...Object.entries(backend)].flatMap(
      ([field, { layers }]) =>
        layers.flatMap(({ value }) =>
          typeof value === "string" ? [[field, value] as const] : [],
        ),
    ),
  };
}

/** A network that the Hardhat config does not have, with its published values. */
function publishedNetwork(name: ReferenceNetworkName): KnownNetwork {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
  const { registry, tokens, portal, backend } = definition.preset;
  const values = [
    ...Object.entries(portal ?? {}),
    ...Object.entries(backend ?? {}),
  ];
  return {
    name,
    chainId: definition.values.chainId,
    names: knownNames(name, definition, undefined),
    addresses: [
      ...Object.entries(registry ?? {}).flatMap(([key, value]) =>
        typeof value === "string"
          ? [[`registry.${key}`, value] as const]
          : value.map((item, i) => [`registry.${key}[${i}]`, item] as const),
      ),
      ...Object.entries(tokens ?? {}).flatMap(([key, { address }]) =>
        address === undefined ? [] : [[`tokens.${key}`, address] as const],
      ),
      ...values
        .filter(([, value]) => isAddress(value))
        .map(([field, value]) => [`portal.${field}`, value] as const),
    ],
    urls: values.filter(([, value]) => readHttpUrl(value) !== undefined),
  };
}

/** The networks with a name, whatever its case and punctuation. */
export function knownByName(
  name: string,
  { known }: Pick<NetworkIndex, "known">,
): readonly KnownNetwork[] {
  const key = nameKey(name);
  return known.filter(({ names }) =>
    [...names].some((other) => nameKey(other) === key),
  );
}

function nameKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function configuredName({ portal }: ResolvedAlphaNetwork): string | undefined {
  const { network: name } = portal;
  return typeof name === "string" ? name : undefined;
}

/** Where an address is used in the resolved configuration. */
export interface AddressUse {
  readonly network: AlphaNetworkName;
  /** `registry.ERC20Template[1]`, `tokens.euro`, `portal.BFactory` */
  readonly path: string;
}

/** Finds addresses of all networks, ignoring case. */
export interface AddressIndex {
  find(address: string): readonly AddressUse[];
}

function indexAddresses(known: readonly KnownNetwork[]): AddressIndex {
  const uses = Map.groupBy(
    known.flatMap(({ name: network, addresses }) =>
      addresses.map(([path, address]) => ({
        key: address.toLowerCase(),
        use: { network, path },
      })),
    ),
    ({ key }) => key,
  );
  return {
    find: (address) =>
      (uses.get(address.toLowerCase()) ?? []).map(({ use }) => use),
  };
}

function pathOf(contract: ResolvedContract): string {
  switch (contract.kind) {
    case "token":
      return `tokens.${contract.key}`;
    case "portal":
      return `portal.${contract.key}`;
    case "registry":
      return `registry.${contract.key}${contract.index === undefined ? "" : `[${contract.index}]`}`;
  }
}

/** Where a URL is used in any layer of the configuration. */
export interface UrlUse {
  readonly network: AlphaNetworkName;
  /** `nodeUri` */
  readonly field: string;
}

/** Finds portal URLs of all networks, ignoring a trailing slash. */
export interface UrlIndex {
  find(url: string): readonly UrlUse[];
}

function indexUrls(known: readonly KnownNetwork[]): UrlIndex {
  const uses = Map.groupBy(
    known.flatMap(({ name: network, urls }) =>
      urls.map(([field, url]) => ({
        key: urlKey(url),
        use: { network, field },
      })),
    ),
    ({ key }) => key,
  );
  return {
    find: (url) => {
      const key = urlKey(url);
      return key === undefined
        ? []
        : (uses.get(key) ?? []).map(({ use }) => use);
    },
  };
}

function urlKey(text: string): string | undefined {
  const url = readHttpUrl(text);
  // Any network may run at a local URL.
  return url === undefined || isLocalHost(url) ? undefined : plainUrl(url);
}

/** A URL to compare: without credentials, a fragment, and slashes at its end. */
export function plainUrl({ origin, pathname, search }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, "")}${search}`;
}

/** `undefined` unless the text is an http or https URL. */
export function readHttpUrl(text: string): URL | undefined {
  return /^https?:/i.test(text) ? (URL.parse(text) ?? undefined) : undefined;
}

const LOCAL_HOST =
  /^(?:localhost|.+\.(?:localhost|local|internal)|0\.0\.0\.0|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1\]|[^.:[\]]+)$/;

/**
 * Whether a URL's host is the local machine, in a private network, or a name without a
 * dot, as containers have.
 */
export function isLocalHost({ hostname }: URL): boolean {
  return LOCAL_HOST.test(hostname);
}

/** The entry of a file that a value is in. */
interface EntryIdentity {
  readonly network: IndexedNetwork | undefined;
  readonly chainId: number | undefined;
}

/**
 * The uses of a value on other networks; none if the entry's own network uses it
 * too. An entry whose network is not identified may be any network with its chain
 * id.
 */
export function usesOnOtherNetworks<
  T extends { readonly network: AlphaNetworkName },
>(
  { network, chainId }: EntryIdentity,
  uses: readonly T[],
  { known }: NetworkIndex,
): readonly T[] {
  const isOwn = uses.some(({ network: name }) =>
    network === undefined
      ? known.some(
          (candidate) =>
            candidate.name === name &&
            (chainId === undefined || candidate.chainId === chainId),
        )
      : network.network.name === name,
  );
  return isOwn ? [] : uses;
}
