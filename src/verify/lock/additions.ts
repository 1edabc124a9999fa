import { given, ownValue } from "../../base/records.ts";
import type { NetworkVerification } from "../report.ts";
import { encode, readingOf } from "../values/codec.ts";
import { addressInId } from "../wiring/policy-facts.ts";
import { render, type Words } from "../words/render.ts";
import { differingParts } from "./compare-proxy.ts";
import type { LockedNetwork } from "./lock-file.ts";
import type { LockChange } from "./lock-report.ts";
import { isWhole, lockedWords, presentWords } from "./locked-values.ts";

/** A part of an entry that no change names, since there was nothing to compare it with. */
export interface Addition {
  readonly name: string;
  /** Not there where the lock had none, or has none now. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

/** What a new entry has, and the locked one lacks or has otherwise without a change. */
export function additions(
  network: NetworkVerification,
  locked: LockedNetwork,
  entry: LockedNetwork,
  changes: readonly LockChange[],
): Addition[] {
  // Where a list was not whole, a change does not name what may have been there before.
  const told = new Set(
    changes
      .filter(({ fact = "" }) => isWhole(ownValue(locked.policy, fact)))
      .map(
        ({ fact, contract, field }) =>
          fact ?? given(contract, field !== "proxy" && field).join(" "),
      ),
  );
  // Of a contract that is gone, nothing is in the entry.
  const ids = Object.keys(entry.contracts);
  const factOf = (id: string) => network.facts?.find((fact) => fact.id === id);
  const was = partsOf(locked, ids, (id) => lockedWords(locked, factOf(id)));
  const is = partsOf(entry, ids, (id) => presentWords(network, factOf(id)));
  const added: Addition[] = [];
  for (const id of new Set([...is.keys(), ...was.keys()])) {
    const [before, now] = [was.get(id), is.get(id)];
    // The settled block moves on, and an address loses its values with its power.
    const isExpected =
      before !== undefined &&
      (id === "blockHash" || (now === undefined && addressInId(id)));
    if (!isExpected && !told.has(id) && before?.key !== now?.key) {
      const name = factOf(id)?.label ?? id;
      added.push({ name, before: before?.text, now: now?.text });
    }
  }
  return added;
}

/** A part of an entry in words, and what it is compared by. */
interface Part {
  readonly text: string;
  readonly key: string;
}

/** The values of an entry by id, and what these contracts run. */
function partsOf(
  { genesisHash, blockHash, contracts, policy }: LockedNetwork,
  ids: readonly string[],
  wordsOf: (id: string) => Words,
): ReadonlyMap<string, Part> {
  const texts = Object.entries({ genesisHash, blockHash });
  for (const id of ids) {
    const { codeHash, proxy } = ownValue(contracts, id) ?? {};
    texts.push([`${id} codeHash`, codeHash]);
    texts.push([id, differingParts(proxy, undefined)]);
  }
  const values = Object.entries(policy).map(([id, value]) => {
    const reading = readingOf(value);
    const key = JSON.stringify(encode(reading));
    return [id, { text: render(reading, wordsOf(id)), key }] as const;
  });
  return new Map([
    ...texts.flatMap(([id, text]) =>
      text ? [[id, { text, key: text.toLowerCase() }] as const] : [],
    ),
    ...values,
  ]);
}
