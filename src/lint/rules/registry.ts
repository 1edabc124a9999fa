import { isAddress } from "../../config/checksum.ts";
import { textIn } from "../../sources/value-in.ts";
import { expectedAddress } from "../expected-address.ts";
import { titleOf } from "../title-of.ts";
import type { LintEntry, LintProblem, LintRule } from "../types.ts";

/** Fields that repeat the registry, with an address that nothing has. */
export const REGISTRY: LintRule = {
  id: "registry",
  severity: "error",
  summary: "A field that repeats the network's registry, and contradicts it.",
  fix: "Take the registry's address, or set alpha.networks in the Hardhat config if the registry has changed.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      yield* unsetIn(entry);
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

/** A field that nothing is known for is not fine. */
function* unsetIn(entry: LintEntry): Generator<LintProblem> {
  const unset = entry.fields.flatMap(({ member, field }) => {
    const expected = expectedAddress(field, entry);
    return expected?.path.startsWith("registry.") &&
      expected.address === undefined
      ? [{ name: member.name, path: expected.path }]
      : [];
  });
  if (unset.length > 0) {
    yield {
      place: entry.chain.place,
      message: `${unset.map(({ name }) => name).join(", ")} of ${titleOf(entry)} ${unset.length === 1 ? "is" : "are"} held against nothing: ${unset.map(({ path }) => path).join(", ")} ${unset.length === 1 ? "is" : "are"} unset in the configuration.`,
      severity: "note",
      fix: "Give the registry in the Hardhat config if the addresses are to be checked.",
    };
  }
}
