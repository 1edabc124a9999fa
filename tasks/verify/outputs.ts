import { appendFile } from "node:fs/promises";
import { alphaError } from "../../src/base/errors.ts";
import { checkOutputs } from "../../src/files/output-files.ts";
import type { JudgedReport } from "../../src/verify/found.ts";
import { reportOf } from "../../src/verify/words/report.ts";
import type { CommonArguments, RepeatArguments } from "../cli/arguments.ts";
import {
  checkExtension,
  chooseFormat,
  emit,
  printJson,
  type TaskOutput,
  writeToStream,
} from "../cli/output.ts";
import { PLAIN, type TextStyle } from "../cli/style.ts";
import { checkRepeated } from "../monitor/changes.ts";
import type { PlaceOf } from "./annotation-places.ts";
import { restorationOutput, type SimulationArguments } from "./arguments.ts";
import { verifyExpect } from "./formats/expect.ts";
import { verifyGithub, verifyGithubSummary } from "./formats/github.ts";
import { type RunTimes, verifyJunit } from "./formats/junit.ts";
import { verifyMarkdown } from "./formats/markdown.ts";
import { verifyPrometheus } from "./formats/prometheus.ts";
import { verifyQuiet, verifyTable } from "./formats/table.ts";

/** The arguments that determine where the reports of a verification go. */
interface VerifyOutputArguments
  extends Pick<CommonArguments, "format" | "out" | "force">,
    Pick<SimulationArguments, "restore" | "lock">,
    RepeatArguments {
  readonly report: string | undefined;
}

type Format = (
  report: JudgedReport,
  style: TextStyle,
  run: ReportedRun,
) => string;

/** The parts of a verification that its report does not contain. */
interface ReportedRun {
  readonly times: RunTimes;
  /** Where problems can be corrected. */
  readonly placeOf: PlaceOf;
}

const FORMATS: Readonly<Record<string, Format>> = {
  table: verifyTable,
  json: (report) => printJson(reportOf(report)),
  junit: (report, _style, { times }) => verifyJunit(report, times),
  github: (report, _style, { placeOf }) => verifyGithub(report, placeOf),
  markdown: verifyMarkdown,
  prometheus: verifyPrometheus,
  expect: verifyExpect,
};
/** Annotations, which are printed, and a step summary. */
const GITHUB = "github";

/** One output of a verification. */
export interface VerifyOutput {
  readonly format: string;
  readonly render: Format;
  /** `undefined` if it is printed. */
  readonly file: TaskOutput | undefined;
}

/**
 * The requested outputs, checked before any node is queried; the main one is the first.
 *
 * @param inputs files that no report may replace
 * @throws HardhatPluginError on an unknown output, or a file that cannot be written
 * or may not be replaced.
 */
export async function planOutputs(
  args: VerifyOutputArguments,
  inputs: readonly string[],
): Promise<readonly VerifyOutput[]> {
  const { format, out, report, force, quiet, changesSince } = args;
  const plan = (
    kind: string,
    file: string | undefined,
    render = chooseFormat(FORMATS, kind),
  ): VerifyOutput => ({
    format: kind,
    render,
    file:
      file === undefined
        ? undefined
        : { file, task: "verify", format: kind, force, quiet },
  });
  const isQuietTable = quiet && format === "table";
  const main = plan(format, out, isQuietTable ? verifyQuiet : undefined);
  checkRepeated(args);
  const outputs = [
    // What is new is printed in its place.
    ...(changesSince !== undefined && out === undefined ? [] : [main]),
    ...(report?.split(",") ?? []).map((part) => plan(...parseOutput(part))),
  ];
  if (outputs.filter((output) => output.format === GITHUB).length > 1) {
    throw alphaError(
      "The outputs include github twice. Remove one of --format github and --report github.",
    );
  }
  const files = [
    ...outputs.flatMap(({ file }) => file ?? []),
    ...restorationOutput(args),
  ];
  if (force && files.length === 0) {
    throw alphaError(
      "--force requires --out, --restore, or --report with a file: it only allows those files to be replaced.",
    );
  }
  await checkOutputs(files, inputs);
  files.forEach(checkExtension);
  if (isForGithub(outputs)) {
    await appendStepSummary("");
  }
  return outputs;
}

/**
 * Prints and writes a report to all outputs, even if one of them fails. Annotations go
 * to stderr if stdout has a document. GitHub reads both.
 *
 * @throws HardhatPluginError of the first output that failed.
 */
export async function emitReport(
  report: JudgedReport,
  outputs: readonly VerifyOutput[],
  run: ReportedRun,
): Promise<void> {
  const printed = outputs.filter(({ file }) => file === undefined);
  // A document must not contain any other line.
  const hasDocument = printed.some(
    ({ format }) => format !== "table" && format !== GITHUB,
  );
  const jobs = outputs.map(({ format, render, file }) => async () => {
    await (format === GITHUB && hasDocument && file === undefined
      ? writeToStream(process.stderr, `${render(report, PLAIN, run)}\n`)
      : emit((style) => render(report, style, run), file));
  });
  if (isForGithub(outputs)) {
    jobs.push(async () => {
      await appendStepSummary(`${verifyGithubSummary(report)}\n\n`);
    });
  }
  const errors: unknown[] = [];
  for (const job of jobs) {
    await job().catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) {
    throw errors[0];
  }
}

/** Tells whether the outputs include annotations. */
export function isForGithub(outputs: readonly VerifyOutput[]): boolean {
  return outputs.some(({ format }) => format === GITHUB);
}

/**
 * The format and the file of one output in `--report`: `junit:FILE`, or `github`, whose
 * annotations are printed.
 *
 * @throws HardhatPluginError on an unknown kind, and a missing or unexpected file.
 */
function parseOutput(part: string): readonly [kind: string, file?: string] {
  const [name = "", ...rest] = part.split(":");
  const [kind, file] = [name.trim(), rest.join(":").trim()];
  if (!Object.hasOwn(FORMATS, kind)) {
    const valid = Object.keys(FORMATS).map((format) =>
      format === GITHUB ? format : `${format}:FILE`,
    );
    throw alphaError(
      `Unknown --report output "${kind}". Valid: ${valid.join(", ")}, several separated by commas.`,
    );
  }
  if (kind === GITHUB && part.includes(":")) {
    throw alphaError(
      `--report ${kind} does not take a file, but got "${part}".`,
    );
  }
  if (kind !== GITHUB && file === "") {
    throw alphaError(
      `--report ${kind} requires a file: --report ${kind}:FILE.`,
    );
  }
  return kind === GITHUB ? [kind] : [kind, file];
}

/**
 * Appends Markdown to the summary of a GitHub workflow step (`$GITHUB_STEP_SUMMARY`).
 * Nothing is appended to test, before the work that fills it, whether it can be
 * written. Outside of GitHub it does nothing.
 *
 * @throws HardhatPluginError if it cannot be written.
 */
async function appendStepSummary(markdown: string): Promise<void> {
  const file = process.env["GITHUB_STEP_SUMMARY"];
  if (!file) {
    return;
  }
  try {
    await appendFile(file, markdown);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw alphaError(
      `The step summary ($GITHUB_STEP_SUMMARY) cannot be written: ${reason}.`,
      error,
    );
  }
}
