import type { DiscoverReport } from "../../src/discover/report.ts";
import type { TaskOutput } from "../cli/output.ts";
import type { TextStyle } from "../cli/style.ts";

/** One way to print what was discovered. */
export interface DiscoverFormat {
  /** Whether it prints the whole report, and not the registry alone. */
  readonly isReport: boolean;
  /** @param as the name to print the registry under */
  readonly render: (
    report: DiscoverReport,
    as: string | undefined,
    style: TextStyle,
  ) => string;
  /** Writes a file whose other content is kept. */
  readonly write?: (
    report: DiscoverReport,
    as: string | undefined,
    output: TaskOutput,
  ) => Promise<void>;
  /** @throws HardhatPluginError if the format has no such name. */
  readonly checkName?: (as: string | undefined) => void;
}
