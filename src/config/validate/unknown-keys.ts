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
  const near = new Set<string>();
  for (const place of nearPlaces(places, section, name)) {
    near.add(place.join("."));
  }
  return near.size === 0 ? "" : `It belongs in ${[...near].join(" or ")}. `;
}

/** The places in the same section and network, or in a whole config any of them. */
function nearPlaces(
  places: readonly (readonly string[])[],
  section: Path[number] | undefined,
  name: Path[number] | undefined,
): readonly (readonly string[])[] {
  const isOfNetwork = ([, of]: readonly string[]) => of === "networks";
  if (section !== undefined) {
    return places.filter(
      (place) =>
        place.length > 2 &&
        place[1] === section &&
        (!isOfNetwork(place) || place[2] === name),
    );
  }
  const network = places.find(
    (place) => isOfNetwork(place) && place.length === 3,
  );
  if (network !== undefined) {
    return [network];
  }
  return places.map((place) =>
    isOfNetwork(place) ? place.with(2, "<name>") : place,
  );
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
  const places: (readonly string[])[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (name === key && !(field instanceof z.ZodUndefined)) {
      places.push([...path, key]);
    }
    places.push(...placesIn(field, [...path, name], key));
  }
  return places;
}
