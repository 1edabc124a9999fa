/**
 * What is wrong or broken at an old block may be right by now.
 *
 * @param doubt why what is missing or different now proves nothing
 */
export function doubted<
  T extends { readonly verdict: string; readonly reason?: string | undefined },
>(
  found: T,
  doubt: string | undefined,
):
  | T
  | (Omit<T, "verdict" | "reason"> & {
      readonly verdict: "unknown";
      readonly reason: string;
    }) {
  const isWrong = found.verdict === "wrong" || found.verdict === "broken";
  const reason = `${found.reason}, which proves nothing: ${doubt}`;
  return isWrong && doubt !== undefined
    ? { ...found, verdict: "unknown", reason }
    : found;
}
