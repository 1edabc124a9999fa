import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";

import type { NetworksReport } from "../../src/connect/list-networks.ts";
import type { DiscoverReport } from "../../src/discover/report.ts";
import type { StatusReport } from "../../src/status/report.ts";
import type { VerifyReport } from "../../src/verify/report.ts";
import type { WalletReport } from "../../src/wallet/report.ts";

/** What each task prints as JSON. */
export interface Reports {
  readonly networks: NetworksReport;
  readonly verify: VerifyReport;
  readonly status: StatusReport;
  readonly config: Readonly<
    Record<string, Readonly<Record<string, string | number | boolean | null>>>
  >;
}

/** The reports with a schema, also of tasks that do not report on each network. */
interface ValidReports extends Reports {
  readonly discover: DiscoverReport;
  readonly wallet: WalletReport;
}

export type ReportTask = keyof Reports;

export const REPORT_TASKS = ["networks", "verify", "status", "config"] as const;

let instance: Ajv2020 | undefined;

/** A report, or a task's JSON, that its published schema allows; else an error. */
export function expectValidReport<T extends keyof ValidReports>(
  task: T,
  json: unknown,
): ValidReports[T] {
  const report: unknown = typeof json === "string" ? JSON.parse(json) : json;
  if (isValidReport(task, report)) {
    return report;
  }
  const errors = (schemas().errors ?? [])
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
    )
    .join("\n");
  throw new Error(
    `not a valid report of alpha ${task}:\n${errors}\n${JSON.stringify(report, null, 2)}`,
  );
}

/** Whether a value is a valid report by the task's published schema. */
export function isValidReport<T extends keyof ValidReports>(
  task: T,
  report: unknown,
): report is ValidReports[T] {
  return schemas().validate(task, report) === true;
}

/** The published schema of a task's JSON. */
function readSchema(task: keyof ValidReports): object {
  const url = new URL(`../../schemas/${task}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8"));
}

function schemas(): Ajv2020 {
  if (instance === undefined) {
    // Conditions require properties that are described elsewhere.
    instance = new Ajv2020({
      allErrors: true,
      strict: true,
      strictRequired: false,
    });
    for (const task of [...REPORT_TASKS, "discover", "wallet"] as const) {
      instance.addSchema(readSchema(task), task);
    }
  }
  return instance;
}
