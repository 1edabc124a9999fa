const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A wait in words, in the unit a person would choose; rounded up. */
export function formatWait(ms: number): string {
  if (ms > 2 * DAY) {
    return "more than two days";
  }
  if (ms > 2 * HOUR) {
    return `${Math.ceil(ms / HOUR)} h`;
  }
  return ms > 2 * MINUTE
    ? `${Math.ceil(ms / MINUTE)} min`
    : `${Math.ceil(ms / 1000)} s`;
}
