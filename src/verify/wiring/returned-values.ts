import { isAddress } from "../../base/address.ts";
import type { ValueForm } from "../../contracts/contract-type.ts";
import { anyValue, bytesIn } from "../values/any-value.ts";
import {
  addressValue,
  flagValue,
  numberValue,
  record,
  setOf,
  textValue,
  type Value,
} from "../values/value.ts";

/** An address of a list, and whether it is active. */
export function listItem(returned: unknown): Value {
  const [first, isActive] = Array.isArray(returned) ? returned : [];
  return record({
    address: anyValue(first),
    active: flagValue(isActive === true),
  });
}

/** The answer of a view; `undefined` if that is no value of its form. */
export function valueOfForm(
  form: ValueForm,
  returned: unknown,
): Value | undefined {
  switch (form) {
    case "percent":
    case "seconds":
      return typeof returned === "bigint" ? numberValue(returned) : undefined;
    case "number":
      if (typeof returned === "bigint" || typeof returned === "number") {
        return numberValue(returned);
      }
      return undefined;
    case "flag":
      return typeof returned === "boolean" ? flagValue(returned) : undefined;
    case "text":
      if (typeof returned === "string") {
        return textValue(returned);
      }
      return bytesIn(returned);
    case "fields":
      return Array.isArray(returned) ? anyValue(returned) : undefined;
    case "addresses":
      if (Array.isArray(returned) && returned.every(isAddress)) {
        return setOf(returned.map(addressValue));
      }
      return undefined;
    default:
      return anyValue(returned);
  }
}
