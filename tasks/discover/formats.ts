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

/** Loaded when it is used. */
export const DISCOVER_FORMATS: Readonly<
  Record<string, () => Promise<DiscoverFormat>>
> = {
  table: async () => {
    const { discoverTable } = await import("./formats/table.ts");
    return {
      isReport: true,
      render: (report, _as, style) => discoverTable(report, style),
    };
  },
  json: async () => {
    const { printJson } = await import("../cli/json.ts");
    return { isReport: true, render: (report) => printJson(report) };
  },
  config: async () => (await import("./formats/config.ts")).CONFIG,
  "address-json": async () =>
    (await import("./formats/address-json.ts")).ADDRESS_JSON,
};
