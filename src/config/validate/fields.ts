import type { SensitiveString } from "hardhat/types/config";
import { z } from "zod";
import { hasValidChecksum, isAddress } from "../../base/address.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import { isTokenAmount } from "../../base/token-amounts.ts";
import {
  isAlphaNetworkName,
  keyOfSameRole,
} from "../../networks/definitions.ts";
import type { ConfiguredNetwork } from "../configured-networks.ts";
import { httpUrlProblem } from "../layered-url.ts";

const MAX_DECIMALS = 36;

export const text = z.string().min(1, "Expected a string that is not empty");
export const networkName = text.refine(
  // Hardhat looks its networks up in plain objects.
  (name) => !(name in Object.prototype),
  "Expected a name that is not a property of Object.prototype",
);
/** Nine of its decimals count. */
export const multiplier = z
  .number()
  .min(1e-9, "Expected a number above 0, at least 0.000000001")
  .max(1_000, "Expected a finite number, at most 1000");
const wholeNumber = z
  .number()
  .int("Expected a whole number")
  .max(Number.MAX_SAFE_INTEGER);
export const blockNumber = wholeNumber.nonnegative(
  "Expected a block number, 0 or more",
);
export const positiveInteger = wholeNumber.positive(
  "Expected a number above 0",
);
export const decimals = wholeNumber.min(0).max(MAX_DECIMALS);

export const BAD_CHECKSUM =
  "The address has a bad checksum (EIP-55): a digit may be wrong. Copy it again, or write it in lower case if you are sure of it";

export const address = z.string().superRefine(async (value, context) => {
  const isValid = isAddress(value);
  if (!isValid || !(await hasValidChecksum(value))) {
    context.addIssue({
      code: "custom",
      message: isValid
        ? BAD_CHECKSUM
        : "Expected an address: 0x and 40 hexadecimal digits",
    });
  }
});

/**
 * An object that has the given fields and no others. The message about an unknown key
 * is the list of the known ones, from which `unknownKeyMessage` makes a sentence.
 */
export function strictObject<T extends z.ZodRawShape>(fields: T) {
  return z.object(fields).strict(Object.keys(fields).join(", "));
}

/** The same, with optional fields. */
export function partialObject<T extends z.ZodRawShape>(fields: T) {
  return strictObject(fields).partial();
}

/**
 * Fields of a Hardhat network, which Hardhat validates, except those that this plugin
 * sets.
 *
 * @param names some of them, to suggest where a misplaced field belongs
 */
export function hardhatFields(
  names: readonly string[],
  setByPlugin: readonly string[],
) {
  const unset = z.undefined({
    invalid_type_error: "This plugin sets this field",
  });
  const fields: Record<string, z.ZodTypeAny> = Object.fromEntries([
    ...names.map((name) => [name, z.unknown()]),
    ...setByPlugin.map((name) => [name, unset]),
  ]);
  return z.object(fields).passthrough();
}

const configurationVariable = z
  .object({
    _type: z.literal("ConfigurationVariable"),
    name: text,
    format: z
      .string()
      .refine((format) => format.includes("{variable}"))
      .optional(),
    default: z.string().optional(),
  })
  .strict();

const EXPECTED_URL =
  "Expected a URL like https://host:port, or configVariable(…)";

export const url = z.custom<SensitiveString>().superRefine((value, context) => {
  const problem = typeof value === "string" ? httpUrlProblem(value) : undefined;
  if (problem !== undefined) {
    context.addIssue({
      code: "custom",
      message: `The value ${problem}. ${EXPECTED_URL}`,
    });
  } else if (
    typeof value !== "string" &&
    !configurationVariable.safeParse(value).success
  ) {
    context.addIssue({ code: "custom", message: EXPECTED_URL });
  }
});

export const blockHash = z
  .string()
  .regex(
    /^0x[0-9a-fA-F]{64}$/,
    "Expected a block hash: 0x and 64 hexadecimal digits",
  );

export const account = address.refine(
  (value) => !/^0x0{40}$/.test(value),
  "Expected an account: this is the zero address",
);
export const tokenBalances = z.record(
  account,
  z
    .unknown()
    .refine(
      (value) =>
        ["string", "number", "bigint"].includes(typeof value) &&
        isTokenAmount(String(value)),
      'Expected a number of whole tokens, such as 1000 or "0.5"',
    ),
);

export const token = partialObject({
  name: text,
  address,
  role: text,
  symbol: text,
  decimals,
});

/**
 * A value that the schema describes, or a boolean in its place. Unlike a union it keeps
 * the schema's own issues, each with its path.
 */
function valuesOr(booleans: readonly unknown[], schema: z.ZodTypeAny) {
  return z.preprocess(
    (value) => (booleans.includes(value) ? undefined : value),
    schema.optional(),
  );
}

export const falseOr = (schema: z.ZodTypeAny) => valuesOr([false], schema);

export const booleanOr = (schema: z.ZodTypeAny) =>
  valuesOr([true, false], schema);

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
