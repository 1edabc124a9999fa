/** What a finding says. Only negative ones are confirmed. */
export type Sign = "negative" | "positive" | "unknown";

/** How findings are read again, and what their readings amount to. */
export interface ConfirmParameters<T> {
  /** How many reads must agree, the first one included. */
  readonly reads: number;
  /**
   * Reads all findings again, in their order, in a way that is independent of the
   * reads before.
   *
   * @param attempt from 1
   */
  readonly readAgain: (attempt: number) => Promise<readonly T[]>;
  /** `undefined` for a finding without a sign. */
  readonly signOf: (finding: T) => Sign | undefined;
  /** What a finding is that its reads disagree on. */
  readonly disputed: (first: T) => T;
}

/**
 * Confirms what is negative by independent later reads: a single odd answer of
 * one of several backends proves nothing. A negative finding stands if every read
 * agrees; one that only the first read has gives way to the others; anything else
 * is unknown. Without negative findings nothing is read again.
 */
export async function confirmNegatives<T>(
  first: readonly T[],
  { reads, readAgain, signOf, disputed }: ConfirmParameters<T>,
): Promise<readonly T[]> {
  if (!first.some((finding) => signOf(finding) === "negative")) {
    return first;
  }
  const again = await Promise.all(
    Array.from({ length: reads - 1 }, (_, index) => readAgain(index + 1)),
  );
  return first.map((finding, index) =>
    signOf(finding) === "negative"
      ? judgeAgreement(
          finding,
          again.map((findings) => findings[index]),
          { signOf, disputed },
        )
      : finding,
  );
}

/** What a negative finding and its later reads amount to. */
function judgeAgreement<T>(
  first: T,
  again: readonly (T | undefined)[],
  { signOf, disputed }: Pick<ConfirmParameters<T>, "signOf" | "disputed">,
): T {
  const read = again.filter((finding) => finding !== undefined);
  const isEach = (sign: Sign) =>
    read.length === again.length &&
    read.every((finding) => signOf(finding) === sign);
  if (isEach("negative")) {
    return first;
  }
  const [second] = read;
  return second !== undefined && isEach("positive")
    ? second
    : (read.find((finding) => signOf(finding) === "unknown") ??
        disputed(first));
}
