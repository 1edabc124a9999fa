import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { useProfileBench } from "../../support/node-model/profile-node.ts";
import { type Entries, type Recorded, Recorder, textOf } from "./record.ts";
import { allScenarios } from "./scenarios.ts";

/** The verdicts of the version before, and the values of this one. */
const FILES = {
  verdicts: new URL("before.json", import.meta.url),
  values: new URL("values.json", import.meta.url),
} as const;
/** `WRITE_DIFFERENTIAL=verdicts,values` keeps what is found now. */
const WRITTEN = (["verdicts", "values"] as const).filter((what) =>
  process.env["WRITE_DIFFERENTIAL"]?.includes(what),
);

/** A verdict that is right to be another one than before. */
interface Allowed {
  readonly why: string;
  /** Of `SCENARIO | ID | BEFORE → NOW`, where `=` is what the scenario is expected to have. */
  readonly pattern: RegExp;
}

const ALLOWED: readonly Allowed[] = [
  {
    why: "who is behind an address is a fact of its own, `0x….is`",
    pattern: /\.is \| = → (holds|listed|listed not-locked|null)$/,
  },
  {
    why: "code at an address is told there, which is one fact",
    pattern:
      /(has code now \| 0x\S+|another delegate \| \{delegated\}|^many, confirmed: changes [14] \| \S+)\.is \| = → changed$/,
  },
  {
    why: "it is not told at the five facts that name the address, which is the same",
    pattern:
      /^lock: an owner: the router's account has code now \| (router|factory|registry\.Alpha|collector)\.(owner|payee) \| changed → =$/,
  },
  {
    why: "nor at a wallet's list of owners",
    pattern:
      /(: council: an owner has code now|^many, .*: changes 1) \| \{council\}\.owners \| (changed|listed|null) → =$/,
  },
  {
    why: "nor at the fact that names an account which delegates to other code",
    pattern:
      /(: delegated: another delegate|^many, confirmed: changes 4) \| \{authorised\}\.owner \| changed → =$/,
  },
  {
    why: "hidden values are locked, so that a lock may lack one (`not-locked`), as where it is shown",
    pattern:
      /^many, not all locked or shown, confirmed: changes 4 \| \{(exchange|feeCollector)\}\.dependencies \| listed → =$/,
  },
  {
    why: "hidden values are locked, so that one that is shown now is unclear, not missing",
    pattern:
      /^many, not all locked: \S+( \d)? \| \S+\.dependencies \| listed not-locked → unknown uncompared$/,
  },
  {
    why: "what is unclear is unknown, strict as well",
    pattern: /^many, not all locked: nothing \| strict \| failed → unknown$/,
  },
];
const NOT_ALLOWED: Allowed = { why: "", pattern: /^/ };

describe("the verdicts of the version before", function () {
  this.timeout(600_000);
  const runProfile = useProfileBench();
  const recorded = new Map<string, Recorded>();

  before(async () => {
    const recorder = new Recorder();
    for await (const scenario of allScenarios(runProfile)) {
      const name = `${scenario.group}: ${scenario.name}`;
      expect(recorded.has(name), name).to.equal(false);
      recorded.set(name, recorder.record(scenario));
    }
    for (const what of WRITTEN) {
      writeFileSync(FILES[what], textOf(recorded, what));
    }
  });

  it("are the same now, but for those that are right to be others, each of which there is", () => {
    const used = new Set<Allowed>();
    const wrong = differencesIn("verdicts").filter((line) => {
      const allowed = ALLOWED.find(({ pattern }) => pattern.test(line));
      used.add(allowed ?? NOT_ALLOWED);
      return allowed === undefined;
    });

    expect(wrong.length, wrong.slice(0, 40).join("\n")).to.equal(0);
    expect(ALLOWED.filter((one) => !used.has(one))).to.deep.equal([]);
  });

  it("are of the same values as when these were written", () => {
    const wrong = differencesIn("values");
    expect(wrong.length, wrong.slice(0, 40).join("\n")).to.equal(0);
  });

  /** `SCENARIO | ID | BEFORE → NOW` for each difference from what is kept. */
  function differencesIn(what: keyof Recorded): readonly string[] {
    const kept = parsed(what, readFileSync(FILES[what], "utf8"));
    const now = parsed(what, textOf(recorded, what));
    return [...new Set([...kept.keys(), ...now.keys()])]
      .filter((key) => kept.get(key) !== now.get(key))
      .map(
        (key) => `${key} | ${kept.get(key) ?? "="} → ${now.get(key) ?? "="}`,
      );
  }
});

/** What is recorded by `SCENARIO | ID`, and that the scenario was run. */
function parsed(
  what: keyof Recorded,
  text: string,
): ReadonlyMap<string, string> {
  const scenarios: Record<string, Entries> = JSON.parse(text);
  return new Map(
    Object.entries(scenarios).flatMap(([scenario, entries]) => [
      [scenario, "run"] as const,
      ...Object.entries(entries).flatMap(([key, entry]) =>
        what === "values"
          ? [[`${scenario} | ${key}`, JSON.stringify(entry)] as const]
          : String(entry)
              .split(" ")
              .map((id) => [`${scenario} | ${id}`, key] as const),
      ),
    ]),
  );
}
