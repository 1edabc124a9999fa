import { isAddress } from "../../base/address.ts";
import { isHex } from "../../base/hex.ts";
import { isRecord, mapValues, recordOf } from "../../base/records.ts";
import {
  addressValue,
  bytesValue,
  flagValue,
  numberValue,
  record,
  sequence,
  textValue,
  type Value,
} from "./value.ts";

/** The bytes of a text that is no UTF-8. */
export function bytesIn(returned: unknown): Value | undefined {
  const { bytes: exact } = recordOf(returned);
  return isHex(exact) ? bytesValue(exact) : undefined;
}

/** A value of any type, by what the ABI's decoder makes of it. */
export function anyValue(returned: unknown): Value {
  if (typeof returned === "bigint" || typeof returned === "number") {
    return numberValue(returned);
  }
  if (typeof returned === "boolean") {
    return flagValue(returned);
  }
  if (Array.isArray(returned)) {
    return sequence(returned.map(anyValue));
  }
  const exact = bytesIn(returned);
  if (exact !== undefined) {
    return exact;
  }
  if (isRecord(returned)) {
    return record(mapValues(returned, anyValue));
  }
  if (isAddress(returned)) {
    return addressValue(returned);
  }
  if (isHex(returned) && returned.length % 2 === 0) {
    return bytesValue(returned);
  }
  return textValue(String(returned));
}
