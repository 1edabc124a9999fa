import { text } from "node:stream/consumers";
import { parse } from "acorn";
import { parsePortalFile } from "../../src/sources/portal/parse-portal-file.ts";
import { ReadError } from "../../src/sources/read-source-file.ts";

/** What the time of the reading is compared with. */
const REFERENCE = "x=[{a:1}];".repeat(5_000);

/** Reads a file from the standard input, and prints what that costs. */
const { script, file } = JSON.parse(await text(process.stdin));
const { maxRSS: before } = process.resourceUsage();
const start = process.cpuUsage();
const outcome = await parsePortalFile(script, file).then(
  ({ chains }) => `${chains.length} chains`,
  (error: unknown) => {
    if (!(error instanceof ReadError)) {
      throw error;
    }
    return error.detail;
  },
);
// The time of all threads, in times of a reference on the same machine.
const used = process.cpuUsage(start);
const { maxRSS: after } = process.resourceUsage();
const referenceStart = process.cpuUsage();
for (let round = 0; round < 10; round++) {
  parse(REFERENCE, { ecmaVersion: "latest" });
}
const reference = process.cpuUsage(referenceStart);
console.log(
  JSON.stringify({
    outcome,
    times: sum(used) / sum(reference),
    megabytes: (after - before) / 1024,
  }),
);

function sum({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}
