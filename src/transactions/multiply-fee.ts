const DECIMAL = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * A fee in wei times a multiplier, rounded down to whole wei, as ocean.js does.
 * The multiplier is the decimal that was written, exactly: 1.1 is eleven tenths
 * and not the binary fraction next to it, which is a little more.
 *
 * @throws RangeError if the multiplier is negative or not finite.
 */
export function multiplyFee(fee: bigint, multiplier: number): bigint {
  // JavaScript prints the shortest decimal that is this number.
  const [, whole, fraction = "", exponent = "0"] =
    DECIMAL.exec(String(multiplier)) ?? [];
  if (whole === undefined) {
    throw new RangeError(`${multiplier} is no multiplier`);
  }
  const product = fee * BigInt(whole + fraction);
  const scale = Number(exponent) - fraction.length;
  return scale < 0
    ? product / 10n ** BigInt(-scale)
    : product * 10n ** BigInt(scale);
}
