import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { judgeNetwork } from "../../../src/verify/judge-network.ts";
import { contractId } from "../../../src/verify/values/path.ts";
import type { Scenario } from "./scenarios.ts";

/** Verdicts by id, or values by id; `null` of what is not there any more. */
export type Entries = Readonly<Record<string, unknown>>;

/** An address, a hash or code, of which the first and last digits are enough. */
const LONG = /(0x[0-9a-f]{4})[0-9a-f]{30,}([0-9a-f]{6})/gi;

/** What differs in a scenario. */
export interface Recorded {
  readonly verdicts: Entries;
  readonly values: Entries;
}

/**
 * Notes of each scenario what differs from the first one of its group, and where there is
 * one that is much the same, from what that one leads to expect.
 */
export class Recorder {
  readonly #first = new Map<string, Recorded>();
  readonly #differences = new Map<string, Recorded>();

  record({ group, name, like, found, names = {} }: Scenario): Recorded {
    const named = (entries: Entries): Entries => {
      let text = JSON.stringify(entries);
      for (const [one, address] of Object.entries(names)) {
        text = text.replaceAll(new RegExp(address, "gi"), `{${one}}`);
      }
      return JSON.parse(text.replaceAll(LONG, "$1…$2"));
    };
    const all: Recorded = {
      verdicts: named(verdictsOf(found)),
      values: named(valuesOf(found)),
    };
    const first = this.#first.get(group);
    if (first === undefined) {
      this.#first.set(group, all);
      return all;
    }
    const expected = this.#differences.get(`${like}: ${name}`);
    const differing = (what: keyof Recorded) => {
      const own = differences(all[what], first[what]);
      const others = expected?.[what] ?? {};
      return [
        own,
        differences({ ...first[what], ...own }, { ...first[what], ...others }),
      ] as const;
    };
    const [verdicts, values] = [differing("verdicts"), differing("values")];
    this.#differences.set(`${group}: ${name}`, {
      verdicts: verdicts[0],
      values: values[0],
    });
    return { verdicts: verdicts[1], values: values[1] };
  }
}

/** The outcomes, and of each contract and fact all that is decided. */
function verdictsOf(found: JudgedNetwork): Entries {
  const words = new Map<string, string[]>();
  const add = (id: string, ...more: readonly (string | undefined)[]) => {
    const given = more.filter((one) => one !== undefined);
    words.set(id, [...(words.get(id) ?? []), ...given]);
  };
  add("outcome", judgeNetwork(found, false).outcome);
  add("strict", judgeNetwork(found, true).outcome);
  for (const contract of found.contracts) {
    if (contract.verdict === "skipped") {
      continue;
    }
    const { identity, proxy } = contract;
    const id = contractId(contract);
    add(id, contract.verdict, identity?.verdict, identity?.basis);
    add(id, proxy && `proxy-${proxy.verdict}`, unreadProxy(contract));
  }
  for (const { id, verdict } of found.facts ?? []) {
    add(id, verdict);
  }
  const {
    verdict,
    changes = [],
    unread = [],
    unpinned = [],
  } = found.lock ?? {};
  add("lock", verdict);
  for (const { contract, fact, field } of changes) {
    // Of a fact that is there, its own verdict says so.
    if (fact === undefined || !words.get(fact)?.includes("changed")) {
      add(contract ?? fact ?? "lock", `changed-${field}`);
    }
  }
  for (const one of unread) {
    // The released version calls it otherwise.
    add(one.id ?? Object(one).contract, "uncompared");
  }
  for (const id of unpinned) {
    add(id, "not-locked");
  }
  return Object.fromEntries([...words].map(([id, all]) => [id, all.join(" ")]));
}

/** Why it is not known what a contract runs; the released version has two texts. */
function unreadProxy(contract: JudgedNetwork["contracts"][number]) {
  const { proxyUnknown, proxyNotReadable } = Object(contract);
  const kind =
    contract.proxyUnread?.kind ??
    (proxyUnknown && "unread") ??
    (proxyNotReadable && "hidden");
  return kind && `proxy-${kind}`;
}

/** Of what was read. */
function valuesOf({ facts = [] }: JudgedNetwork): Entries {
  const read = facts.filter(({ value }) => value !== undefined);
  return Object.fromEntries(read.map(({ id, value }) => [id, value]));
}

function differences(now: Entries, before: Entries): Entries {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const isOther = (id: string) =>
    JSON.stringify(now[id] ?? null) !== JSON.stringify(before[id] ?? null);
  return Object.fromEntries(
    ids
      .filter(isOther)
      .sort()
      .map((id) => [id, now[id] ?? null]),
  );
}

/** One line a scenario; ids of one verdict are listed together. */
export function textOf(
  recorded: ReadonlyMap<string, Recorded>,
  what: keyof Recorded,
): string {
  const lines = [...recorded].map(([scenario, { [what]: entries }]) => {
    const byVerdict = Map.groupBy(Object.keys(entries), (id) => entries[id]);
    const shown =
      what === "values"
        ? entries
        : Object.fromEntries(
            [...byVerdict].map(([verdict, ids]) => [verdict, ids.join(" ")]),
          );
    return `${JSON.stringify(scenario)}: ${JSON.stringify(shown)}`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}
