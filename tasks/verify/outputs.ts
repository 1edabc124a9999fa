import { alphaError } from "../../src/errors.ts";
import { json } from "../../src/report/formats/json.ts";
import { verifyGithub } from "../../src/report/formats/verify-github.ts";
import { verifyGithubSummary } from "../../src/report/formats/verify-github-summary.ts";
import { verifyJunit } from "../../src/report/formats/verify-junit.ts";
import { verifyMarkdown } from "../../src/report/formats/verify-markdown.ts";
import { verifyTable } from "../../src/report/formats/verify-table.ts";
import { PLAIN, type TextStyle } from "../../src/report/text-style.ts";
import type { VerifyReport } from "../../src/report/verify-report.ts";
import { checkOutputFiles } from "../check-output-files.ts";
import { chooseFormat } from "../choose-format.ts";
import { emit } from "../emit.ts";
import { appendStepSummary, checkStepSummary } from "../step-summary.ts";
import { writeTextFile } from "../write-text-file.ts";
import { writeToStream } from "../write-to-stream.ts";
import {
  type OutputKinds,
  parseReportOutputs,
  type ReportOutput,
} from "./report-outputs.ts";

type Format = (report: VerifyReport, style: TextStyle) => string;

/** A new format is a file and a line. */
const FORMATS: Readonly<Record<string, Format>> = {
  table: verifyTable,
  json,
  junit: verifyJunit,
  github: verifyGithub,
  markdown: verifyMarkdown,
};

const KINDS: OutputKinds = {
  ...Object.fromEntries(Object.keys(FORMATS).map((kind) => [kind, "file"])),
  github: "stream",
};

/** Formats that are a document of their own, to which no line may be added. */
const DOCUMENTS: ReadonlySet<string> = new Set(["json", "junit", "markdown"]);

/** Where the reports of a verification go. */
export interface VerifyOutputs {
  readonly format: string;
  /** Instead of stdout. */
  readonly out: string | undefined;
  readonly more: readonly ReportOutput[];
}

/**
 * The outputs that the user wants, all of them possible.
 *
 * @throws HardhatPluginError on one that is not.
 */
export async function planOutputs({
  format,
  out,
  report,
  inputs,
}: {
  readonly format: string;
  readonly out: string | undefined;
  readonly report: string | undefined;
  /** Files that no report may replace. */
  readonly inputs: readonly string[];
}): Promise<VerifyOutputs> {
  chooseFormat(FORMATS, format);
  const more = report === undefined ? [] : parseReportOutputs(report, KINDS);
  if (format === "github" && more.some(({ kind }) => kind === "github")) {
    throw alphaError(
      "--report github and --format github are the same. Leave one away.",
    );
  }
  await checkOutputFiles(
    [out, ...more.map(({ file }) => file)].filter((file) => file !== undefined),
    inputs,
  );
  if (isForGithub({ format, more })) {
    await checkStepSummary();
  }
  return { format, out, more };
}

/**
 * Prints and writes a report wherever it is wanted; an output that fails does
 * not keep the others back.
 *
 * @throws HardhatPluginError of the first output that failed.
 */
export async function emitReport(
  report: VerifyReport,
  { format, out, more }: VerifyOutputs,
): Promise<void> {
  const jobs = [
    () => emit((style) => print(format, report, style), out),
    ...more.map(
      ({ kind, file }) =>
        () =>
          file === undefined
            ? emitLines(print(kind, report, PLAIN), { format, out })
            : writeTextFile(file, `${print(kind, report, PLAIN)}\n`),
    ),
    ...(isForGithub({ format, more })
      ? [() => appendStepSummary(verifyGithubSummary(report))]
      : []),
  ];
  const errors: unknown[] = [];
  for (const job of jobs) {
    await job().catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) {
    throw errors[0];
  }
}

function isForGithub({
  format,
  more,
}: Pick<VerifyOutputs, "format" | "more">): boolean {
  return format === "github" || more.some(({ kind }) => kind === "github");
}

function print(format: string, report: VerifyReport, style: TextStyle): string {
  return chooseFormat(FORMATS, format)(report, style);
}

/** GitHub reads both streams; stdout may hold a document that others read. */
async function emitLines(
  text: string,
  { format, out }: Pick<VerifyOutputs, "format" | "out">,
): Promise<void> {
  if (out === undefined && DOCUMENTS.has(format)) {
    await writeToStream(process.stderr, `${text}\n`);
    return;
  }
  await emit(() => text, undefined);
}
