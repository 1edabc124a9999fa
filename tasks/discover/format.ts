import { explain } from "../../src/base/problems.ts";
import { given } from "../../src/base/records.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import type { DiscoverReport, Discovery } from "../../src/discover/report.ts";
import { CONTRACT_NAMES } from "../../src/sources/address-book/names.ts";
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

/** Sentences on what the report does not have, with the reasons. */
export function describeGaps({
  cause,
  doubt,
  leftOut,
  release,
  startBlock,
}: DiscoverReport): readonly string[] {
  if (cause !== undefined) {
    const reason = `Nothing could be read: ${cause.reason}`;
    return [explain({ ...cause, reason })];
  }
  return given(
    ...leftOut.map(
      ({ role, reason }) => `${CONTRACT_NAMES[role]} is left out: ${reason}.`,
    ),
    release.verdict === "unknown" &&
      `The release is unknown: ${release.reason}.`,
    startBlock.verdict === "unknown" &&
      `The start block is unknown: ${startBlock.reason}.`,
    doubt && `The registry may have changed since: ${doubt}.`,
  );
}
