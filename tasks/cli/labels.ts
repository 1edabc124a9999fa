import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";

/** A block's time, in ISO 8601 without fractions. `timestamp` is in seconds. */
export function describeTime(timestamp: number): string {
  const date = new Date(timestamp * 1000);
  return Number.isNaN(date.getTime())
    ? `${timestamp}`
    : date.toISOString().replace(".000Z", "Z");
}

/** A report as JSON. Reports hold no value that JSON cannot. */
export function json(report: object): string {
  return JSON.stringify(report, null, 2);
}

/** Whether a text begins as the tables do that head each network's part with it. */
export function beginsWithNetwork(text: string): boolean {
  return ALPHA_NETWORK_NAMES.some((name) => text.startsWith(`${name} · `));
}
