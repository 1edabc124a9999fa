import { isHex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import { parseDuration, parsePercent } from "../../base/text.ts";
import { decode, decodeScalar, encode } from "./codec.ts";
import {
  bytesValue,
  flagValue,
  numberValue,
  type Scalar,
  type Unit,
  type Value,
  valueIn,
} from "./value.ts";

/**
 * What a text says, as `render` shows values: `0.1 %`, `2 days`, `yes`. Without a unit,
 * whatever looks like nothing else is a text.
 *
 * @returns `undefined` if it is none with this unit
 */
export function parse(
  unit: Unit | undefined,
  text: string,
): Scalar | undefined {
  if (unit !== undefined) {
    const number = unit === "share" ? parsePercent(text) : parseDuration(text);
    return number === undefined ? undefined : numberValue(number);
  }
  if (/^(?:yes|no)$/.test(text)) {
    return flagValue(text === "yes");
  }
  return decodeScalar(text);
}

/**
 * What somebody has written, as a value of the same kind as another one; `undefined` if
 * it is none.
 */
export function parseLike(
  written: unknown,
  like: Value,
  unit?: Unit,
): Value | undefined {
  const value = valueIn(decode(jsonLike(written, like, unit)));
  return value?.kind === like.kind ? value : undefined;
}

/** What is written as {@link encode} has values; `undefined` of what is no value. */
function jsonLike(written: unknown, like?: Value, unit?: Unit): unknown {
  if (Array.isArray(written)) {
    const others = like !== undefined && "items" in like ? like.items : [];
    const isPlaced = like?.kind === "sequence";
    const items = written.map((one, place) =>
      jsonLike(one, others[isPlaced ? place : 0]),
    );
    return isPlaced ? { $sequence: items } : items;
  }
  if (isRecord(written)) {
    const others = like?.kind === "record" ? like.fields : {};
    return Object.fromEntries(
      Object.entries(written).map(([name, one]) => [
        name.replace(/^\$/, "$$$$"),
        jsonLike(one, others[name]),
      ]),
    );
  }
  if (typeof written === "string") {
    if (like?.kind === "text") {
      return { $text: written };
    }
    const isBytes = like?.kind === "bytes" && isHex(written);
    const value = isBytes ? bytesValue(written) : parse(unit, written);
    return value && encode({ kind: "read", value });
  }
  const isNumber = typeof written === "number" || typeof written === "bigint";
  // With a unit it could be of another one.
  return isNumber && unit === undefined ? String(written) : written;
}
