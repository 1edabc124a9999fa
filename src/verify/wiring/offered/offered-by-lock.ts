import { addressOf } from "../../../base/address.ts";
import { selectorOfView } from "../../../contracts/analysis/signatures.ts";
import type {
  OfferedForm,
  OfferedSource,
  PermissionSource,
  PrivilegedValue,
  PrivilegedValues,
} from "../../../contracts/contract-type.ts";
import { permissionKind } from "../../../contracts/permission-kinds.ts";
import type { LockedNetwork } from "../../lock-file/lock-file.ts";
import { type Json, readingOf } from "../../values/codec.ts";
import {
  LAST_BYTE,
  nameInId,
  offeredNameIn,
  permissionsNameIn,
  prefixOfId,
} from "../../values/path.ts";
import { addressesOf, type Value, valueIn } from "../../values/value.ts";
import { offeredValue } from "./offered-values.ts";

/** What the lock has of what the same code offered, which needs no analysis. */
export function offeredByLock(
  prefix: string,
  { policy, inUse = [] }: Pick<LockedNetwork, "policy" | "inUse">,
  hasRoot: boolean,
): PrivilegedValues {
  const values: Record<string, PrivilegedValue> = {};
  for (const { id, name, json } of lockedAt(prefix, policy)) {
    const source = sourceOf(name, json, hasRoot);
    if (source !== undefined) {
      values[name] = offeredValue(name, source, inUse.includes(id));
    }
  }
  return values;
}

/** What the lock has of what modules keep for a Safe, whose code is known. */
export function keptByLock(
  prefix: string,
  { policy }: Pick<LockedNetwork, "policy">,
): PrivilegedValues {
  const values: Record<string, PrivilegedValue> = {};
  for (const { name } of lockedAt(prefix, policy)) {
    const source = permissionsIn(name);
    if (source?.module !== undefined) {
      values[name] = offeredValue(name, source);
    }
  }
  return values;
}

/** The locked values of a contract, by their names. */
function lockedAt(prefix: string, policy: LockedNetwork["policy"]) {
  return Object.entries(policy)
    .filter(([id]) => prefixOfId(id) === prefix)
    .map(([id, json]) => ({ id, name: nameInId(id), json }));
}

function sourceOf(
  name: string,
  json: Json,
  hasRoot: boolean,
): OfferedSource | undefined {
  const value = valueIn(readingOf(json));
  const as = formOf(value);
  const parts = offeredNameIn(name);
  if (parts === undefined) {
    return otherSource(name, value, hasRoot);
  }
  if ("view" in parts) {
    return { selector: selectorOfView(parts.view), as };
  }
  if ("items" in parts) {
    return parts;
  }
  const { slot: word, first, end = LAST_BYTE } = parts;
  const { [as]: bytes } = BYTES;
  const last = bytes === undefined ? end : first + bytes - 1;
  return { word, bytes: [first, last], as };
}

/** The number of bytes of forms that are always as long. */
const BYTES: Readonly<Partial<Record<OfferedForm, number>>> = {
  address: 20,
  flag: 1,
};

function otherSource(
  name: string,
  value: Value | undefined,
  hasRoot: boolean,
): OfferedSource | undefined {
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
      return permissionsIn(name);
  }
}

/** The source of permissions by the name of their value. */
function permissionsIn(name: string): PermissionSource | undefined {
  const { permissions, address } = permissionsNameIn(name);
  const module = addressOf(address);
  return permissionKind(permissions) && { permissions, module };
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
