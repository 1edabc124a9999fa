const TIME_UNITS = [
  ["day", 86_400n],
  ["hour", 3_600n],
  ["minute", 60n],
  ["second", 1n],
] as const;
const TIME = /^(-?\d+) (day|hour|minute|second)s?$/;

/** A time in the largest unit that it is whole in: `2 days`. */
export function durationOf(seconds: bigint): string {
  const [unit, size] = TIME_UNITS.find(
    ([, one]) => seconds > 0n && seconds % one === 0n,
  ) ?? ["second", 1n];
  const count = seconds / size;
  return `${count} ${unit}${count === 1n ? "" : "s"}`;
}

/** A time in seconds from its text; `undefined` of another text. */
export function parseDuration(text: string): bigint | undefined {
  const [, count = "", name] = TIME.exec(text) ?? [];
  const [, size] = TIME_UNITS.find(([one]) => one === name) ?? [];
  return size && BigInt(count) * size;
}

const DECIMALS_OF_PERCENT = 16;
const PERCENT = /^(-?\d+)(?:\.(\d{1,16}))? ?%$/;

/** A share of 10^18 in percent, with every digit: `0.1 %`. */
export function percentOf(share: bigint): string {
  if (share < 0n) {
    return `-${percentOf(-share)}`;
  }
  const digits = share.toString().padStart(DECIMALS_OF_PERCENT + 1, "0");
  const whole = digits.slice(0, -DECIMALS_OF_PERCENT);
  const rest = digits.slice(-DECIMALS_OF_PERCENT).replace(/0+$/, "");
  return `${whole}${rest === "" ? "" : `.${rest}`} %`;
}

/** A share of 10^18 from its percentage; `undefined` of another text. */
export function parsePercent(text: string): bigint | undefined {
  const [, whole, rest = ""] = PERCENT.exec(text) ?? [];
  const digits = `${whole}${rest.padEnd(DECIMALS_OF_PERCENT, "0")}`;
  return whole === undefined ? undefined : BigInt(digits);
}
