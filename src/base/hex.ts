/** Returns whether a value is `0x` followed by any number of hexadecimal digits. */
export function isHex(value: unknown): value is Hex {
  return (
    typeof value === "string" &&
    value.startsWith("0x") &&
    !/[^0-9a-fA-F]/.test(value.slice(2))
  );
}

/** A JSON-RPC quantity: no leading zeros, `0x0` for zero. */
export function hexQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

/** Returns whether no bit of hexadecimal data is set; `0x` has none. */
export function isZeroHex(hex: Hex): boolean {
  return /^0x0*$/.test(hex);
}

/** Hexadecimal data in lower case, for comparisons. */
export function lowerHex(hex: Hex): Hex {
  const lower = hex.toLowerCase();
  return isHex(lower) ? lower : hex;
}

/** Returns whether a value is `0x` followed by at least one hexadecimal digit. */
export function isHexQuantity(value: unknown): value is Hex {
  return typeof value === "string" && /^0x[0-9a-f]+$/i.test(value);
}

/** Returns whether a value is 32 bytes as hexadecimal text. */
export function isHash(value: unknown): value is Hex {
  return typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value);
}

/** `0x`-prefixed hexadecimal text. */
export type Hex = `0x${string}`;
