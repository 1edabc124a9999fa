import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";

import type { WalletReport } from "../../src/wallet/report.ts";

/**
 * A report of `alpha wallet`, validated against its published schema.
 *
 * @throws {Error} With all violations.
 */
export function expectWalletReport(json: unknown): WalletReport {
  const report: unknown = typeof json === "string" ? JSON.parse(json) : json;
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
  });
  const schema: unknown = JSON.parse(
    readFileSync(new URL("../../schemas/wallet.json", import.meta.url), "utf8"),
  );
  if (typeof schema !== "object" || schema === null) {
    throw new Error("schemas/wallet.json is not a schema");
  }
  const validate = ajv.compile<WalletReport>(schema);
  if (validate(report)) {
    return report;
  }
  throw new Error(ajv.errorsText(validate.errors, { separator: "\n" }));
}
