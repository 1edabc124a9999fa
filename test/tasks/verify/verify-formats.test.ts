import { expect } from "chai";

import { assertVerified } from "../../../src/testing.ts";
import type { VerifyReport } from "../../../src/verify/report.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { verifyGithub } from "../../../tasks/verify/formats/github.ts";
import { verifyJunit } from "../../../tasks/verify/formats/junit.ts";
import { verifyMarkdown } from "../../../tasks/verify/formats/markdown.ts";
import { verifyTable } from "../../../tasks/verify/formats/table.ts";
import { expectValidReport } from "../../support/schema.ts";
import {
  contract,
  HOSTILE,
  hostileReport,
  missing,
  network,
  OTHER_ADDRESS,
  report,
  unprintable,
  unreachable,
} from "./verify-reports.ts";

function assertion(given: VerifyReport): string {
  try {
    assertVerified(given);
  } catch (error) {
    return String(error);
  }
  return "";
}

const FORMATS: Readonly<Record<string, (given: VerifyReport) => string>> = {
  table: (given) => verifyTable(given, PLAIN),
  markdown: verifyMarkdown,
  github: verifyGithub,
  junit: verifyJunit,
  assertVerified: assertion,
};

/** What is left of a text whatever a format wraps or escapes in it. */
const letters = (text: string) =>
  text.replace(/&#\d+;|<!-- -->|%[0-9A-F]{2}/g, "").replace(/[^\p{L}\d]/gu, "");

/** One of everything that can be wrong, each with a reason of its own. */
const EVERYTHING = report([
  network({
    outcome: "failed",
    reason: "of 7 contracts, several",
    contracts: [
      missing("Gone", "absent", "no code there"),
      missing("Lent", "delegated", "it is an account"),
      missing("Late", "unknown", "the node was too slow"),
      missing("Unset", "unset", "no source gives its address"),
      contract({
        key: "Proxy",
        proxy: {
          kind: "eip1967",
          implementation: OTHER_ADDRESS,
          verdict: "absent",
          reason: "no code behind it",
        },
      }),
      contract({ key: "Doubtful", proxyUnknown: "its slot is unread" }),
      contract({
        key: "Swapped",
        identity: { verdict: "wrong", reason: "it is the Dispenser" },
      }),
    ],
    facts: [
      {
        id: "router.factory",
        class: "structural",
        expected: "one",
        actual: "two",
        verdict: "broken",
        reason: "expected one, got two",
      },
      {
        id: "factory.router",
        class: "structural",
        expected: "one",
        verdict: "unknown",
        reason: "the call was not answered",
      },
    ],
    lock: {
      verdict: "changed",
      block: "5",
      reason: "1 change",
      changes: [
        {
          contract: "registry.Old",
          severity: "control",
          field: "address",
          actual: "another",
        },
      ],
      unread: [{ contract: "registry.Late", reason: "it gave no hash" }],
    },
  }),
]);

describe("the formats of alpha verify", () => {
  for (const [title, given] of [
    ["one of everything that can be wrong", EVERYTHING],
    ["a node that cannot be reached", report([unreachable("no answer")])],
    [
      "a node of another chain",
      report([unreachable("it serves chain 1", "failed")]),
    ],
  ] as const) {
    it(`given ${title}, then the report says each cause once, and every format has each reason and remedy`, () => {
      const { networks } = expectValidReport("verify", JSON.stringify(given));
      const problems = networks.flatMap((one) => one.problems ?? []);
      expect(problems).to.not.have.length(0);
      for (const [name, format] of Object.entries(FORMATS)) {
        const text = letters(format(given));
        for (const { reason, remedy = "" } of problems) {
          expect(text, name).to.contain(letters(reason));
          expect(text, name).to.contain(letters(remedy));
        }
      }
    });
  }

  it("given a node that cannot be reached, then all but JUnit, whose cases stand alone, say why and what to do once", () => {
    const given = report([unreachable("no answer at all")]);

    for (const [name, format] of Object.entries(FORMATS)) {
      if (name !== "junit") {
        for (const text of ["no answer at all", "Check the node"]) {
          expect(format(given).split(text), name).to.have.length(2);
        }
      }
    }
  });

  it("given everything, then what is no problem is no finding, and each check that is not fine has a problem", () => {
    const [first] = EVERYTHING.networks;
    const named = new Set(first?.problems?.flatMap(({ affects }) => affects));
    const checks = first?.checks ?? [];

    expect(
      checks
        .filter(({ status }) => status !== "ok" && status !== "skipped")
        .map(({ name }) => name),
    ).to.have.members([...named]);
  });
});

describe("the verify report as a table", () => {
  it("given a contract that fails in two ways, then the row has the worst, and both reasons stand below it", () => {
    const table = verifyTable(
      report([
        network({
          outcome: "failed",
          reason: "r",
          contracts: [
            contract({
              proxyUnknown: "its slot is unread",
              identity: { verdict: "wrong", reason: "it is the Dispenser" },
            }),
          ],
        }),
      ]),
      PLAIN,
    );

    expect(table).to.match(/✘ wrong +Router/);
    expect(table).to.contain("it is the Dispenser. Check the address");
    expect(table).to.contain(
      "whether it is a proxy is unknown: its slot is unread",
    );
  });

  for (const text of HOSTILE) {
    it(`given ${JSON.stringify(text)} wherever a text can be, then nothing unprintable comes of it`, () => {
      const table = verifyTable(hostileReport(text), PLAIN);

      expect(unprintable(table)).to.deep.equal([]);
    });
  }
});
