import { enabledNetworks } from "../config/configured-networks.ts";
import type {
  AlphaConfig,
  ResolvedAlphaNetwork,
  ResolvedContract,
} from "../config/types.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { knownNames } from "../sources/source-kind.ts";

/** The networks of the Hardhat config, which the rules compare files with. */
export interface NetworkIndex {
  readonly networks: readonly IndexedNetwork[];
  readonly addresses: AddressIndex;
  readonly urls: UrlIndex;
}

export interface IndexedNetwork {
  readonly network: ResolvedAlphaNetwork;
  /** Its names in files. Several networks may share one. */
  readonly names: ReadonlySet<string>;
}

/** Indexes the enabled networks of a resolved configuration. */
export function indexNetworks(config: AlphaConfig): NetworkIndex {
  const enabled = enabledNetworks(config);
  return {
    networks: enabled.map((network) => ({
      network,
      names: knownNames(
        network.name,
        network.definition,
        configuredName(network),
      ),
    })),
    addresses: indexAddresses(enabled),
    urls: indexUrls(enabled),
  };
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

function indexAddresses(
  networks: readonly ResolvedAlphaNetwork[],
): AddressIndex {
  const uses = new Map<string, AddressUse[]>();
  for (const { name, contracts } of networks) {
    for (const contract of contracts) {
      const address = contract.address?.toLowerCase();
      if (address !== undefined) {
        const use = { network: name, path: pathOf(contract) };
        uses.set(address, [...(uses.get(address) ?? []), use]);
      }
    }
  }
  return { find: (address) => uses.get(address.toLowerCase()) ?? [] };
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

/** Leaves out configuration variables, so that no keystore prompts. */
function indexUrls(networks: readonly ResolvedAlphaNetwork[]): UrlIndex {
  const uses = new Map<string, UrlUse[]>();
  for (const { name, services, backend } of networks) {
    for (const [field, { layers }] of [
      ...Object.entries(services),
      ...Object.entries(backend),
    ]) {
      for (const { value } of layers) {
        const key = typeof value === "string" ? urlKey(value) : undefined;
        if (key !== undefined) {
          uses.set(key, [...(uses.get(key) ?? []), { network: name, field }]);
        }
      }
    }
  }
  return { find: (url) => uses.get(urlKey(url) ?? "") ?? [] };
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
  { networks }: NetworkIndex,
): readonly T[] {
  const isOwn = uses.some(({ network: name }) =>
    network === undefined
      ? networks.some(
          (candidate) =>
            candidate.network.name === name &&
            (chainId === undefined ||
              candidate.network.values.chainId === chainId),
        )
      : network.network.name === name,
  );
  return isOwn ? [] : uses;
}
