/** The calm happenings that are reported as changes, by scenario and name, and why. */
export const ALARMS: ReadonlyMap<string, string> = new Map([
  ["a treasury: it has spent", "it looks like a setter of what it adds up"],
]);
