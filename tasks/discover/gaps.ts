import { explain } from "../../src/base/problems.ts";
import { given } from "../../src/base/records.ts";
import type { DiscoverReport } from "../../src/discover/report.ts";
import { CONTRACT_NAMES } from "../../src/sources/address-book/names.ts";

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
