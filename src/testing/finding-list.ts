/** Findings that are shown; of more than these only the number is told. */
const MOST_SHOWN = 50;

/** The findings of a report as the lines of an assertion's message. */
export function findingList(findings: readonly string[]): string {
  const more = findings.length - MOST_SHOWN;
  return [
    ...findings.slice(0, MOST_SHOWN).map((finding) => `  ${finding}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join("\n");
}
