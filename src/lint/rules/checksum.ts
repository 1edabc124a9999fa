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

/** Addresses in mixed case whose checksum does not fit (EIP-55). */
export const CHECKSUM: LintRule = {
  id: "checksum",
  severity: "error",
  summary: "An address whose EIP-55 checksum is wrong: clients refuse it.",
  fix: "Correct the address, or its case if the digits are right.",
  async *check({ file }) {
    for (const entry of file.entries) {
      for (const { name, text, place } of textsOf(entry)) {
        if (!isAddress(text) || (await hasValidChecksum(text))) {
          continue;
        }
        const right = await toChecksum(text);
        yield {
          place,
          message: `The address ${text} of ${titleOf(entry)} (${quoted(name)}) has a wrong checksum: a digit may be wrong.`,
          fix: `${right} is right if its digits are.`,
          edit: tokenEdit(file.text, place, text, right),
        };
      }
    }
  },
};
