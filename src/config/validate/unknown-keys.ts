import { z } from "zod";
import { didYouMean } from "../../base/suggest-name.ts";
import type { NetworkDefinition } from "../../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  keyOfSameRole,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";
import type { ConfiguredNetwork } from "../configured-networks.ts";
import { forksSchema, networkSchema, SANDBOX_FIELDS } from "./schema.ts";

type Path = readonly (string | number)[];

interface UnknownKey {
  /** The path of the object with the key. */
  readonly path: Path;
  readonly key: string;
  readonly valid: readonly string[];
}

/**
 * The message about an unknown key in the user's config: the nearest key, or where it
 * belongs, and the valid keys.
 */
export function unknownKeyMessage(
  { path, key, valid }: UnknownKey,
  networks: readonly ConfiguredNetwork[],
): string {
  const [, , network, section] = path;
  const definition = definitionOf(network, networks);
  const sameRole =
    section === "registry" && definition !== undefined
      ? keyOfSameRole(definition, key)
      : undefined;
  const nearest = didYouMean(sameRole ?? key, valid);
  const owners = nearest === "" ? networksWith(path, key) : [];
  const places = nearest === "" ? placesOf(path, key, networks) : [];
  const advice =
    owners.length > 0
      ? `Only ${owners.join(", ")} and networks like it have it. `
      : places.length > 0
        ? `It belongs in ${places.join(" or ")}. `
        : nearest;
  if (path.length === 2 && path[1] === "networks" && nearest === "") {
    return `Unknown key. Valid keys: ${valid.join(", ")}. For a network of your own, set like and chainId: ${key}: { like: "testnet", chainId: … }`;
  }
  return `Unknown key. ${advice}Valid keys: ${valid.join(", ")}`;
}

function definitionOf(
  name: string | number | undefined,
  networks: readonly ConfiguredNetwork[],
): NetworkDefinition | undefined {
  return networks.find((network) => network.name === name)?.definition;
}

/** The Alpha networks that have a key which the network at the path does not have. */
function networksWith(path: Path, key: string): readonly string[] {
  return path.length === 3 && path[1] === "networks"
    ? ALPHA_NETWORK_NAMES.filter((name) =>
        Object.hasOwn(networkSchema(NETWORK_DEFINITIONS[name]).shape, key),
      )
    : [];
}

/** The paths near a wrong place at which a key is valid. */
function placesOf(
  path: Path,
  key: string,
  networks: readonly ConfiguredNetwork[],
): readonly string[] {
  const [, section, network] = path;
  if (section === undefined && definitionOf(key, networks) !== undefined) {
    return [`alpha.networks.${key}`];
  }
  const definition =
    section === undefined
      ? NETWORK_DEFINITIONS.devnet
      : definitionOf(network, networks);
  const sections = {
    sandbox: [SANDBOX_FIELDS, "alpha.sandbox"],
    forks: [forksSchema(networks), "alpha.forks"],
    networks: [
      definition === undefined ? z.unknown() : networkSchema(definition),
      `alpha.networks.${network ?? "<name>"}`,
    ],
  } as const;
  return Object.entries(sections)
    .filter(([name]) => section === undefined || section === name)
    .flatMap(([, [schema, place]]) => placesIn(schema, place, key));
}

/** The paths of a key in an object and the objects in it. */
function placesIn(
  schema: z.ZodTypeAny,
  path: string,
  key: string,
): readonly string[] {
  if (schema instanceof z.ZodOptional) {
    return placesIn(schema.unwrap(), path, key);
  }
  if (!(schema instanceof z.ZodObject)) {
    return [];
  }
  const fields: Readonly<Record<string, z.ZodTypeAny>> = schema.shape;
  return [
    ...(Object.hasOwn(fields, key) && !(fields[key] instanceof z.ZodUndefined)
      ? [`${path}.${key}`]
      : []),
    ...Object.entries(fields).flatMap(([name, field]) =>
      placesIn(field, `${path}.${name}`, key),
    ),
  ];
}
