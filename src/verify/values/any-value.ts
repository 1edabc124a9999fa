import { isAddress } from "../../base/address.ts";
import { isHex } from "../../base/hex.ts";
import { isRecord, mapValues, recordOf } from "../../base/records.ts";
import type { ValueForm } from "../../contracts/contract-type.ts";
import {
  addressValue,
  bytesValue,
  flagValue,
  numberValue,
  record,
  sequence,
  setOf,
  textValue,
  type Value,
} from "./value.ts";

/** The bytes of a text that is no UTF-8. */
function bytesIn(returned: unknown): Value | undefined {
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

/** An address of a list, and whether it is active. */
export function listItem(returned: unknown): Value {
  const [first, isActive] = Array.isArray(returned) ? returned : [];
  return record({
    address: anyValue(first),
    active: flagValue(isActive === true),
  });
}

const isInteger = (one: unknown) => typeof one === "bigint";
/** Tells whether what a decoder returned is a value of a form; of others, anything is. */
const FITS: Readonly<Partial<Record<ValueForm, (one: unknown) => boolean>>> = {
  percent: isInteger,
  seconds: isInteger,
  number: (one) => isInteger(one) || typeof one === "number",
  flag: (one) => typeof one === "boolean",
  fields: Array.isArray,
};

/** The answer of a view; `undefined` if that is no value of its form. */
export function valueOfForm(
  form: ValueForm,
  returned: unknown,
): Value | undefined {
  if (form === "text") {
    return typeof returned === "string"
      ? textValue(returned)
      : bytesIn(returned);
  }
  if (form === "addresses") {
    const isList = Array.isArray(returned) && returned.every(isAddress);
    return isList ? setOf(returned.map(addressValue)) : undefined;
  }
  const { [form]: fits = () => true } = FITS;
  return fits(returned) ? anyValue(returned) : undefined;
}
