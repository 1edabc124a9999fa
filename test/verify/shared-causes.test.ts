import { expect } from "chai";
import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { type FactVerification, notAContract } from "../../src/verify/found.ts";
import { because, type Reason } from "../../src/verify/values/reason.ts";
import { reportOf as jsonOf } from "../../src/verify/words/report.ts";
import { sentence } from "../../src/verify/words/sentences.ts";
import { expectValidReport } from "../support/schema.ts";
import {
  ADDRESS,
  contract,
  missing,
  OTHER_ADDRESS,
  reportOf,
} from "../tasks/verify/verify-reports.ts";

const TESTNETS_ROUTER = NETWORK_DEFINITIONS.testnet.preset.registry.Router;
const WRONG = `0x${"12".repeat(20)}` as const;

/** A fact of a contract that names another one. */
function names(
  id: string,
  actual: string,
  expected: string = WRONG,
): FactVerification {
  const holds = actual.toLowerCase() === expected.toLowerCase();
  const reason: Reason = { code: "unexpected", facts: { expected, actual } };
  return {
    id,
    class: "structural",
    expected,
    value: actual,
    verdict: holds ? "holds" : "broken",
    ...(holds ? {} : { reason }),
  };
}

function notAsked(id: string, address: `0x${string}`): FactVerification {
  return {
    id,
    class: "policy",
    label: id,
    verdict: "unknown",
    reason: because("unread", notAContract(address)),
  };
}

const router = (address: `0x${string}`) =>
  contract({ address, source: "the built-in preset" });

function problemsOf(
  ...[contracts, facts]: [ReturnType<typeof contract>[], FactVerification[]]
) {
  const report = jsonOf(reportOf({ contracts, facts }));
  const [only] = expectValidReport("verify", report).networks;
  return only?.problems ?? [];
}

describe("the cause that checks share", () => {
  it("given several contracts that name one other address, then the registry's entry is the cause of all of them", () => {
    const problems = problemsOf(
      [router(WRONG)],
      [names("a.router", ADDRESS), names("b.router", ADDRESS)],
    );

    expect(problems).to.deep.equal([
      {
        id: "wrong-entry registry.Router broken",
        status: "failed",
        severity: undefined,
        title: "2 checks broken",
        reason: `2 contracts name ${ADDRESS}, the registry says ${WRONG}: the registry.Router entry is probably wrong`,
        remedy: "Correct the entry.",
        affects: ["a.router", "b.router"],
        named: ["a.router", "b.router"],
      },
    ]);
  });

  it("given that the entry is another network's, then it says whose, and one contract is enough; what is not there, and was not asked, is of the same cause", () => {
    const problems = problemsOf(
      [
        {
          ...missing("Router", "absent", "there is no code"),
          address: TESTNETS_ROUTER,
        },
      ],
      [
        names("a.router", ADDRESS, TESTNETS_ROUTER),
        notAsked("router.owner", TESTNETS_ROUTER),
        notAsked("router.fee", TESTNETS_ROUTER),
      ],
    );

    expect(problems).to.have.length(1);
    expect(problems[0]?.id).to.equal("wrong-entry registry.Router absent");
    expect(problems[0]?.reason).to.equal(
      `there is no code; 1 contract names ${ADDRESS}, the registry says ${TESTNETS_ROUTER}: the registry.Router entry is probably wrong (${TESTNETS_ROUTER} is testnet's Router)`,
    );
    expect(problems[0]?.affects).to.have.members([
      "registry.Router",
      "a.router",
      "router.owner",
      "router.fee",
    ]);
  });

  for (const [title, facts] of [
    [
      "contracts that name different addresses",
      [names("a.router", ADDRESS), names("b.router", OTHER_ADDRESS)],
    ],
    [
      "a contract that names the registry's",
      [names("a.router", ADDRESS), names("b.router", WRONG)],
    ],
  ] as const) {
    it(`given ${title}, then no entry is suspected`, () => {
      const problems = problemsOf([router(WRONG)], [...facts]);

      expect(problems.map(({ reason }) => reason).join("\n"))
        .to.contain("expected")
        .and.not.to.contain("probably wrong");
    });
  }

  it("given another contract that is not there for the same reason, then the entry that is probably wrong is its cause alone, in any order", () => {
    const gone = [
      {
        ...missing("Router", "absent", "there is no code"),
        address: TESTNETS_ROUTER,
      },
      missing("Gone", "absent", "there is no code"),
    ];
    for (const contracts of [gone, gone.toReversed()]) {
      const problems = problemsOf(contracts, [
        names("a.router", ADDRESS, TESTNETS_ROUTER),
      ]);
      const suspected = problems.filter(({ reason }) =>
        reason.includes("probably wrong"),
      );

      expect(suspected.map(({ affects }) => affects.toSorted())).to.deep.equal([
        ["a.router", "registry.Router"],
      ]);
      expect(
        problems
          .filter((one) => !suspected.includes(one))
          .map(({ id, reason, affects }) => [id, reason, affects]),
      ).to.deep.equal([
        ["endpoint absent", "there is no code", ["registry.Gone"]],
      ]);
    }
  });

  it("given several contracts that are not there for one reason, then they are one problem", () => {
    const gone = ["One", "Other"].map((key) =>
      missing(key, "absent", "there is no code"),
    );

    expect(problemsOf(gone, []).map(({ affects }) => affects)).to.deep.equal([
      ["registry.One", "registry.Other"],
    ]);
  });

  it("given a contract that could not be read, then facts that were not asked for it have its reason", () => {
    const problems = problemsOf(
      [
        { ...missing("Router", "unknown", "HTTP 500"), address: WRONG },
        missing("Gone", "absent", "there is no code"),
      ],
      [notAsked("router.owner", WRONG), notAsked("other.owner", OTHER_ADDRESS)],
    );

    expect(
      problems.map(({ reason, affects }) => [reason, affects]),
    ).to.deep.equal([
      ["there is no code", ["registry.Gone"]],
      ["HTTP 500", ["registry.Router", "router.owner"]],
      [
        sentence(because("unread", notAContract(OTHER_ADDRESS))),
        ["other.owner"],
      ],
    ]);
  });
});
