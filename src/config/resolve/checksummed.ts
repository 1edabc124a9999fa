import type { Address } from "../../networks/definition.ts";

import { isAddress, toChecksum } from "../checksum.ts";

/**
 * A validated address with its EIP-55 checksum; `undefined` for anything else.
 * Only one spelled in a single case can lack it.
 */
export async function checksummed(
  value: unknown,
): Promise<Address | undefined> {
  if (!isAddress(value)) {
    return undefined;
  }
  const digits = value.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase()
    ? await toChecksum(value)
    : value;
}
