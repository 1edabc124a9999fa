import { expect } from "chai";

import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import {
  describeNotAsked,
  type FactVerification,
} from "../../src/verify/report.ts";
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
  return {
    id,
    class: "structural",
    expected,
    actual,
    verdict: holds ? "holds" : "broken",
    ...(holds ? {} : { reason: `expected ${expected}, got ${actual}` }),
  };
}

function notAsked(id: string, address: `0x${string}`): FactVerification {
  return {
    id,
    class: "policy",
    label: id,
    verdict: "unknown",
    reason: `it could not be read: ${describeNotAsked(address)}`,
  };
}

const router = (address: `0x${string}`) =>
  contract({ address, source: "the built-in preset" });

function problemsOf(
  ...[contracts, facts]: [ReturnType<typeof contract>[], FactVerification[]]
) {
  const [only] = reportOf({ contracts, facts }).networks;
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
        status: "failed",
        severity: undefined,
        reason: `2 contracts name ${ADDRESS}, the registry says ${WRONG}: the registry.Router entry is probably wrong`,
        remedy: "Correct the entry.",
        affects: ["a.router", "b.router"],
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
        `it could not be read: ${describeNotAsked(OTHER_ADDRESS)}`,
        ["other.owner"],
      ],
    ]);
  });
});
