import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import type { DiscoverReport, Discovery } from "../../src/discover/report.ts";
import type { TaskOutput } from "../cli/output.ts";
import type { TextStyle } from "../cli/style.ts";

/** The values that the names in the output depend on. */
export interface Naming {
  /** The name to print the registry under. */
  readonly as: string | undefined;
  /** The networks of the project. */
  readonly networks: readonly ResolvedAlphaNetwork[];
  /** The project's config. */
  readonly alpha: AlphaUserConfig;
}

/** One way to print what was discovered. */
export interface DiscoverFormat {
  /** Set if it prints the whole report, and not the registry alone. */
  readonly isReport: boolean;
  readonly render: (
    discovery: Discovery,
    naming: Naming,
    style: TextStyle,
  ) => string;
  /** Writes a file whose other content is kept. */
  readonly write?: (
    report: DiscoverReport,
    naming: Naming,
    output: TaskOutput,
  ) => Promise<void>;
  /** @throws HardhatPluginError if the format has no such name. */
  readonly checkName?: (naming: Naming) => void;
}
