/** Of the Alpha token's contract, which mints no more. */
export const ALPHA_TOKEN_DECIMALS = 18;
/** In its smallest unit. */
export const ALPHA_TOKEN_CAP =
  1_410_000_000n * 10n ** BigInt(ALPHA_TOKEN_DECIMALS);

/** What an extra token's contract makes, in its smallest unit. */
export const EXTRA_TOKEN_SUPPLY = 10n ** 26n;
