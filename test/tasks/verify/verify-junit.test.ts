import { expect } from "chai";
import type { JudgedReport } from "../../../src/verify/found.ts";
import { verifyJunit } from "../../../tasks/verify/formats/junit.ts";
import { junitFaults } from "./junit-faults.ts";
import { type ReadElement, readXml } from "./read-xml.ts";
import {
  ADDRESS,
  contract,
  HOSTILE,
  hostileReport,
  missing,
  report,
  reportOf,
  TWO_CHANGES,
  unprintable,
  unreachable,
} from "./verify-reports.ts";

function suites(given: JudgedReport): readonly ReadElement[] {
  const root = readXml(verifyJunit(given));
  expect(junitFaults(root)).to.deep.equal([]);
  return root.children;
}

/** Each case with what it came to, as `class name: element`. */
function cases(given: JudgedReport): readonly string[] {
  return suites(given).flatMap(({ children }) =>
    children
      .filter(({ name }) => name === "testcase")
      .map(
        ({ attributes, children: [result] }) =>
          `${attributes["classname"]} ${attributes["name"]}: ${result?.name ?? "passed"}`,
      ),
  );
}

/** The elements of that name, at any depth. */
function all(elements: readonly ReadElement[], wanted: string): ReadElement[] {
  return elements.flatMap((element) => [
    ...(element.name === wanted ? [element] : []),
    ...all(element.children, wanted),
  ]);
}

describe("the verify report as JUnit XML", () => {
  it("given a network that is ok, then its suite has a passed case for it, each contract, each fact and the lock", () => {
    const given = reportOf({
      contracts: [contract(), contract({ key: "List", index: 1 })],
      facts: [
        {
          id: "router.factory",
          class: "structural",
          expected: "x",
          value: "x",
          verdict: "holds",
        },
      ],
      lock: { verdict: "holds", block: "5", changes: [], unread: [] },
    });

    expect(cases(given)).to.deep.equal([
      "devnet.network network: passed",
      "devnet.contracts registry.Router: passed",
      "devnet.contracts registry.List[1]: passed",
      "devnet.wiring router.factory: passed",
      "devnet.lock lock file: passed",
    ]);
  });

  it("given every verdict, then what is proven is a failure, what is unknown or unset an error, what is skipped skipped", () => {
    const given = reportOf({
      contracts: [
        contract(),
        missing("A", "absent", "r1"),
        missing("B", "delegated", "r2"),
        missing("C", "unknown", "r3"),
        missing("D", "unset", "r4"),
        missing("E", "skipped", "r5"),
      ],
    });

    expect(cases(given)).to.deep.equal([
      "devnet.network network: passed",
      "devnet.contracts registry.Router: passed",
      "devnet.contracts registry.A: failure",
      "devnet.contracts registry.B: failure",
      "devnet.contracts registry.C: error",
      "devnet.contracts registry.D: error",
      "devnet.contracts registry.E: skipped",
    ]);
    const results = all(suites(given), "failure");
    expect(
      results.map(({ attributes }) => attributes["message"]),
    ).to.deep.equal(["absent: r1", "delegated: r2"]);
  });

  for (const [outcome, element] of [
    ["failed", "failure"],
    ["unknown", "error"],
  ] as const) {
    it(`given a network that is ${outcome}, then its case is the ${element}, and counts its contracts; no time is made up`, () => {
      const given = report([unreachable("no answer", outcome)]);

      expect(cases(given)).to.deep.equal([
        `devnet.network network: ${element}`,
      ]);
      expect(all(suites(given), element)[0]?.attributes["message"]).to.equal(
        `network ${outcome} (2 not checked): no answer`,
      );
      expect(suites(given)[0]?.attributes["timestamp"]).to.equal(
        "1970-01-01T00:00:00",
      );
    });
  }

  it("given changes since the lock, then the lock's case names the first and counts the others, and their severity is a property", () => {
    const given = reportOf({ lock: TWO_CHANGES });

    const [failure] = all(suites(given), "failure");
    expect(failure?.attributes["message"]).to.equal(
      `changed: registry.A: clone (EIP-1167) of ${ADDRESS} → no proxy; who changed it is unknown: code stays the same at its address, unless it is destroyed and created again, or the chain is another one (and 1 more)`,
    );
    expect(
      all(suites(given), "property").map(({ attributes }) => attributes),
    ).to.deep.include({ name: "severity of lock file", value: "control" });
  });

  for (const text of HOSTILE) {
    it(`given ${JSON.stringify(text)} wherever a text can be, then it is valid JUnit XML with the same cases as ever`, () => {
      const given = hostileReport(text);

      expect(cases(given)).to.have.length(cases(hostileReport("x")).length);
      expect(all(suites(given), "script")).to.deep.equal([]);
      expect(unprintable(verifyJunit(given))).to.deep.equal([]);
    });
  }
});
