/** A report as JSON. Reports hold no value that JSON cannot. */
export function json(report: object): string {
  return JSON.stringify(report, null, 2);
}
