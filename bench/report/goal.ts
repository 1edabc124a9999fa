/** A performance goal and the measured value. */
export interface Goal {
  readonly subject: string;
  readonly limit: string;
  readonly actual: string;
  /** `undefined` if it was not measured. */
  readonly isMet: boolean | undefined;
}

export interface GoalParameters extends Pick<Goal, "subject" | "limit"> {
  /** `undefined` if it was not measured. */
  readonly value: number | undefined;
  readonly isMet: (value: number) => boolean;
  readonly describe: (value: number) => string;
  /** Why there is no value. */
  readonly failure?: string | undefined;
}

/** Compares a value with a goal. */
export function goalOf({
  subject,
  limit,
  value,
  isMet,
  describe,
  failure,
}: GoalParameters): Goal {
  // The median of no values is NaN.
  const isMeasured = value !== undefined && !Number.isNaN(value);
  return {
    subject,
    limit,
    actual: isMeasured ? describe(value) : (failure ?? "not measured"),
    isMet: isMeasured ? isMet(value) : undefined,
  };
}
