import { because, type Reason, told } from "../values/reason.ts";

/**
 * Makes findings unknown that are wrong or broken at an old block, since they
 * may be right by now.
 *
 * @param doubt why what is missing or different now proves nothing
 */
export function doubted<
  T extends { readonly verdict: string; readonly reason?: Reason | undefined },
>(
  found: T,
  doubt: string | undefined,
):
  | T
  | (Omit<T, "verdict" | "reason"> & {
      readonly verdict: "unknown";
      readonly reason: Reason;
    }) {
  const isWrong = found.verdict === "wrong" || found.verdict === "broken";
  if (isWrong && doubt !== undefined) {
    return {
      ...found,
      verdict: "unknown",
      reason: because("in-doubt", found.reason ?? told(found.verdict), {
        doubt,
      }),
    };
  }
  return found;
}
