import { ownValue, recordOf } from "../../base/records.ts";
import type { FactVerification, Gap, NetworkFindings } from "../found.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import type { LockVerification, OpenValue } from "../lock-report.ts";
import { encodePart } from "../values/codec.ts";
import type { Difference } from "../values/compare.ts";
import { nameInId, prefixOfId } from "../values/path.ts";
import type { Reason } from "../values/reason.ts";

/**
 * What was not read now, with the locked values that could be complete by now, and those
 * that have changed in use. What the root of all storage proves is left out.
 */
export function gapsByLock(
  { facts = [], notLookedAt }: NetworkFindings,
  { open = [], changes }: LockVerification,
  locked: LockedNetwork,
): readonly Gap[] | undefined {
  const roots = rootsByLock(facts, locked);
  const isLeftOut = (id: string) => (roots.get(id) ?? "changed") !== "changed";
  const gaps = (notLookedAt ?? []).filter(({ id = "" }) => !isLeftOut(id));
  const named = new Set(gaps.map(({ id }) => id));
  const labelOf = (id: string) =>
    facts.find((one) => one.id === id)?.label ?? id;
  const others = [
    ...changes.map(({ fact = "" }) => fact),
    ...open.map(({ id }) => id),
  ];
  for (const one of open) {
    const { id } = one;
    if (one.open === "now" || named.has(id) || isLeftOut(id)) {
      continue;
    }
    // Another value that has changed at the same place tells more than the root.
    const isTold =
      roots.has(id) &&
      others.some((other) => other !== id && isAtSamePlace(other, id));
    if (!isTold) {
      gaps.push({
        id,
        label: labelOf(id),
        reason: reasonOf(one, roots.has(id)),
      });
    }
  }
  const rootless = [...roots].filter(([, root]) => root === "unread");
  if (rootless.length > 0) {
    const labels = rootless.map(([id]) => labelOf(id)).join(", ");
    gaps.push({ reason: { code: "roots-unread", facts: { labels } } });
  }
  return gaps.length === 0 ? notLookedAt && gaps : gaps;
}

function isAtSamePlace(one: string, other: string): boolean {
  return prefixOfId(one) === prefixOfId(other);
}

/** The reason why a value is not known to be the locked one. */
function reasonOf({ open, difference }: OpenValue, isRoot: boolean): Reason {
  if (open === "lock") {
    return { code: "locked-incompletely" };
  }
  if (isRoot) {
    return { code: "storage-changed" };
  }
  return { code: "changed-in-use", facts: partsOf(difference) };
}

/** Whether the roots of all storage are the locked ones, by the ids of the values. */
function rootsByLock(
  facts: readonly FactVerification[],
  { policy }: LockedNetwork,
): ReadonlyMap<string, "same" | "changed" | "unread"> {
  const roots = new Map<string, "same" | "changed" | "unread">();
  for (const { id, value } of facts) {
    const before = recordOf(ownValue(policy, id))["root"];
    if (nameInId(id) === "storage" && before !== undefined) {
      const now = recordOf(value)["root"];
      const isSame = now === before;
      roots.set(id, now === undefined ? "unread" : isSame ? "same" : "changed");
    }
  }
  return roots;
}

/** What was there before, and what is there now. */
function partsOf({
  removed = [],
  added = [],
}: Partial<Difference> = {}): Reason["facts"] {
  const text = (parts: typeof added) =>
    parts.map(({ value }) => JSON.stringify(encodePart(value))).join(", ");
  return { before: text(removed) || "none", now: text(added) || "none" };
}
