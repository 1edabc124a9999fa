import { ownValue } from "../../base/records.ts";
import type {
  FactVerification,
  LockChange,
  LockVerification,
  NetworkVerification,
} from "../report.ts";
import type { LockedValue } from "../wiring/facts.ts";
import type { LockedNetwork } from "./lock-file.ts";

/** Policy values against the lock. */
export interface PolicyComparison {
  readonly changes: readonly LockChange[];
  readonly unread: LockVerification["unread"];
  /** The ids of values that the lock does not have. */
  readonly unpinned: readonly string[];
}

/** The policy facts of a network, which only level `wiring` has. */
export function comparePolicy(
  { facts }: Pick<NetworkVerification, "facts">,
  { policy = {} }: Pick<LockedNetwork, "policy">,
): PolicyComparison {
  if (facts === undefined) {
    return { changes: [], unread: [], unpinned: [] };
  }
  const found = facts.filter((fact) => fact.class === "policy");
  const ids = new Set(found.map(({ id }) => id));
  const changes: LockChange[] = [];
  const unread: { contract: string; reason: string }[] = [];
  for (const fact of found) {
    const { id, reason = "it was not read" } = fact;
    const locked = ownValue(policy, id);
    if (locked === undefined) {
      continue;
    }
    const change = changeOf(fact, locked);
    if (change !== undefined) {
      changes.push(change);
    } else if (fact.verdict === "unknown") {
      unread.push({ contract: id, reason });
    }
  }
  const gone = Object.entries(policy)
    .filter(([id]) => !ids.has(id))
    .map(
      ([id, value]): LockChange => ({
        fact: id,
        field: "policy",
        locked: textOf(value),
      }),
    );
  return {
    changes: [...changes, ...gone],
    unread,
    unpinned: [...ids].filter((id) => ownValue(policy, id) === undefined),
  };
}

/** A locked value in one line. */
export function textOf(value: LockedValue): string {
  return typeof value === "string"
    ? value
    : value.length === 0
      ? "none"
      : value.join(", ");
}

/** Of a holder, the address alone may prove that it is another one. */
function changeOf(
  { id, label, actual, items, verdict }: FactVerification,
  locked: LockedValue,
): LockChange | undefined {
  const now = items ?? actual;
  if (now === undefined) {
    return undefined;
  }
  const isSame =
    verdict === "unknown"
      ? textOf(locked).split(" ")[0]?.toLowerCase() === actual?.toLowerCase()
      : sameValue(locked, now);
  if (isSame) {
    return undefined;
  }
  const isList = typeof locked !== "string" && items !== undefined;
  return {
    fact: id,
    ...(label === undefined ? {} : { label }),
    field: "policy",
    locked: textOf(locked),
    actual: textOf(now),
    ...(isList
      ? {
          added: items.filter((item) => !locked.includes(item)),
          removed: locked.filter((item) => !items.includes(item)),
        }
      : {}),
  };
}

function sameValue(one: LockedValue, other: LockedValue): boolean {
  const text = (value: LockedValue) => JSON.stringify(value).toLowerCase();
  return text(one) === text(other);
}
