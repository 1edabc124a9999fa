import { text } from "node:stream/consumers";
import { parsePortalFile } from "../../../src/sources/portal/parse-portal-file.ts";
import { ReadError } from "../../../src/sources/read-source-file.ts";

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
// The time of all threads, whatever else runs on the machine.
const { user, system } = process.cpuUsage(start);
const { maxRSS: after } = process.resourceUsage();
console.log(
  JSON.stringify({
    outcome,
    seconds: (user + system) / 1e6,
    megabytes: (after - before) / 1024,
  }),
);
