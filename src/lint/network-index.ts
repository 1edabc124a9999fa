import { isAddress } from "../base/address.ts";
import { plainUrl } from "../base/text.ts";
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

/** The networks that the rules compare files with. */
export interface NetworkIndex {
  /** The enabled networks of the Hardhat config. */
  readonly networks: readonly IndexedNetwork[];
  /** Those and the disabled ones, whose published values may be copied, too. */
  readonly known: readonly KnownNetwork[];
  /** The networks that the user selected by name. */
  readonly selected: ReadonlySet<AlphaNetworkName>;
  /** Where an address, in any case, or a URL is used. */
  usesOf(text: string): readonly Use[];
}

/** The names and values that identify a network. */
export interface KnownNetwork {
  readonly name: AlphaNetworkName;
  readonly chainId: number;
  /** Its names in files. Several networks may share one. */
  readonly names: ReadonlySet<string>;
  /** Its addresses and URLs; the same path may have several. */
  readonly values: readonly (readonly [path: string, text: string])[];
}

export interface IndexedNetwork extends KnownNetwork {
  readonly network: ResolvedAlphaNetwork;
}

/** Where a value is used. */
export interface Use {
  readonly network: AlphaNetworkName;
  /** `registry.ERC20Template[1]`, `tokens.euro`, `portal.BFactory`, `nodeUri` */
  readonly path: string;
}

/** Indexes the networks of a resolved configuration. */
export function indexNetworks(
  config: AlphaConfig,
  selected: ReadonlySet<AlphaNetworkName> = new Set(),
): NetworkIndex {
  const networks = enabledNetworks(config).map(configuredNetwork);
  const disabled = ALPHA_NETWORK_NAMES.map(publishedNetwork).filter(
    ({ name, chainId }) =>
      !networks.some(
        (other) => other.name === name || other.chainId === chainId,
      ),
  );
  const known = [...networks, ...disabled];
  const uses = Map.groupBy(
    known.flatMap(({ name: network, values }) =>
      values.map(([path, text]) => ({ network, path, key: keyOf(text) })),
    ),
    ({ key }) => key,
  );
  return {
    networks,
    known,
    selected,
    usesOf(text) {
      const key = keyOf(text);
      return (key !== undefined && uses.get(key)) || [];
    },
  };
}

/** Leaves out configuration variables, so that no keystore prompts. */
function configuredNetwork(network: ResolvedAlphaNetwork): IndexedNetwork {
  const { name, definition, values, contracts, portal } = network;
  const urls = [network.services, network.backend].flatMap((services) =>
    Object.entries(services),
  );
  return {
    network,
    name,
    chainId: values.chainId,
    names: knownNames(name, definition, portal["network"]),
    values: [
      ...contracts.map(
        (contract) => [pathOf(contract), contract.address ?? ""] as const,
      ),
      ...urls.flatMap(([field, { layers }]) =>
        layers.map(
          ({ value }) =>
            [field, typeof value === "string" ? value : ""] as const,
        ),
      ),
    ],
  };
}

/** A network that the Hardhat config does not have, with its published values. */
function publishedNetwork(name: ReferenceNetworkName): KnownNetwork {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
  return {
    name,
    chainId: definition.values.chainId,
    names: knownNames(name, definition, undefined),
    values: [...textsIn(definition.preset, "")],
  };
}

function* textsIn(
  value: object,
  path: string,
): Generator<readonly [path: string, text: string]> {
  for (const [key, item] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (typeof item === "string") {
      yield [isAddress(item) ? inner.slice(1) : key, item];
    } else if (typeof item === "object") {
      yield* textsIn(item, inner);
    }
  }
}

/** `undefined` if a text is no value of only one network. */
function keyOf(text: string): string | undefined {
  if (isAddress(text)) {
    return text.toLowerCase();
  }
  const url = readHttpUrl(text);
  // Any network may run at a local URL.
  return url === undefined || isLocalHost(url) ? undefined : plainUrl(url);
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

function pathOf(contract: ResolvedContract): string {
  switch (contract.kind) {
    case "token":
      return `tokens.${contract.key}`;
    case "portal":
      return `portal.${contract.key}`;
    case "own":
      return `contracts.${contract.key}`;
    case "registry":
      return `registry.${contract.key}${contract.index === undefined ? "" : `[${contract.index}]`}`;
  }
}

/** `undefined` unless the text is an http or https URL. */
export function readHttpUrl(text: string): URL | undefined {
  return /^https?:/i.test(text) ? (URL.parse(text) ?? undefined) : undefined;
}

const LOCAL_HOST =
  /^(?:localhost|.+\.(?:localhost|local|internal)|0\.0\.0\.0|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1\]|[^.:[\]]+)$/;

/**
 * True if a URL's host is the local machine, in a private network, or a name without a dot,
 * as containers have.
 */
export function isLocalHost({ hostname }: URL): boolean {
  return LOCAL_HOST.test(hostname);
}
