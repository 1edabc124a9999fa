import type { Decoded } from "../types.ts";
import { describeValue } from "./describe-value.ts";

const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/;

/**
 * A quantity as the execution API writes it: `0x` and 1 to 64 hexadecimal
 * digits. Leading zeros and either letter case are tolerated, since clients
 * send them; decimal text and JSON numbers are not.
 *
 * @see https://ethereum.org/en/developers/docs/apis/json-rpc/#quantities-encoding
 */
export function decodeQuantity(value: unknown): Decoded<bigint> {
  return typeof value === "string" && QUANTITY.test(value)
    ? { ok: true, value: BigInt(value) }
    : {
        ok: false,
        reason: `expected a hexadecimal quantity, got ${describeValue(value)}`,
      };
}
