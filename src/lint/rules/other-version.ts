import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** Entries in the registry's version, where the portal config is of another. */
export const OTHER_VERSION: LintRule = {
  id: "other-version",
  severity: "note",
  summary: "A portal configuration of another version than the reference's.",
  fix: "Nothing, if your portal is of that version.",
  *check({ file }) {
    for (const entry of file.entries) {
      const { network, isOtherVersion } = entry;
      if (network === undefined || !isOtherVersion) {
        continue;
      }
      const { versions } = network.network;
      yield {
        place: entry.chain.place,
        message: `${titleOf(entry)} has the fields of ${versions.registry ?? "the registry's version"}, and its portal configuration is ${versions.portal ?? "of another"}: its addresses are held against the ${versions.registry ?? ""} registry.`,
      };
    }
  },
};
