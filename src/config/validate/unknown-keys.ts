import { z } from "zod";
import { didYouMean } from "../../base/suggest-name.ts";
import {
  isAlphaNetworkName,
  keyOfSameRole,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";
import { FORKS_FIELDS, networkSchema, SANDBOX_FIELDS } from "./schema.ts";

type Path = readonly (string | number)[];

/**
 * The message about an unknown key in the user's config: the nearest key, or where it
 * belongs, and the valid keys.
 *
 * @param path The path of the object with the key.
 */
export function unknownKeyMessage(
  path: Path,
  key: string,
  valid: readonly string[],
): string {
  const isHardhat = path.at(-1) === "hardhat";
  const [, , network, section] = path;
  const sameRole =
    section === "registry" && isAlphaNetworkName(network)
      ? keyOfSameRole(NETWORK_DEFINITIONS[network], key)
      : undefined;
  const nearest = didYouMean(sameRole ?? key, valid);
  const places = nearest === "" ? placesOf(path, key) : [];
  const advice =
    places.length > 0 ? `It belongs in ${places.join(" or ")}. ` : nearest;
  return isHardhat
    ? `Unknown field, or one that this plugin sets. ${advice}Valid fields: ${valid.join(", ")}`
    : `Unknown key. ${advice}Valid keys: ${valid.join(", ")}`;
}

/** The paths near a wrong place at which a key is valid. */
function placesOf(path: Path, key: string): readonly string[] {
  const [root = "alpha", section, network] = path;
  if (section === undefined) {
    const anyNetwork = networkSchema(NETWORK_DEFINITIONS.devnet);
    return isAlphaNetworkName(key)
      ? [`${root}.networks.${key}`]
      : [
          ...placesIn(SANDBOX_FIELDS, `${root}.sandbox`, key),
          ...placesIn(FORKS_FIELDS, `${root}.forks`, key),
          ...placesIn(anyNetwork, `${root}.networks.<name>`, key),
        ];
  }
  switch (section) {
    case "sandbox":
      return placesIn(SANDBOX_FIELDS, `${root}.sandbox`, key);
    case "forks":
      return placesIn(FORKS_FIELDS, `${root}.forks`, key);
    case "networks":
      return isAlphaNetworkName(network)
        ? placesIn(
            networkSchema(NETWORK_DEFINITIONS[network]),
            `${root}.networks.${network}`,
            key,
          )
        : [];
    default:
      return [];
  }
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
    ...(Object.hasOwn(fields, key) ? [`${path}.${key}`] : []),
    ...Object.entries(fields).flatMap(([name, field]) =>
      placesIn(field, `${path}.${name}`, key),
    ),
  ];
}
