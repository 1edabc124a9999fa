import { readFileSync } from "node:fs";

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

import type { DiscoverReport } from "../../src/discover/report.ts";

let validator: ValidateFunction<DiscoverReport> | undefined;

/**
 * A report of `alpha discover`, validated against its published schema.
 *
 * @param json What was printed, or the report itself.
 * @throws {Error} With all that is wrong.
 */
export function expectDiscoverReport(json: unknown): DiscoverReport {
  const text = typeof json === "string" ? json : JSON.stringify(json);
  const report: unknown = JSON.parse(text);
  validator ??= new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
  }).compile<DiscoverReport>(
    JSON.parse(
      readFileSync(
        new URL("../../schemas/discover.json", import.meta.url),
        "utf8",
      ),
    ),
  );
  if (validator(report)) {
    return report;
  }
  throw new Error(
    `no valid report: ${JSON.stringify(validator.errors, null, 2).slice(0, 2_000)}\n${JSON.stringify(report, null, 2).slice(0, 3_000)}`,
  );
}
