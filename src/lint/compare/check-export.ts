import { untrustedText } from "../../base/untrusted-text.ts";
import type { AlphaConfig } from "../../config/types.ts";
import { readTextFile } from "../../files/read-text.ts";
import { withEntries } from "../find-problems.ts";
import { lintReportOf, toFindings } from "../findings.ts";
import { readFailure } from "../lint-files.ts";
import { indexNetworks } from "../network-index.ts";
import { parseLintFile } from "../parse-lint-file.ts";
import type { LintFinding, LintReport } from "../report.ts";
import { UNREADABLE } from "../rules/files.ts";
import type { Difference } from "./compare-entry.ts";
import { compareExport } from "./compare-export.ts";
import {
  ADDITIONAL_FIELD,
  DIFFERING_TEXT,
  DIFFERING_VALUE,
  MISSING_VALUE,
  NOT_COMPARED,
} from "./compare-rules.ts";
import { compareWhole } from "./compare-values.ts";
import { mistakesBeside } from "./mistakes-beside.ts";
import { readJson, readModule } from "./read-values.ts";
import { textDifference } from "./text-difference.ts";

/**
 * How a file is compared: by the entries that `alpha lint` reads, by the values of JSON or
 * of a module's exports, or, if its values cannot be read, as text.
 */
export type ExportContent = "entries" | "json" | "module" | "text";

export interface ExportToCompare {
  /** Relative to the working directory. */
  readonly file: string;
  /** Default: `text`. The export of `entries` is JSON. */
  readonly content?: ExportContent | undefined;
  /** `undefined` if it is empty. */
  readonly exported: string | undefined;
  /** Whether the user selected the networks by name. */
  readonly isExplicit: boolean;
}

const START = { line: 1, column: 1, start: 0, end: 0 };

/** Checks a file like `alpha lint`, and compares it with an export. */
export async function checkExport(
  config: AlphaConfig,
  exported: ExportToCompare,
): Promise<LintReport> {
  const { file } = exported;
  const findings = await findingsIn(config, exported);
  return lintReportOf("export", [{ file, findings, fixed: [] }]);
}

async function findingsIn(
  config: AlphaConfig,
  comparison: ExportToCompare,
): Promise<readonly LintFinding[]> {
  const { file, exported } = comparison;
  const read = await readTextFile(file);
  if (read.kind !== "text") {
    return [
      {
        file,
        rule: UNREADABLE.id,
        severity: UNREADABLE.severity,
        message: untrustedText(`The file could not be read: ${read.reason}.`),
        fix: "Check the path.",
        fixable: false,
      },
    ];
  }
  const { text } = read;
  if (exported === undefined) {
    return toFindings(file, text, [
      {
        rule: NOT_COMPARED,
        place: START,
        message: "The file was not compared: the export is empty.",
        fix: "Set the values in the Hardhat config.",
      },
    ]);
  }
  try {
    return await compared(config, text, exported, comparison);
  } catch (error) {
    return [readFailure(file, error)];
  }
}

async function compared(
  config: AlphaConfig,
  text: string,
  expected: string,
  { file, isExplicit, content = "text" }: ExportToCompare,
): Promise<readonly LintFinding[]> {
  const report = (differences: Iterable<Difference>) =>
    toFindings(file, text, [...differences].map(withAdvice));
  switch (content) {
    case "entries": {
      const index = indexNetworks(config);
      const parsed = await parseLintFile(text, file, index);
      const exported = await parseLintFile(expected, "export.json", index);
      const differences = withEntries(
        parsed,
        compareExport(parsed, exported, isExplicit).map(withAdvice),
      );
      const mistakes = await mistakesBeside(differences, parsed, index);
      return toFindings(file, text, [...differences, ...mistakes]);
    }
    case "json":
    case "module": {
      const values = content === "json" ? readJson : readModule;
      return report(
        compareWhole(
          await values(text, file),
          await values(expected, "the export"),
          isExplicit,
        ),
      );
    }
    case "text": {
      const difference = textDifference(text, expected);
      return difference === undefined
        ? []
        : report([
            {
              rule: DIFFERING_TEXT,
              place: { ...START, line: difference.line },
              message: difference.message,
            },
          ]);
    }
  }
}

const UPDATED: readonly string[] = [
  ADDITIONAL_FIELD.id,
  DIFFERING_VALUE.id,
  MISSING_VALUE.id,
];

function withAdvice<D extends Difference>(difference: D): D {
  return UPDATED.includes(difference.rule.id)
    ? { ...difference, fix: DIFFERING_TEXT.fix }
    : difference;
}
