import { isAddress } from "../../config/checksum.ts";
import { textIn } from "../../sources/value-in.ts";
import { expectedAddress } from "../expected-address.ts";
import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** Addresses of the network itself, in another contract's field. */
export const OTHER_ROLE: LintRule = {
  id: "other-role",
  severity: "error",
  summary: "An address that is another contract's of the same network.",
  fix: "Take the field's own: alpha config prints it.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      const { network } = entry;
      for (const { member, field, definition } of entry.fields) {
        const text = textIn(member.value);
        if (
          network === undefined ||
          definition?.type !== "address" ||
          !isAddress(text)
        ) {
          continue;
        }
        const expected = expectedAddress(field, entry);
        const known = knowledge.addresses
          .of(text)
          .filter(({ network: name }) => name === network.network.name);
        const [other] = known;
        const isRight =
          expected?.address?.toLowerCase() === text.toLowerCase() ||
          known.some(({ path }) => path === expected?.path);
        if (other !== undefined && !isRight) {
          yield {
            place: member.value.place,
            message: `${member.name} of ${titleOf(entry)} is ${text}, which is ${other.path}.`,
            fix:
              expected?.address === undefined
                ? undefined
                : `${expected.path} is ${expected.address}.`,
          };
        }
      }
    }
  },
};
