import type { Hex } from "../../base/hex.ts";
import { selectorOfView } from "../../contracts/analysis/signatures.ts";
import type {
  OfferedForm,
  OfferedSource,
  PrivilegedValue,
  PrivilegedValues,
} from "../../contracts/contract-type.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import { type Json, readingOf } from "../values/codec.ts";
import { addressesOf, type Value, valueIn } from "../values/value.ts";
import { LAST_BYTE, offeredValue, storedSource } from "./offered-values.ts";

/** What the lock has of what the same code offered, which needs no analysis. */
export function offeredByLock(
  prefix: string,
  { policy, inUse = [] }: Pick<LockedNetwork, "policy" | "inUse">,
  hasRoot: boolean,
): PrivilegedValues {
  const values: Record<string, PrivilegedValue> = {};
  for (const [id, json] of Object.entries(policy)) {
    const name = id.startsWith(`${prefix}.`) ? id.slice(prefix.length + 1) : "";
    const source = sourceOf(name, json, hasRoot);
    if (source !== undefined) {
      values[name] = offeredValue(name, source, inUse.includes(id));
    }
  }
  return values;
}

const VIEW = /^(\w+)\(\)$/;
const SLOT = /^slot\[(0x[\da-f]+)(?::(\d+))?(?:-(\d+))?\]$/;
const LIST = /^list\[(0x[\da-f]+)\]$/;

function sourceOf(
  name: string,
  json: Json,
  hasRoot: boolean,
): OfferedSource | undefined {
  const value = valueIn(readingOf(json));
  const as = formOf(value);
  const [, view] = VIEW.exec(name) ?? [];
  if (view !== undefined) {
    return { selector: selectorOfView(view), as };
  }
  const [, slot, first = "0", end] = SLOT.exec(name) ?? [];
  if (slot !== undefined) {
    const at = Number(first);
    const bytes = { address: 20, flag: 1 }[as as string];
    const last =
      bytes === undefined ? Number(end ?? LAST_BYTE) : at + bytes - 1;
    return storedSource(slot as Hex, at, last, as);
  }
  const [, items] = LIST.exec(name) ?? [];
  if (items !== undefined) {
    return { items: items as Hex };
  }
  switch (name) {
    case "constants":
      return { constants: value === undefined ? [] : addressesOf(value) };
    case "functions":
      return { missing: textIn(value) };
    case "storage":
      return {
        unread: value?.kind === "record" ? textIn(value.fields["unread"]) : "",
        hasRoot,
      };
    default:
      return undefined;
  }
}

function textIn(value: Value | undefined): string {
  return value?.kind === "text" ? value.value : "";
}

/** The form in which the locked value was understood. */
function formOf(value: Value | undefined): OfferedForm {
  switch (value?.kind) {
    case "address":
    case "flag":
      return value.kind;
    case "set":
      return "list";
    case "sequence":
      return "tuple";
    default:
      return "number";
  }
}
