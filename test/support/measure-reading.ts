import { text } from "node:stream/consumers";
import { parse } from "acorn";
import { parsePortalFile } from "../../src/sources/portal/parse-portal-file.ts";
import { ReadError } from "../../src/sources/read-source-file.ts";
import type { Script } from "./measured-script.ts";

/** What the time of a reading is compared with. */
const REFERENCE = "x=[{a:1}];".repeat(5_000);

/** Reads the scripts from the standard input, and prints what each costs. */
const scripts: readonly Script[] = JSON.parse(await text(process.stdin));
const { maxRSS: before } = process.resourceUsage();
const readings = [];
for (const { script, file = "x.cjs" } of scripts) {
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
  // The time of all threads.
  const used = sum(process.cpuUsage(start));
  const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
  readings.push({ outcome, used, megabytes });
}
const referenceStart = process.cpuUsage();
for (let round = 0; round < 10; round++) {
  parse(REFERENCE, { ecmaVersion: "latest" });
}
const reference = sum(process.cpuUsage(referenceStart));
console.log(
  JSON.stringify(
    readings.map(({ used, ...reading }) => ({
      ...reading,
      times: used / reference,
    })),
  ),
);

function sum({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}
