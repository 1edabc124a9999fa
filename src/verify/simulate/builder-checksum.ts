import { keccak256, stringToHex } from "viem/utils";
import type { Hex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";

/**
 * The checksum by which Safe's Transaction Builder tells whether a file was changed. It
 * does not cover the file's name.
 *
 * @param file without a checksum
 * @see https://github.com/safe-global/safe-react-apps, tx-builder's `checksum.ts`
 */
export function builderChecksum(
  file: Readonly<Record<string, unknown>> & { readonly meta: object },
): Hex {
  const meta = { ...file.meta, name: null };
  return keccak256(stringToHex(serialized({ ...file, meta })));
}

/** Names in order, and then values, so that the order of members does not count. */
function serialized(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(serialized).join()}]`;
  }
  if (!isRecord(value)) {
    return JSON.stringify(value ?? null);
  }
  const names = Object.keys(value).toSorted();
  const values = names.map((name) => `${serialized(value[name])},`);
  return `{${JSON.stringify(names)}${values.join("")}}`;
}
