import { alphaError } from "./errors.ts";

/** The decimals of the Alpha token contract. */
export const ALPHA_TOKEN_DECIMALS = 18;
/** The symbol of the Alpha token contract. */
export const ALPHA_TOKEN_SYMBOL = "OCEAN";
/** The maximum supply of the Alpha token contract, in its smallest unit. */
export const ALPHA_TOKEN_CAP =
  1_410_000_000n * 10n ** BigInt(ALPHA_TOKEN_DECIMALS);

/**
 * Decimals of the sandbox's euro tokens unless configured: those that the
 * public portal's network metadata give for the currency.
 */
export const EURO_DECIMALS = 6;

/** The supply that the contract of an extra token mints, in its smallest unit. */
export const EXTRA_TOKEN_SUPPLY = 10n ** 26n;

const AMOUNT = /^(\d{1,60})(?:\.(\d{1,36}))?$/;

/** Returns whether a text is a number of whole tokens, such as `1000` or `0.5`. */
export function isTokenAmount(text: string): boolean {
  return AMOUNT.test(text);
}

/**
 * An amount of whole tokens in the token's smallest unit; `undefined` if it is not an
 * amount, or has too many decimals.
 */
export function tokenUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ""] = AMOUNT.exec(text) ?? [];
  const digits = fraction.replace(/0+$/, "");
  if (whole === undefined || digits.length > decimals) {
    return undefined;
  }
  return BigInt(whole + digits.padEnd(decimals, "0"));
}

/** The largest number of a contract's 256-bit words. */
const MAX_UNITS = 2n ** 256n - 1n;

/**
 * The amount of whole tokens that a user gave, in the token's smallest unit.
 *
 * @throws HardhatPluginError if it is not an amount, has too many decimals, or is more than
 * a contract can store.
 */
export function parseTokenAmount(
  name: string,
  given: unknown,
  decimals: number,
): bigint {
  const amount = String(given).slice(0, 100);
  const units = tokenUnits(amount, decimals);
  if (units !== undefined && units > MAX_UNITS) {
    throw alphaError(
      `Invalid amount of ${name}: ${amount}. No contract can store that many tokens.`,
    );
  }
  if (units === undefined) {
    throw alphaError(
      `Invalid amount of ${name}: ${amount}. Expected a number of whole tokens, 0 or more, such as 1000 or "0.5", with at most ${decimals} decimals.`,
    );
  }
  return units;
}
