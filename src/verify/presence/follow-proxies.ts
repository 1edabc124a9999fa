import type { Decoded } from "../../base/records.ts";
import { releaseByCodeHash } from "../../contracts/releases.ts";
import { type CodeReading, codeKey } from "../reading/readings.ts";
import { type Hop, hasCloneSize, type KnownSize } from "./read-proxies.ts";

/** The longest chain of proxies that is followed. */
const MAX_HOPS = 4;
const NOTHING: Decoded<undefined> = { ok: true, value: undefined };

/** Whether code is that of a known release. */
export function isReleased({ hash }: KnownSize): boolean {
  return hash !== undefined && releaseByCodeHash(hash) !== undefined;
}

/** What is known of the contracts and what they run, by key. */
export interface Known {
  readonly codes: Map<string, CodeReading>;
  readonly clones: Map<string, Decoded<Hop | undefined>>;
  /** What the storage of a contract says. */
  readonly slots: Map<string, Decoded<Hop | undefined>>;
  /** Contracts whose storage is not looked at. */
  readonly unchecked: Set<string>;
}

/** What must be read to follow a contract's chain any further. */
export interface Need {
  readonly what: "codes" | "clones" | "slots";
  readonly key: string;
}

/** How far a contract can be followed. */
export interface Walk {
  readonly hops: readonly Hop[];
  /** Not there where something must be read first. */
  readonly end?: CodeReading;
  readonly need?: Need;
}

/**
 * Follows a contract to the code that runs in the end. All of it runs in the first
 * contract's storage, so only that one's slots count: those of an implementation
 * say nothing, and a clone of an upgradable proxy has its own.
 */
export function walk(root: string, known: Known): Walk {
  const hops: Hop[] = [];
  let key = root;
  let isSlotUsed = false;
  for (;;) {
    const code = known.codes.get(key);
    if (code === undefined) {
      return { hops, need: { what: "codes", key } };
    }
    if (code.kind !== "code" || isReleased(code)) {
      return { hops, end: code };
    }
    if (hops.length > MAX_HOPS) {
      return {
        hops,
        end: {
          kind: "unknown",
          reason: `its chain of proxies is a loop, or longer than ${MAX_HOPS}`,
        },
      };
    }
    const what = hasCloneSize(code) ? "clones" : "slots";
    const clone = what === "clones" ? known.clones.get(key) : NOTHING;
    if (clone === undefined) {
      return { hops, need: { what, key } };
    }
    const next =
      !clone.ok || clone.value !== undefined
        ? clone
        : isSlotUsed || known.unchecked.has(root)
          ? NOTHING
          : known.slots.get(root);
    if (next === undefined) {
      return { hops, need: { what: "slots", key: root } };
    }
    if (!next.ok) {
      return { hops, end: { kind: "unknown", reason: next.reason } };
    }
    if (next.value === undefined) {
      return { hops, end: code };
    }
    isSlotUsed ||= clone.ok && clone.value === undefined;
    hops.push(next.value);
    key = codeKey(next.value.implementation);
  }
}

/** What must be read before the contracts can be followed any further. */
export function needsOf(walks: Iterable<Walk>): readonly Need[] {
  const needs = [...walks].flatMap(({ need }) => need ?? []);
  return [
    ...new Map(
      needs.map((need) => [`${need.what} ${need.key}`, need]),
    ).values(),
  ];
}
