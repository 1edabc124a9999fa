import {
  type Address,
  hasValidChecksum,
  isAddress,
} from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";

/**
 * Validates an address that a caller passed.
 *
 * @param subject What it is the address of, for messages.
 * @param hint What to do if it is no address.
 * @throws HardhatPluginError if it is none, or has a wrong checksum.
 */
export async function parseAddress(
  subject: string,
  value: unknown,
  hint = "",
): Promise<Address> {
  if (!isAddress(value)) {
    throw alphaError(
      `${subject} is ${value === undefined ? "undefined" : "invalid"}: expected 0x and 40 hexadecimal digits.${hint}`,
    );
  }
  if (!(await hasValidChecksum(value))) {
    throw alphaError(
      `${subject} ${value} has a wrong checksum (EIP-55): a digit or its case is wrong. Check the address, or pass it in lower case if it is right.`,
    );
  }
  return value;
}
