import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Result } from "hardhat/types/utils";
import { selectedNames } from "../../src/connect/select-networks.ts";
import {
  checkFile,
  type Generated,
} from "../../src/lint/compare/check-file.ts";
import type { LintReport } from "../../src/lint/report.ts";
import { COMPARE_RULES } from "../../src/lint/rules.ts";
import {
  MAX_STATE_BYTES,
  readSourceFile,
} from "../../src/sources/read-source-file.ts";
import { type CommonArguments, selectionOf } from "../cli/arguments.ts";
import { jsIdentifier } from "../cli/javascript.ts";
import { taskResult } from "../cli/task-result.ts";
import { emitFindings, prepareFindingsOutput } from "../lint/output.ts";
import type { Exported, ExportFormat, ExportInput } from "./format.ts";
import { printExportMessages } from "./format.ts";
import { atTime, writtenTime } from "./formats/genesis.ts";

interface CheckContext {
  readonly args: CommonArguments & { readonly checkFormat: string };
  readonly hre: HardhatRuntimeEnvironment;
}

/**
 * `alpha export --check FILE`: checks the file like `alpha lint`, and compares it with the
 * export.
 *
 * @throws HardhatPluginError if there is no such format of the report.
 */
export async function check(
  file: string,
  format: ExportFormat,
  input: Omit<ExportInput, "previous" | "file" | "checked">,
  { args, hre }: CheckContext,
): Promise<Result<LintReport, LintReport>> {
  const { checkFormat } = args;
  const selection = selectionOf(args, hre);
  const output = await prepareFindingsOutput(
    { ...args, format: checkFormat },
    hre,
    "export",
    [file],
  );
  const text = await readSourceFile(file, file, MAX_STATE_BYTES).catch(
    () => "",
  );
  const exported = format.render({
    // A genesis of another time is none that differs.
    ...atTime(input, writtenTime(text)),
    file: undefined,
    checked: text,
    // Text of the file that the export keeps is none that differs.
    previous:
      format.isMerged !== true && format.acceptsPrevious?.(text)
        ? text
        : undefined,
  });
  const report = await checkFile(hre.config.alpha, {
    task: "export",
    file,
    generated: generatedBy(format, exported),
    gaps: exported.gaps,
    isExplicit: selectedNames(selection).length > 0,
  });
  // The report has the gaps.
  printExportMessages({ ...exported, gaps: [] });
  await emitFindings(report, COMPARE_RULES, checkFormat, output);
  return taskResult(report, report.outcome);
}

/** Fields that wallets only show: another text is no mistake. */
const SHOWN = new Set(["name", "chain", "shortName", "infoURL", "standard"]);

/** An export as data; `undefined` if it is empty. */
export function generatedBy(
  { content, isByNetwork }: Pick<ExportFormat, "content" | "isByNetwork">,
  {
    text,
    values = [],
    keys,
    constants = new Map(),
  }: Pick<Exported, "text" | "values" | "keys" | "constants">,
): Generated | undefined {
  if (text === undefined) {
    return undefined;
  }
  switch (content) {
    case "portal":
    case "metadata":
    case "book":
      return {
        kind: content,
        keys,
        networks: new Map(
          values.map(([name, entry]) => {
            const compared = content === "book" ? entry : withoutShown(entry);
            return [name, () => ({ values: compared })];
          }),
        ),
      };
    case "module":
      return {
        kind: content,
        isByNetwork,
        values: Object.fromEntries([
          ...values.map(([name, entry]) => [jsIdentifier(name), entry]),
          ...constants,
        ]),
      };
    case "json":
      return { kind: content, isByNetwork, values: JSON.parse(text) };
    default:
      return { kind: "lines", values: text.split(/\r\n|[\r\n]/) };
  }
}

function withoutShown(
  entry: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return JSON.parse(
    JSON.stringify(entry, (name, value) =>
      SHOWN.has(name) ? undefined : value,
    ),
  );
}
