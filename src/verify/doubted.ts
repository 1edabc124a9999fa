/** What was found, and why. */
interface Found {
  readonly verdict: string;
  readonly reason?: string;
}

interface Unproven {
  readonly verdict: "unknown";
  readonly reason: string;
}

/**
 * What is wrong or broken at an old block may be right by now.
 *
 * @param doubt why what is missing or different now proves nothing
 */
export function doubted<T extends Found>(
  found: T,
  doubt: string | undefined,
): T | (Omit<T, keyof Found> & Unproven) {
  return doubt !== undefined &&
    (found.verdict === "wrong" || found.verdict === "broken")
    ? {
        ...found,
        verdict: "unknown",
        reason: `${found.reason}, which proves nothing: ${doubt}`,
      }
    : found;
}
