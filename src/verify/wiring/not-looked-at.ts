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
import type { Reason, ReasonCode } from "../values/reason.ts";
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
  const open = judged.flatMap(({ source, reading, missing }): Gap[] => {
    const { id } = source;
    const label = source.class === "policy" ? source.label : id;
    const reason =
      missing ??
      (reading?.kind === "hidden" ? { code: reading.reason } : undefined);
    if (reason === undefined) {
      return [];
    }
    return [{ id, label, reason }];
  });
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
  const old = followed.flatMap(({ address, label }): Gap[] => {
    const { safe } = judgeHolder(address, answers);
    if (safe !== undefined && isSafeBefore1_3(safe)) {
      return [
        {
          id: address,
          label,
          reason: { code: "old-safe", facts: { release: safe } },
        },
      ];
    }
    return [];
  });
  const addresses = [...new Set(ends)].join(", ");
  const [cut, others] = partition(open);
  return [
    ...others,
    ...(cut.length === 0
      ? []
      : [gap("analysis-limit", { names: cut.map(nameOf).join(", ") })]),
    ...(ends.length === 0
      ? []
      : [gap("depth", { addresses, max: `${MAX_STEPS}` })]),
    ...old,
    ...(followed.length < MAX_FOLLOWED
      ? []
      : [gap("too-many-followed", { max: `${MAX_FOLLOWED}` })]),
  ];
}

/** What exceeds the limits of the analysis is said in one line. */
function partition(all: readonly Gap[]): readonly [Gap[], Gap[]] {
  const isCut = ({ reason }: Gap) => reason.facts?.["why"] === "analysis-limit";
  return [all.filter(isCut), all.filter((one) => !isCut(one))];
}

function nameOf({ id = "" }: Gap): string {
  return prefixOfId(id);
}

function gap(code: ReasonCode, facts: Reason["facts"]): Gap {
  return { reason: { code, facts } };
}
