import { isAddress } from "../../config/checksum.ts";
import { textIn } from "../../sources/value-in.ts";
import { expectedAddress } from "../expected-address.ts";
import { titleOf } from "../title-of.ts";
import type { LintRule } from "../types.ts";

/** Fields that repeat the registry, with an address that nothing has. */
export const REGISTRY: LintRule = {
  id: "registry",
  severity: "error",
  summary: "A field that repeats the network's registry, and contradicts it.",
  fix: "Take the registry's address, or set alpha.networks in the Hardhat config if the registry has changed.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      for (const { member, field } of entry.fields) {
        const text = textIn(member.value);
        const expected = expectedAddress(field, entry);
        if (
          expected?.address !== undefined &&
          expected.path.startsWith("registry.") &&
          isAddress(text) &&
          text.toLowerCase() !== expected.address.toLowerCase() &&
          // Other rules say more of an address that is known.
          knowledge.addresses.of(text).length === 0
        ) {
          yield {
            place: member.value.place,
            message: `${member.name} of ${titleOf(entry)} is ${text}, and ${expected.path} is ${expected.address}.`,
          };
        }
      }
    }
  },
};
