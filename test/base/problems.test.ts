import { expect } from "chai";
import fc from "fast-check";
import {
  type Check,
  type CheckStatus,
  type Finding,
  groupProblems,
  problemsOf,
  problemTitle,
} from "../../src/base/problems.ts";

function check(
  name: string,
  findings: readonly Finding[],
  group = "contracts",
): Check {
  return { group, name, status: "ok", verdict: "ok", findings };
}

const finding = (
  status: CheckStatus,
  reason: string,
  more: Partial<Finding> = {},
): Finding => ({ status, verdict: status, reason, ...more });

const titlesOf = (...checks: readonly Check[]) =>
  groupProblems(checks).map((problem) => problemTitle(problem));

describe("the problems of checks", () => {
  it("given one cause of several checks, then it is one problem with the worst status, which names them", () => {
    expect(
      problemsOf([
        check("A", [finding("unknown", "no answer", { remedy: "Try." })]),
        check("B", [finding("ok", "a proxy")]),
        check("C", [finding("failed", "no answer", { remedy: "Try." })]),
      ]),
    ).to.deep.equal([
      {
        status: "failed",
        reason: "no answer",
        remedy: "Try.",
        severity: undefined,
        affects: ["A", "C"],
      },
    ]);
  });

  it("given any findings, then each that matters is in one problem, no cause is said twice, and the worst come first", () => {
    const statuses = fc.constantFrom<CheckStatus>(
      "ok",
      "failed",
      "unknown",
      "skipped",
    );
    const findings = fc.array(
      fc.record({
        status: statuses,
        verdict: fc.constantFrom("a", "b"),
        reason: fc.constantFrom("r1", "r2", "r3"),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(findings, { maxLength: 6 }), (lists) => {
        const checks = lists.map((list, index) => check(`C${index}`, list));
        const problems = problemsOf(checks);
        const causes = problems.map(({ reason }) => reason);

        expect(new Set(causes).size).to.equal(causes.length);
        for (const { name, findings: list } of checks) {
          for (const reason of ["r1", "r2", "r3"]) {
            const matters = list.some(
              (one) =>
                one.reason === reason &&
                ["failed", "unknown", "warning"].includes(one.status),
            );
            const named = problems.flatMap((problem) =>
              problem.reason === reason
                ? problem.affects.filter((one) => one === name)
                : [],
            );
            expect(named).to.have.length(matters ? 1 : 0);
          }
        }
        const ranks = problems.map(({ status }) =>
          ["failed", "unknown", "warning"].indexOf(status),
        );
        expect(ranks).to.deep.equal(ranks.toSorted());
      }),
    );
  });
});

describe("a problem's title", () => {
  it("given one check, then it names it with the verdict; given several, then it counts them by verdict", () => {
    const absent = finding("failed", "no code", { verdict: "absent" });

    expect(titlesOf(check("A", [absent]))).to.deep.equal(["A absent"]);
    expect(
      titlesOf(
        check("A", [absent]),
        check("B", [absent]),
        check("C", [{ ...absent, verdict: "changed" }]),
      ),
    ).to.deep.equal(["2 checks absent, C changed"]);
  });

  it("given a network that could not be asked, then what rests on it is counted as not checked", () => {
    const down = finding("unknown", "no answer");

    expect(
      titlesOf(
        check("network", [finding("failed", "no answer")], "network"),
        check("A", [down]),
        check("B", [down]),
      ),
    ).to.deep.equal(["network failed (2 not checked)"]);
    expect(titlesOf(check("network", [down], "network"))).to.deep.equal([
      "network unknown",
    ]);
  });
});
