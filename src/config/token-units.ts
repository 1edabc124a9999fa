const AMOUNT = /^(\d{1,60})(?:\.(\d{1,36}))?$/;

/** Whether a text is a number of whole tokens, such as `1000` or `0.5`. */
export function isTokenAmount(text: string): boolean {
  return AMOUNT.test(text);
}

/**
 * An amount of whole tokens in the token's smallest unit; `undefined` if it is
 * no amount, or finer than that unit.
 */
export function tokenUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ""] = AMOUNT.exec(text) ?? [];
  const digits = fraction.replace(/0+$/, "");
  return whole === undefined || digits.length > decimals
    ? undefined
    : BigInt(whole + digits.padEnd(decimals, "0"));
}
