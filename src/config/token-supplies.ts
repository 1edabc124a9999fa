/** Of the Alpha token's contract, which mints no more. */
export const ALPHA_TOKEN_DECIMALS = 18;
/** In its smallest unit. */
export const ALPHA_TOKEN_CAP =
  1_410_000_000n * 10n ** BigInt(ALPHA_TOKEN_DECIMALS);

/**
 * Decimals of the sandbox's euro tokens unless configured: those that the
 * public portal's network metadata give for the currency.
 */
export const EURO_DECIMALS = 6;

/** What an extra token's contract makes, in its smallest unit. */
export const EXTRA_TOKEN_SUPPLY = 10n ** 26n;
