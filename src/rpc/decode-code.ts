import type { Hex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import { describeValue } from "../base/untrusted-text.ts";
import { decodeData } from "./decode-values.ts";

/** The code of an account according to `eth_getCode`. */
export type AccountCode =
  /** `0x`, which does not prove absence: lagging and failing nodes send it too. */
  | { readonly kind: "none" }
  | {
      readonly kind: "code";
      /** In lower case. */
      readonly code: Hex;
      /** In bytes. */
      readonly size: number;
    }
  /** An externally owned account that delegates to `target` (EIP-7702). */
  | { readonly kind: "delegated"; readonly code: Hex; readonly target: Hex };

const DELEGATION_PREFIX = "0xef0100";
const DELEGATION_SIZE = 23;

/**
 * Decodes the result of `eth_getCode`. Only `0x` may mean that there is no code; other
 * results that some nodes send (`null`, an empty string, `0x0`, `0x00`) prove nothing.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export function decodeCode(value: unknown): Decoded<AccountCode> {
  if (value === null) {
    return unknown(
      "null, which nodes send if they do not have the state of the block",
    );
  }
  const data = decodeData(value);
  if (!data.ok) {
    return unknown(describeValue(value), data.reason);
  }
  const code = data.value;
  const size = (code.length - 2) / 2;
  if (size === 0) {
    return { ok: true, value: { kind: "none" } };
  }
  if (!/[^0]/.test(code.slice(2))) {
    return unknown(
      `${size === 1 ? "0x00" : `${size} bytes of zero`}, which is not contract code and may mean that there is none`,
    );
  }
  if (code.startsWith(DELEGATION_PREFIX)) {
    if (size === DELEGATION_SIZE) {
      return {
        ok: true,
        value: {
          kind: "delegated",
          code,
          target: `0x${code.slice(DELEGATION_PREFIX.length)}`,
        },
      };
    }
    return unknown(`a delegation of ${size} bytes, not of ${DELEGATION_SIZE}`);
  }
  return { ok: true, value: { kind: "code", code, size } };
}

function unknown(what: string, why?: string): Decoded<never> {
  const because = why === undefined ? "" : ` (${why})`;
  return { ok: false, reason: `eth_getCode: the node sent ${what}${because}` };
}
