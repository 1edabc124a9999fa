import { alphaError } from "../../src/base/errors.ts";
import { checkOutputs } from "../../src/files/output-files.ts";
import type { VerifyReport } from "../../src/verify/report.ts";
import { printJson } from "../cli/json.ts";
import {
  chooseFormat,
  emit,
  type OutputArguments,
  type TaskOutput,
  writeToStream,
} from "../cli/output.ts";
import { appendStepSummary, checkStepSummary } from "../cli/step-summary.ts";
import { PLAIN, type TextStyle } from "../cli/style.ts";
import type { PlaceOf } from "./annotation-places.ts";
import { verifyGithub, verifyGithubSummary } from "./formats/github.ts";
import { verifyJunit } from "./formats/junit.ts";
import { verifyMarkdown } from "./formats/markdown.ts";
import { verifyQuiet } from "./formats/quiet.ts";
import { verifyTable } from "./formats/table.ts";
import type { RunTimes } from "./run-times.ts";

/** The arguments that determine where the reports of a verification go. */
interface VerifyOutputArguments extends OutputArguments {
  readonly report: string | undefined;
  readonly quiet: boolean;
}

type Format = (
  report: VerifyReport,
  style: TextStyle,
  run: ReportedRun,
) => string;

/** What a report does not contain of its verification. */
export interface ReportedRun {
  readonly times: RunTimes;
  /** Where problems can be corrected. */
  readonly placeOf: PlaceOf;
}

const FORMATS: Readonly<Record<string, Format>> = {
  table: verifyTable,
  json: printJson,
  junit: (report, _style, { times }) => verifyJunit(report, times),
  github: (report, _style, { placeOf }) => verifyGithub(report, placeOf),
  markdown: verifyMarkdown,
};

/** Formats whose output must not contain any other line. */
const DOCUMENTS: ReadonlySet<string> = new Set(["json", "junit", "markdown"]);

/** Where the reports of a verification go. */
export interface VerifyOutputs {
  readonly format: string;
  /** Whether the main output is the short table. */
  readonly quiet: boolean;
  /** Instead of stdout. */
  readonly output: TaskOutput | undefined;
  readonly more: readonly {
    readonly kind: string;
    /** `undefined` if the kind takes no file. */
    readonly output: TaskOutput | undefined;
  }[];
}

/**
 * The requested outputs, checked before any node is queried.
 *
 * @param inputs files that no report may replace
 * @throws HardhatPluginError on an unknown output, or a file that cannot be written
 * or may not be replaced.
 */
export async function planOutputs(
  { format, out, report, force, quiet }: VerifyOutputArguments,
  inputs: readonly string[],
): Promise<VerifyOutputs> {
  chooseFormat(FORMATS, format);
  if (quiet && format !== "table") {
    throw alphaError(
      `--quiet requires --format table: ${format} has all that was verified.`,
    );
  }
  const more = report === undefined ? [] : parseReportOutputs(report);
  if (format === "github" && more.some(({ kind }) => kind === "github")) {
    throw alphaError(
      "--report github and --format github are the same: remove one of them.",
    );
  }
  const fileOutput = (kind: string, file: string | undefined) =>
    file === undefined
      ? undefined
      : { file, task: "verify", format: kind, force };
  const outputs: VerifyOutputs = {
    format,
    quiet,
    output: fileOutput(format, out),
    more: more.map(({ kind, file }) => ({
      kind,
      output: fileOutput(kind, file),
    })),
  };
  const files = [outputs, ...outputs.more].flatMap(
    ({ output }) => output ?? [],
  );
  if (force && files.length === 0) {
    throw alphaError(
      "--force requires --out, or --report with a file: it only allows those files to be replaced.",
    );
  }
  await checkOutputs(files, inputs);
  if (isForGithub(outputs)) {
    await checkStepSummary();
  }
  return outputs;
}

/**
 * Prints and writes a report to all outputs, even if one of them fails.
 *
 * @throws HardhatPluginError of the first output that failed.
 */
export async function emitReport(
  report: VerifyReport,
  outputs: VerifyOutputs,
  run: ReportedRun,
): Promise<void> {
  const print = (kind: string, style: TextStyle) =>
    chooseFormat(FORMATS, kind)(report, style, run);
  const { format, quiet, more } = outputs;
  const jobs = [
    () =>
      emit(
        (style) => (quiet ? verifyQuiet(report, style) : print(format, style)),
        outputs.output,
      ),
    ...more.map(
      ({ kind, output }) =>
        () =>
          output === undefined
            ? emitLines(print(kind, PLAIN), outputs)
            : emit((style) => print(kind, style), output),
    ),
    ...(isForGithub(outputs)
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

/** Whether the outputs include annotations. */
export function isForGithub({
  format,
  more,
}: Pick<VerifyOutputs, "format" | "more">): boolean {
  return format === "github" || more.some(({ kind }) => kind === "github");
}

/** GitHub reads both streams, and stdout may be a document for another program. */
async function emitLines(
  text: string,
  { format, output }: Pick<VerifyOutputs, "format" | "output">,
): Promise<void> {
  if (output === undefined && DOCUMENTS.has(format)) {
    await writeToStream(process.stderr, `${text}\n`);
    return;
  }
  await emit(() => text);
}

/** An additional output of a report. */
interface ReportOutput {
  readonly kind: string;
  /** As given by the user; `undefined` for annotations, which are printed. */
  readonly file: string | undefined;
}

/**
 * The outputs that `--report` names: `junit:FILE,github`.
 *
 * @throws HardhatPluginError on an unknown kind, a missing or unexpected file, and
 * on annotations that are listed twice.
 */
function parseReportOutputs(text: string): readonly ReportOutput[] {
  const outputs = text.split(",").map(parseOutput);
  if (outputs.filter(({ kind }) => kind === "github").length > 1) {
    throw alphaError("--report lists github twice.");
  }
  return outputs;
}

function parseOutput(part: string): ReportOutput {
  const [name = "", ...rest] = part.split(":");
  const [kind, file] = [name.trim(), rest.join(":").trim()];
  if (!Object.hasOwn(FORMATS, kind)) {
    const valid = Object.keys(FORMATS).map((format) =>
      format === "github" ? format : `${format}:FILE`,
    );
    throw alphaError(
      `Unknown --report output "${kind}". Valid: ${valid.join(", ")}, several separated by commas.`,
    );
  }
  if (kind === "github" && part.includes(":")) {
    throw alphaError(
      `--report ${kind} does not take a file, but got "${part}".`,
    );
  }
  if (kind !== "github" && file === "") {
    throw alphaError(
      `--report ${kind} requires a file: --report ${kind}:FILE.`,
    );
  }
  return { kind, file: kind === "github" ? undefined : file };
}
