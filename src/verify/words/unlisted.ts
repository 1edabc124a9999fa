import type { Address } from "../../base/address.ts";
import { describeReleases } from "../../contracts/releases.ts";
import { judgeHolder } from "../follow/judge-holder.ts";
import type { Answers } from "../questions/answers.ts";
import { codeKey } from "../questions/readings.ts";
import { addressesOf } from "../values/value.ts";
import type { JudgedFact } from "../wiring/judge-facts.ts";

/** More of a list are counted. */
const MAX_NAMED = 16;

/**
 * Notes on the contracts that lists on chain have and the registry does not: neither is
 * wrong because of the other. Each is named by its release, if its code has one.
 *
 * @param known the keys of the registry's addresses
 */
export function describeUnlisted(
  judged: readonly JudgedFact[],
  known: ReadonlySet<string>,
  answers: Answers,
): readonly string[] {
  return judged.flatMap(({ source, fact, reading }) => {
    const isList = source.class === "policy" && source.type !== undefined;
    const listed =
      isList && reading?.kind === "read" ? addressesOf(reading.value) : [];
    const unlisted = listed.filter((address) => !known.has(codeKey(address)));
    const named = unlisted
      .slice(0, MAX_NAMED)
      .map((address) => `${address} (${nameOf(address, answers)})`);
    const more = unlisted.length - named.length;
    if (unlisted.length === 0) {
      return [];
    }
    return [
      `${fact.id} has contracts that are not in the registry: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
    ];
  });
}

function nameOf(address: Address, answers: Answers): string {
  const { release } = judgeHolder(address, answers);
  if (release === undefined) {
    return "not recognised";
  }
  return `${release.contract} ${describeReleases(release.versions)}`;
}
