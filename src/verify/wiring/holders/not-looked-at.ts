import { isZeroAddress } from "../../../base/address.ts";
import { SAFE_BEFORE_1_3 } from "../../../contracts/types/safe.ts";
import { codeKey } from "../../reading/readings.ts";
import type { WiringAnswers } from "../answers.ts";
import { holdersOf } from "../decode-answers.ts";
import type { JudgedFact } from "../judge-facts.ts";
import { judgeHolder } from "../judge-holder.ts";
import { type Followed, MAX_FOLLOWED, MAX_STEPS } from "./followed.ts";
import { namedBy } from "./naming.ts";

/**
 * What was not read of those who control the network, and why: nothing, where all of
 * it was.
 */
export function notLookedAt(
  judged: readonly JudgedFact[],
  followed: readonly Followed[],
  answers: WiringAnswers,
): readonly string[] {
  const open = judged.flatMap(({ source, fact, reading, missing }) => {
    const label = source.class === "policy" ? source.label : source.id;
    return missing !== undefined
      ? [`${label}: ${missing}`]
      : reading?.kind === "hidden"
        ? [`${label}: ${fact.actual}`]
        : [];
  });
  const read = new Set(followed.map(({ address }) => codeKey(address)));
  const ends = judged.flatMap(({ source }) => {
    if (source.class !== "policy" || source.isLast !== true) {
      return [];
    }
    const further =
      "derived" in source.source
        ? namedBy(source, answers, undefined)
        : holdersOf(source, answers);
    return further.filter(
      (one) => !read.has(codeKey(one)) && !isZeroAddress(one),
    );
  });
  const old = followed.flatMap(({ address, label }) => {
    const { safe } = judgeHolder(address, answers);
    return safe !== undefined && SAFE_BEFORE_1_3.test(safe)
      ? [`${label}: the fallback handler of a Safe ${safe} cannot be read`]
      : [];
  });
  return [
    ...open,
    ...(ends.length === 0
      ? []
      : [
          `behind ${[...new Set(ends)].join(", ")} nothing was read: more than ${MAX_STEPS} steps away`,
        ]),
    ...old,
    ...(followed.length < MAX_FOLLOWED
      ? []
      : [`only the first ${MAX_FOLLOWED} addresses with a power were read`]),
  ];
}
