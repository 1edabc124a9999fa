import { given, ownValue } from "../../base/records.ts";
import type { LockedNetwork, LockedProxy } from "../lock-file/lock-file.ts";
import { isWhole } from "../lock-file/locked-values.ts";
import type { LockChange } from "../lock-report.ts";
import { type Json, readingOf } from "../values/codec.ts";
import { addressInId } from "../values/path.ts";
import { canonicalReading } from "../values/value.ts";

/** A part of an entry that no change names, since there was nothing to compare it with. */
export interface Addition {
  readonly id: string;
  /** Not there where the lock had none, or has none now. */
  readonly before: Part | undefined;
  readonly now: Part | undefined;
}

/** A hash or a name, what a contract runs, or a value. */
export type Part =
  | { readonly text: string }
  | { readonly proxy: LockedProxy }
  | { readonly value: Json };

/**
 * The values that a new entry has, and that the locked one lacks or has
 * otherwise without a change.
 */
export function additions(
  locked: LockedNetwork,
  entry: LockedNetwork,
  changes: readonly LockChange[],
): Addition[] {
  // Where a list was not whole, a change does not name what may have been there before.
  const named = new Set(
    changes
      .filter(({ fact = "" }) => isWhole(ownValue(locked.policy, fact)))
      .map(
        ({ fact, contract, field }) =>
          fact ?? given(contract, field !== "proxy" && field).join(" "),
      ),
  );
  // Of a contract that is gone, nothing is in the entry.
  const ids = Object.keys(entry.contracts);
  const [was, is] = [partsOf(locked, ids), partsOf(entry, ids)];
  const added: Addition[] = [];
  for (const id of new Set([...is.keys(), ...was.keys()])) {
    const [before, now] = [was.get(id), is.get(id)];
    // The settled block moves on, and an address loses its values with its power.
    const isExpected =
      before !== undefined &&
      (id === "blockHash" || (now === undefined && addressInId(id)));
    if (!isExpected && !named.has(id) && !isSamePart(before, now)) {
      added.push({ id, before, now });
    }
  }
  return added;
}

/** The values of an entry by id, and what these contracts run. */
function partsOf(
  { genesisHash, blockHash, contracts, policy }: LockedNetwork,
  ids: readonly string[],
): ReadonlyMap<string, Part> {
  const hashes = Object.entries({ genesisHash, blockHash });
  const parts = new Map<string, Part>(
    hashes.flatMap(([id, hash]) => (hash ? [[id, { text: hash }]] : [])),
  );
  for (const id of ids) {
    const { codeHash, proxy } = ownValue(contracts, id) ?? {};
    if (codeHash !== undefined) {
      parts.set(`${id} codeHash`, { text: codeHash });
    }
    if (proxy !== undefined) {
      parts.set(id, { proxy });
    }
  }
  for (const [id, value] of Object.entries(policy)) {
    parts.set(id, { value });
  }
  return parts;
}

function isSamePart(before: Part | undefined, now: Part | undefined): boolean {
  const keyOf = (part: Part | undefined) => {
    if (part !== undefined && "value" in part) {
      return canonicalReading(readingOf(part.value));
    }
    return JSON.stringify(part)?.toLowerCase();
  };
  return keyOf(before) === keyOf(now);
}
