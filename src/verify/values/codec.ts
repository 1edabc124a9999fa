import { isAddress } from "../../base/address.ts";
import { isHex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import {
  addressValue,
  bytesValue,
  flagValue,
  HIDDEN,
  type Item,
  itemIn,
  type KnownReading,
  keyOf,
  MISSING,
  NOT_OFFERED,
  numberValue,
  record,
  type Scalar,
  type SetOf,
  sequence,
  setOf,
  textValue,
  type Value,
} from "./value.ts";

/** A reading in a lock file or a report. */
export type Json =
  | null
  | boolean
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

const NUMBER = /^(?:0|-?[1-9]\d*)$/;

/**
 * A reading as JSON: addresses, bytes and decimal numbers are strings, and so are texts;
 * one that looks like one of these is `{ $text }`. `null` is a value that is not offered,
 * a sorted array a set, `{ $some, $missing, $without }` an incomplete one, `{ $sequence }`
 * a list of places, and an object a record, whose names have a second `$` after a first one.
 * What was not read has no JSON. Equal readings have equal JSON, but for the spelling of addresses.
 */
export function encode(reading: KnownReading): Json {
  switch (reading.kind) {
    case "not offered":
      return null;
    case "hidden":
      return { $hidden: reading.reason };
    case "read":
      return encodeValue(reading.value);
  }
}

/** A part of a value as JSON. */
export function encodePart(value: Value | undefined): Json {
  return value === undefined ? null : encodeValue(value);
}

function encodeValue(value: Value): Json {
  switch (value.kind) {
    case "set":
      return encodeSet(value);
    case "sequence":
      return { $sequence: value.items.map(encodeValue) };
    case "record":
      return Object.fromEntries(
        Object.entries(value.fields).map(([name, one]) => [
          name.startsWith("$") ? `$${name}` : name,
          encodeValue(one),
        ]),
      );
    default:
      return encodeScalar(value);
  }
}

function encodeScalar(scalar: Scalar): Json {
  switch (scalar.kind) {
    case "flag":
    case "address":
      return scalar.value;
    case "number":
      return String(scalar.value);
    case "bytes":
      return isAddress(scalar.value) ? { $bytes: scalar.value } : scalar.value;
    case "text":
      if (decodeScalar(scalar.value).kind === "text") {
        return scalar.value;
      }
      return { $text: scalar.value };
  }
}

function encodeSet({ items, missing, without }: SetOf): Json {
  const all = encodeItems(items);
  if (missing === undefined) {
    return all;
  }
  const others = without && { $without: encodeItems(without) };
  return { $some: all, $missing: missing, ...others };
}

function encodeItems(items: readonly Item[]): readonly Json[] {
  return items
    .map((item) => encodeValue(item))
    .map((json) => [JSON.stringify(json), json] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, json]) => json);
}

/** Decodes JSON that {@link encode} wrote; the parser has checked it. */
export function readingOf(json: Json): KnownReading {
  return decode(json) ?? NOT_OFFERED;
}

/** The reading that JSON is of; `undefined` if it is of none. */
export function decode(json: unknown): KnownReading | undefined {
  if (json === null) {
    return NOT_OFFERED;
  }
  if (isRecord(json) && Object.keys(json).join() === "$hidden") {
    const reason = HIDDEN.find((one) => one === json["$hidden"]);
    return reason && { kind: "hidden", reason };
  }
  const value = decodeValue(json);
  return value && { kind: "read", value };
}

function decodeValue(json: unknown): Value | undefined {
  if (typeof json === "boolean") {
    return flagValue(json);
  }
  if (typeof json === "string") {
    return decodeScalar(json);
  }
  if (Array.isArray(json)) {
    const items = decodeItems(json);
    return items && isDistinct(items) ? setOf(items) : undefined;
  }
  return isRecord(json) ? decodeObject(json) : undefined;
}

/** What a string stands for. */
export function decodeScalar(json: string): Scalar {
  if (NUMBER.test(json)) {
    return numberValue(BigInt(json));
  }
  if (isAddress(json)) {
    return addressValue(json);
  }
  if (isHex(json) && json.length % 2 === 0 && json === json.toLowerCase()) {
    return bytesValue(json);
  }
  return textValue(json);
}

function decodeAll(json: unknown): readonly Value[] | undefined {
  const values = Array.isArray(json) ? json.map(decodeValue) : [undefined];
  return values.every((value) => value !== undefined) ? values : undefined;
}

function decodeItems(json: unknown): readonly Item[] | undefined {
  const items = decodeAll(json)?.map(itemIn);
  return items?.every((item) => item !== undefined) ? items : undefined;
}

/** Tells whether no item would replace another one in a set. */
function isDistinct(
  items: readonly Item[],
  without: readonly Item[] = [],
): boolean {
  const keys = [...items, ...without].map(keyOf);
  return new Set(keys).size === keys.length;
}

function decodeObject(
  json: Readonly<Record<string, unknown>>,
): Value | undefined {
  const { $text, $bytes, $some, $missing, $without, $sequence } = json;
  switch (Object.keys(json).sort().join()) {
    case "$text":
      return typeof $text === "string" ? textValue($text) : undefined;
    case "$bytes":
      return isAddress($bytes) ? bytesValue($bytes) : undefined;
    case "$missing,$some":
    case "$missing,$some,$without": {
      const [items, without] = [decodeItems($some), decodeItems($without)];
      const missing = MISSING.find((one) => one === $missing);
      const isWhole = $without === undefined || without !== undefined;
      if (items && missing && isWhole && isDistinct(items, without)) {
        return setOf(items, missing, without);
      }
      return undefined;
    }
    case "$sequence": {
      const values = decodeAll($sequence);
      return values && sequence(values);
    }
    default:
      return decodeRecord(json);
  }
}

function decodeRecord(
  json: Readonly<Record<string, unknown>>,
): Value | undefined {
  const fields: (readonly [string, Value])[] = [];
  for (const [name, one] of Object.entries(json)) {
    const value = decodeValue(one);
    if (value === undefined || /^\$(?!\$)/.test(name)) {
      return undefined;
    }
    fields.push([name.startsWith("$") ? name.slice(1) : name, value]);
  }
  return record(Object.fromEntries(fields));
}
