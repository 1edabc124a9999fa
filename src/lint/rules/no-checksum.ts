import {
  hasValidChecksum,
  isAddress,
  toChecksum,
} from "../../config/checksum.ts";
import { quoted } from "../quoted.ts";
import { textsOf } from "../texts-of.ts";
import { titleOf } from "../title-of.ts";
import { tokenEdit } from "../token-edit.ts";
import type { LintRule } from "../types.ts";

/** Addresses in one case, whose mistakes nobody would see. */
export const NO_CHECKSUM: LintRule = {
  id: "no-checksum",
  severity: "note",
  summary: "An address in one case: a wrong digit would go unseen.",
  fix: "Write it with its EIP-55 checksum.",
  async *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of textsOf(entry)) {
        if (!isAddress(text) || !(await hasValidChecksum(text))) {
          continue;
        }
        const right = await toChecksum(text);
        if (right !== text) {
          yield {
            place,
            message: `The address ${text} of ${titleOf(entry)} (${quoted(name)}) has no checksum.`,
            fix: `Write ${right}.`,
            edit: tokenEdit(file.text, place, text, right),
          };
        }
      }
    }
  },
};
