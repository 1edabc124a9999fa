import { keccak256, toHex } from "viem/utils";
import type { Hex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";

/** A file of Safe's Transaction Builder. */
interface BuilderFile {
  readonly meta: Readonly<Record<string, unknown>>;
}

/** The file with the checksum by which the Builder notices that it was edited. */
export function withChecksum<T extends BuilderFile>(
  file: T,
): T & { readonly meta: { readonly checksum: Hex } } {
  // The name and an earlier checksum are not part of it.
  const { checksum: _checksum, ...meta } = file.meta;
  const counted = { ...file, meta: { ...meta, name: null } };
  const checksum = keccak256(toHex(serialized(counted)));
  return { ...file, meta: { ...file.meta, checksum } };
}

/** JSON with the sorted keys of an object in front of its values. */
function serialized(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(serialized).join(",")}]`;
  }
  if (!isRecord(value)) {
    // The Builder reads large integers as JavaScript's numbers, too.
    return JSON.stringify(typeof value === "bigint" ? Number(value) : value);
  }
  const keys = Object.keys(value).sort();
  const values = keys.map((key) => `${serialized(value[key])},`);
  return `{${JSON.stringify(keys)}${values.join("")}}`;
}
