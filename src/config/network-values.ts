import type { Cause } from "../base/problems.ts";
import { type ChainWithSameId, registryKeyOf } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { otherChains } from "../networks/definitions.ts";
import type { LayeredUrl, ResolvedUrl } from "./layered-url.ts";
import {
  type PortalValue,
  type ResolvedAlphaNetwork,
  TOKEN_KINDS,
  type TokenKind,
} from "./types.ts";

/** A required value is not set. */
export function unsetCause(
  network: AlphaNetworkName,
  path: string,
): Required<Cause> {
  return {
    reason: `${path} of ${network} is not set`,
    remedy: `Set alpha.networks.${network}.${path} in the Hardhat config.`,
  };
}

/** {@link unsetCause} as one text. */
export function unsetMessage(network: AlphaNetworkName, path: string): string {
  const { reason, remedy } = unsetCause(network, path);
  return `${reason}. ${remedy}`;
}

/**
 * The payment tokens that a network has. A network of the project's own has no euro token
 * unless something of it is set, and no base token if its registry has none.
 */
export function tokenKindsOf({
  definition,
  tokens,
}: Pick<ResolvedAlphaNetwork, "definition" | "tokens">): readonly TokenKind[] {
  const hasBase = registryKeyOf(definition, "token") !== undefined;
  return TOKEN_KINDS.filter((kind) => {
    const { address, name, symbol } = tokens[kind];
    return (
      definition.like === undefined ||
      (kind === "alpha" && hasBase) ||
      [address, name, symbol].some((value) => value !== undefined)
    );
  });
}

const OPTIONAL = /^tokens\.\w+\.(symbol|decimals)$/;

/**
 * The paths of a network's values that are not set, as far as is known without
 * reading a variable. Values that a token's contract has are optional.
 */
export function unsetPaths(
  network: ResolvedAlphaNetwork,
  hasKeystore: boolean,
): string[] {
  const kinds: readonly string[] = tokenKindsOf(network);
  const values = [...network.origins]
    .filter(([path, { kind }]) => {
      const [section, token = ""] = path.split(".");
      const isMissing = section !== "tokens" || kinds.includes(token);
      return kind === "unset" && isMissing && !OPTIONAL.test(path);
    })
    .map(([path]) => path);
  const urls = { url: network.url, ...network.services };
  for (const [field, url] of Object.entries(urls)) {
    const isOptional = field === OCEAN_NODE_FIELD;
    if (!isOptional && url.known(hasKeystore).kind === "unset") {
      values.push(field === "url" ? field : `portal.${field}`);
    }
  }
  return values;
}

/** One field of a network's portal config: a URL to resolve, or a value. */
export type PortalField = PortalUrl | PortalFieldValue;

export interface PortalUrl {
  readonly field: string;
  readonly url: LayeredUrl | undefined;
}

/** The fields of a network's portal config: those of the reference, in its order. */
export function portalFields({
  definition,
  services,
  portal,
  origins,
}: ResolvedAlphaNetwork): readonly PortalField[] {
  return Object.entries(definition.portal).map(([field, { type }]) => {
    if (type === "url") {
      return { field, url: services[field] };
    }
    const origin = origins.get(`portal.${field}`) ?? UNSET_VALUE.origin;
    return { field, value: portal[field], origin };
  });
}

/** One field of a portal config, with its origin. */
export interface PortalFieldValue extends PortalValue {
  readonly field: string;
  /** The environment variable that overrides it, of a URL. */
  readonly variable?: string | undefined;
}

/** The URL of an Ocean Node, which portal configs only have if it is set. */
export const OCEAN_NODE_FIELD = "oceanNodeUri";

/** Reads a URL; `undefined` if it is not set. */
export type ReadUrl = (url: LayeredUrl) => Promise<ResolvedUrl | undefined>;

/**
 * A network's portal config, with its Ocean Node if it has one. The URLs are read one
 * after the other: a keystore may prompt.
 */
export async function buildPortalConfig(
  network: ResolvedAlphaNetwork,
  fields: readonly PortalField[] = portalFields(network),
  read: ReadUrl = async (url) => await url.resolve(),
): Promise<readonly PortalFieldValue[]> {
  const resolved: PortalFieldValue[] = [];
  const add = async ({ field, url }: PortalUrl, unset?: PortalValue) => {
    const value = (url && (await read(url))) ?? unset;
    if (value !== undefined) {
      resolved.push({ field, variable: url?.variable, ...value });
    }
  };
  for (const entry of fields) {
    if ("value" in entry) {
      resolved.push(entry);
    } else {
      await add(entry, UNSET_VALUE);
    }
  }
  const field = OCEAN_NODE_FIELD;
  await add({ field, url: network.services[field] });
  return resolved;
}

/** A portal config's fields where one network is the only default, if it is chosen. */
export function withDefault<F extends { field: string; value: unknown }>(
  fields: readonly F[],
  network: string,
  chosen: string | undefined,
): readonly F[] {
  return fields.map((field) => {
    if (chosen !== undefined && field.field === "isDefault") {
      return { ...field, value: network === chosen };
    }
    return field;
  });
}

/** The value of a portal field that is not set. */
export const UNSET_VALUE: PortalValue = {
  value: undefined,
  origin: { kind: "unset" },
};

/**
 * Other chains with the id of a network, which the user may have set to one that another
 * network of the reference has.
 *
 * @param chainId that of a connection, if it is another one
 */
export function chainsWithSameId(
  {
    definition,
    values,
  }: Pick<ResolvedAlphaNetwork, "definition"> & {
    readonly values: { readonly chainId: number };
  },
  chainId: number = values.chainId,
): readonly ChainWithSameId[] {
  if (chainId === definition.values.chainId) {
    return definition.chainsWithSameId;
  }
  return otherChains(chainId);
}
