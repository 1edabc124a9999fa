import { z } from "zod";
import { didYouMean } from "../../base/suggest-name.ts";
import {
  isAlphaNetworkName,
  keyOfSameRole,
} from "../../networks/definitions.ts";
import type { ConfiguredNetwork } from "../configured-networks.ts";

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
 *
 * @param schema of `alpha`
 */
export function unknownKeyMessage(
  unknown: UnknownKey,
  schema: z.ZodTypeAny,
  networks: readonly ConfiguredNetwork[],
): string {
  const { path, key, valid } = unknown;
  const [, section, name, part] = path;
  const { definition } = networks.find((one) => one.name === name) ?? {};
  const sameRole =
    definition && part === "registry"
      ? keyOfSameRole(definition, key)
      : undefined;
  const nearest = didYouMean(sameRole ?? key, valid);
  const keys = `Valid keys: ${valid.join(", ")}`;
  if (section === "networks" && name === undefined && nearest === "") {
    return `Unknown key. ${keys}. For a network of your own, set like and chainId: ${key}: { like: "testnet", chainId: … }`;
  }
  return `Unknown key. ${nearest || otherPlaces(unknown, schema)}${keys}`;
}

/** The networks that have the key at the same place, or else the places near it. */
function otherPlaces({ path, key }: UnknownKey, schema: z.ZodTypeAny): string {
  const [, section, name] = path;
  const places = placesIn(schema, ["alpha"], key);
  const rest = [...path.slice(3), key].join(".");
  const owners = places
    .filter(
      ([, of, , ...others]) => of === section && others.join(".") === rest,
    )
    .map(([, , owner]) => owner)
    .filter(isAlphaNetworkName);
  if (owners.length > 0) {
    return `Only ${owners.join(", ")} and networks like it have it. `;
  }
  const isOfNetwork = ([, of]: readonly string[]) => of === "networks";
  const network = places.find(
    (place) => isOfNetwork(place) && place.length === 3,
  );
  const near =
    section === undefined
      ? (network === undefined ? places : [network]).map((place) =>
          isOfNetwork(place) && place !== network
            ? place.with(2, "<name>")
            : place,
        )
      : places.filter(
          (place) =>
            place.length > 2 &&
            place[1] === section &&
            (!isOfNetwork(place) || place[2] === name),
        );
  return near.length === 0
    ? ""
    : `It belongs in ${[...new Set(near.map((place) => place.join(".")))].join(" or ")}. `;
}

/** The paths of a key in an object and the objects in it. */
function placesIn(
  schema: z.ZodTypeAny,
  path: readonly string[],
  key: string,
): readonly (readonly string[])[] {
  if (schema instanceof z.ZodOptional) {
    return placesIn(schema.unwrap(), path, key);
  }
  if (schema instanceof z.ZodEffects) {
    return placesIn(schema.innerType(), path, key);
  }
  if (!(schema instanceof z.ZodObject)) {
    return [];
  }
  const fields: Readonly<Record<string, z.ZodTypeAny>> = schema.shape;
  return Object.entries(fields).flatMap(([name, field]) => [
    ...(name === key && !(field instanceof z.ZodUndefined)
      ? [[...path, key]]
      : []),
    ...placesIn(field, [...path, name], key),
  ]);
}
