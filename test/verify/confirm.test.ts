import { expect } from "chai";
import fc from "fast-check";
import { confirmNegatives, type Sign } from "../../src/verify/confirm.ts";

type Finding = Sign | "other" | "disputed";

const SIGNS: readonly Sign[] = ["negative", "positive", "unknown"];
const signOf = (finding: Finding) => SIGNS.find((sign) => sign === finding);

/** What one finding is after it was read again so often. */
async function confirmed(
  first: Finding,
  again: readonly Finding[],
): Promise<Finding | undefined> {
  const [finding] = await confirmNegatives<Finding>([first], {
    reads: again.length + 1,
    readAgain: async (attempt) => [again[attempt - 1] ?? "other"],
    signOf,
    disputed: () => "disputed",
  });
  return finding;
}

describe("confirmNegatives", () => {
  for (const [again, expected] of [
    [["negative", "negative", "negative"], "negative"],
    [["positive", "positive", "positive"], "positive"],
    [["negative", "positive", "negative"], "disputed"],
    [["positive", "positive", "negative"], "disputed"],
    [["negative", "unknown", "negative"], "unknown"],
    [["positive", "unknown", "positive"], "unknown"],
    [["other", "other", "other"], "disputed"],
    [[], "negative"],
  ] as const) {
    it(`given a negative finding that is ${again.join(", ") || "not"} when read again, then it is ${expected}`, async () => {
      expect(await confirmed("negative", again)).to.equal(expected);
    });
  }

  it("given any later reads, then a negative finding stands only if each of them agrees", async () => {
    const readings = fc.array(
      fc.constantFrom<Finding>("negative", "positive", "unknown", "other"),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(readings, async (again) => {
        const stands = (await confirmed("negative", again)) === "negative";
        expect(stands).to.equal(again.every((sign) => sign === "negative"));
      }),
    );
  });

  it("given nothing negative, then nothing is read again", async () => {
    const first: readonly Finding[] = ["positive", "unknown", "other"];

    const findings = await confirmNegatives<Finding>(first, {
      reads: 6,
      readAgain: () => expect.fail("it was read again"),
      signOf,
      disputed: () => "disputed",
    });

    expect(findings).to.deep.equal(first);
  });

  it("given several findings, then only the negative ones may change, and each by its own readings", async () => {
    const findings = await confirmNegatives<Finding>(
      ["positive", "negative", "unknown", "negative"],
      {
        reads: 2,
        readAgain: async () => ["negative", "positive", "negative", "negative"],
        signOf,
        disputed: () => "disputed",
      },
    );

    expect(findings).to.deep.equal([
      "positive",
      "positive",
      "unknown",
      "negative",
    ]);
  });

  it("given a read that leaves a finding out, then that one is disputed", async () => {
    const findings = await confirmNegatives<Finding>(["negative", "negative"], {
      reads: 2,
      readAgain: async () => ["negative"],
      signOf,
      disputed: () => "disputed",
    });

    expect(findings).to.deep.equal(["negative", "disputed"]);
  });
});
