import { readFileSync } from "node:fs";

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

import type { LintReport } from "../../src/lint/report.ts";

let validator: ValidateFunction<LintReport> | undefined;

/** Whether a value is a report by the published schema. */
export function isValidLintReport(report: unknown): report is LintReport {
  return validate()(report);
}

/**
 * Validates a report against the published schema.
 *
 * @param json What was printed, or the report itself.
 * @throws {Error} With all that is wrong.
 */
export function expectValidLintReport(json: unknown): LintReport {
  const report: unknown = typeof json === "string" ? JSON.parse(json) : json;
  if (isValidLintReport(report)) {
    return report;
  }
  throw new Error(
    `no valid report: ${JSON.stringify(validate().errors, null, 2).slice(0, 2_000)}`,
  );
}

function validate(): ValidateFunction<LintReport> {
  validator ??= new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
  }).compile<LintReport>(
    JSON.parse(
      readFileSync(new URL("../../schemas/lint.json", import.meta.url), "utf8"),
    ),
  );
  return validator;
}
