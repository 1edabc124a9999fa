import { type Address, addressOf } from "../../../base/address.ts";
import type { Hex } from "../../../base/hex.ts";
import { selectorOfView } from "../../../contracts/analysis/signatures.ts";
import type {
  OfferedForm,
  OfferedSource,
  PrivilegedValue,
  PrivilegedValues,
} from "../../../contracts/contract-type.ts";
import { permissionKind } from "../../../contracts/permission-kinds.ts";
import {
  SAFE_1_0_0_POWERS,
  SAFE_POWERS,
} from "../../../contracts/types/safe.ts";
import { decodeResult, encodeCall } from "../../follow/codec.ts";
import { addressesIn } from "../../follow/decode-answers.ts";
import type { LockedNetwork } from "../../lock-file/lock-file.ts";
import type { Answers } from "../../questions/question.ts";
import { type Json, readingOf } from "../../values/codec.ts";
import {
  LAST_BYTE,
  nameInId,
  partsOfName,
  prefixOfId,
} from "../../values/path.ts";
import { addressesOf, type Value, valueIn } from "../../values/value.ts";
import {
  type AnalysedCode,
  offeredValue,
  permissionKindsIn,
} from "./analysed-contract.ts";

/**
 * What the lock has of what a contract offered. The same code needs no analysis; of other
 * code, what modules keep for a Safe is asked all the same.
 */
export function offeredByLock(
  prefix: string,
  { policy, inUse = [] }: Pick<LockedNetwork, "policy" | "inUse">,
  { isSameCode, hasRoot }: Readonly<Record<"isSameCode" | "hasRoot", boolean>>,
): PrivilegedValues {
  const values: Record<string, PrivilegedValue> = {};
  for (const [id, json] of Object.entries(policy)) {
    const name = nameInId(id);
    const source =
      prefixOfId(id) === prefix ? sourceOf(name, json, hasRoot) : undefined;
    if (source && (isSameCode || ("module" in source && source.module))) {
      values[name] = offeredValue(name, source, inUse.includes(id));
    }
  }
  return values;
}

/** Where the value is that a name stands for. */
function sourceOf(
  name: string,
  json: Json,
  hasRoot: boolean,
): OfferedSource | undefined {
  const value = valueIn(readingOf(json));
  const as = formOf(value);
  const { view, items, slot, first = 0, end = LAST_BYTE } = partsOfName(name);
  if (view !== undefined) {
    return { selector: selectorOfView(view), as };
  }
  if (items !== undefined) {
    return { items: items as Hex };
  }
  if (slot !== undefined) {
    const start = Number(first);
    const { [as]: bytes } = BYTES;
    const last = bytes === undefined ? Number(end) : start + bytes - 1;
    return { word: slot as Hex, bytes: [start, last], as };
  }
  switch (name) {
    case "constants":
      return { constants: addressesOf(value) };
    case "functions":
      return { missing: textIn(value) };
    case "storage": {
      if (value?.kind === "text") {
        return { missing: value.value };
      }
      const { unread } = value?.kind === "record" ? value.fields : {};
      return { unread: textIn(unread), hasRoot };
    }
    default: {
      const { permissions = name, module } = partsOfName(name);
      const kind = permissionKind(permissions);
      return kind && { permissions, module: addressOf(module) };
    }
  }
}

/** The number of bytes of forms that are always as long. */
const BYTES: Readonly<Partial<Record<OfferedForm, number>>> = {
  address: 20,
  flag: 1,
};

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

/** The values that list the modules of a Safe. */
const LISTS = [SAFE_POWERS["modules"], SAFE_1_0_0_POWERS["allModules"]];

/**
 * What the modules of a Safe keep for it, as far as they were read.
 *
 * @param codesAt the code of a module that is analysed
 */
export function keptByModules(
  of: Address,
  answers: Answers,
  codesAt: (module: Address) => readonly AnalysedCode[],
): PrivilegedValues {
  const values: Record<string, PrivilegedValue> = {};
  for (const module of LISTS.flatMap((list) => listedIn(list, of, answers))) {
    const kinds = permissionKindsIn(codesAt(module));
    for (const { id: permissions } of kinds.filter(({ lists }) => lists)) {
      const id = `${permissions}[${module}]`;
      values[id] = offeredValue(id, { permissions, module });
    }
  }
  return values;
}

function listedIn(
  list: PrivilegedValue | undefined,
  to: Address,
  answers: Answers,
): readonly Address[] {
  const { source } = list ?? {};
  if (source === undefined || !("view" in source)) {
    return [];
  }
  const data = encodeCall(source.view, source.args);
  const read = answers.known({ kind: "call", call: { to, data } });
  if (read?.kind !== "returned") {
    return [];
  }
  return addressesIn(decodeResult(source.view, read.data));
}
