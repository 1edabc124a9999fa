import { numberIn } from "../../sources/value-in.ts";
import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** More than this is no number of seconds that anybody waits. */
const MOST = 10_000;

/**
 * Polling time-outs that are taken for seconds by web3.js 1.x, and for
 * milliseconds by web3.js 4.x.
 */
export const POLLING_TIMEOUT: LintRule = {
  id: "polling-timeout",
  severity: "warning",
  summary:
    "A transactionPollingTimeout in milliseconds: clients that poll once a second take it for seconds.",
  fix: "Write seconds, such as 750, unless your client counts in milliseconds.",
  *check({ file }) {
    for (const entry of file.entries) {
      const { member } =
        entry.fields.find(
          ({ field }) => field === "transactionPollingTimeout",
        ) ?? {};
      const value = numberIn(member?.value);
      if (member === undefined || value === undefined || value <= MOST) {
        continue;
      }
      const { values, transactionPollingTimeoutUnit: unit } =
        entry.network?.network ?? {};
      const isOwn =
        value === values?.transactionPollingTimeout && unit === "milliseconds";
      yield {
        place: member.value.place,
        message: isOwn
          ? `transactionPollingTimeout of ${titleOf(entry)} is ${value}, as the network publishes it: in milliseconds. Taken for seconds it is ${hours(value)} hours.`
          : `transactionPollingTimeout of ${titleOf(entry)} is ${value}: ${hours(value)} hours, where it is taken for seconds.`,
        severity: isOwn ? "note" : undefined,
        fix: isOwn
          ? "Nothing, if your client counts in milliseconds."
          : undefined,
      };
    }
  },
};

function hours(seconds: number): string {
  return (seconds / 3600).toFixed(1);
}
