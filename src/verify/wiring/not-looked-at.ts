import { isZeroAddress } from "../../base/address.ts";
import { isSafeBefore1_3 } from "../../contracts/types/safe.ts";
import { holdersOf } from "../follow/decode-answers.ts";
import { type Followed, MAX_FOLLOWED, MAX_STEPS } from "../follow/followed.ts";
import { judgeHolder } from "../follow/judge-holder.ts";
import { namedBy } from "../follow/naming.ts";
import type { Gap } from "../found.ts";
import type { Answers } from "../questions/answers.ts";
import { codeKey } from "../questions/readings.ts";
import { prefixOfId } from "../values/path.ts";
import type { JudgedFact } from "./judge-facts.ts";

/**
 * The parts of those who control the network that were not read, and why; empty
 * if everything was.
 */
export function notLookedAt(
  judged: readonly JudgedFact[],
  followed: readonly Followed[],
  answers: Answers,
): readonly Gap[] {
  const open: Gap[] = [];
  for (const { source, reading, missing } of judged) {
    const { id } = source;
    const label = source.class === "policy" ? source.label : id;
    if (missing !== undefined) {
      open.push({ id, label, reason: missing });
    } else if (reading?.kind === "hidden") {
      open.push({ id, label, reason: { code: reading.reason } });
    }
  }
  const read = new Set(followed.map(({ address }) => codeKey(address)));
  const ends = judged.flatMap(({ source }) => {
    if (source.class !== "policy" || source.isLast !== true) {
      return [];
    }
    const further =
      "derived" in source.source || "offered" in source.source
        ? namedBy(source, answers, undefined)
        : holdersOf(source, answers);
    return further.filter(
      (one) => !read.has(codeKey(one)) && !isZeroAddress(one),
    );
  });
  // What exceeds the limits of the analysis is said in one line.
  const isCut = ({ reason }: Gap) => reason.facts?.["why"] === "analysis-limit";
  const gaps = open.filter((one) => !isCut(one));
  const cut = open.filter(isCut).map(({ id = "" }) => prefixOfId(id));
  if (cut.length > 0) {
    const facts = { names: cut.join(", ") };
    gaps.push({ reason: { code: "analysis-limit", facts } });
  }
  if (ends.length > 0) {
    const addresses = [...new Set(ends)].join(", ");
    const facts = { addresses, max: `${MAX_STEPS}` };
    gaps.push({ reason: { code: "depth", facts } });
  }
  for (const { address: id, label } of followed) {
    const { safe: release } = judgeHolder(id, answers);
    if (release !== undefined && isSafeBefore1_3(release)) {
      gaps.push({
        id,
        label,
        reason: { code: "old-safe", facts: { release } },
      });
    }
  }
  if (followed.length >= MAX_FOLLOWED) {
    const facts = { max: `${MAX_FOLLOWED}` };
    gaps.push({ reason: { code: "too-many-followed", facts } });
  }
  return gaps;
}
