import { expect } from "chai";
import type { VerifyReport } from "../../../src/verify/report.ts";
import { verifyJunit } from "../../../tasks/verify/formats/junit.ts";
import { junitFaults } from "./junit-faults.ts";
import { type ReadElement, readXml } from "./read-xml.ts";
import {
  ACCEPTED,
  contract,
  HOSTILE,
  hostileReport,
  missing,
  network,
  OTHER_ADDRESS,
  report,
  reportOf,
  unprintable,
  unreachable,
} from "./verify-reports.ts";

function suites(given: VerifyReport): readonly ReadElement[] {
  const root = readXml(verifyJunit(given));
  expect(junitFaults(root)).to.deep.equal([]);
  return root.children;
}

/** Each case with what it came to, as `class name: element`. */
function cases(given: VerifyReport): readonly string[] {
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
          actual: "x",
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

  it("given when a run started and how long each network took, then the suite and the network's case have it, and no other case", () => {
    const networks = [network(), network({ hardhatNetwork: "devnetSandbox" })];
    const startedAt = new Date("2026-05-04T03:02:01.987Z");

    const timed = readXml(
      verifyJunit(report(networks), {
        startedAt,
        secondsOf: ({ hardhatNetwork }) =>
          hardhatNetwork === "devnetSandbox" ? 0.25 : 1.5,
      }),
    );

    expect(junitFaults(timed)).to.deep.equal([]);
    const found = timed.children.map(({ attributes, children }) => [
      attributes["timestamp"],
      attributes["time"],
      ...children
        .filter(({ name }) => name === "testcase")
        .map((one) => one.attributes["time"]),
    ]);
    expect(found).to.deep.equal([
      ["2026-05-04T03:02:01", "1.5", "1.5", "0"],
      ["2026-05-04T03:02:01", "0.25", "0.25", "0"],
    ]);
  });

  it("given wrong code, a broken fact and a broken proxy, then each is a failure with all that is known of it", () => {
    const given = reportOf({
      contracts: [
        contract({
          identity: {
            verdict: "wrong",
            contract: "Dispenser",
            reason: "this is the Dispenser",
          },
        }),
        contract({
          key: "Proxy",
          proxy: {
            kind: "eip1967",
            implementation: OTHER_ADDRESS,
            verdict: "absent",
            reason: "no code",
          },
        }),
      ],
      facts: [
        {
          id: "router.factory",
          class: "structural",
          expected: "0x1",
          actual: "0x2",
          verdict: "broken",
          reason: "expected 0x1, got 0x2",
        },
      ],
    });

    const failures = all(suites(given), "failure");
    expect(failures.map(({ text }) => text)).to.deep.equal([
      `${contract().address}\nthis is the Dispenser\nCheck the address, and whether it was swapped with another one.`,
      `${contract().address}\nupgradable proxy (EIP-1967) to ${OTHER_ADDRESS}, which is absent: no code\nCheck the proxy: its owner can replace the implementation.`,
      "expected 0x1, got 0x2\nCheck the addresses of both contracts, and what was changed on chain.",
    ]);
  });

  it("given code that was accepted, then its case passes, with a note", () => {
    const given = reportOf({ contracts: [ACCEPTED] });

    expect(cases(given)[1]).to.equal(
      "devnet.contracts registry.Router: passed",
    );
    expect(all(suites(given), "system-out")[0]?.text).to.contain(
      "note: registry.Router: accepted by alpha.lock.json: no release",
    );
  });

  it("given changes since the lock, then each is at its contract, and the lock's case names it, and lists the others and what could not be compared", () => {
    const given = reportOf({
      lock: {
        verdict: "changed",
        block: "5",
        reason: "2 changes",
        changes: [
          {
            contract: "registry.Router",
            severity: "control",
            field: "codeHash",
            locked: "0x1",
            actual: "0x2",
          },
          {
            contract: "registry.New",
            severity: "control",
            field: "contract",
            actual: "0x3",
          },
        ],
        unread: [{ contract: "registry.Old", reason: "no answer" }],
      },
    });

    const [ofRouter, ofLock] = all(suites(given), "failure");
    expect(ofRouter?.text.split("\n").slice(1)).to.deep.equal(["0x1 → 0x2"]);
    expect(ofLock?.attributes["message"]).to.equal(
      "changed: registry.New: not in the lock, now 0x3 (and 2 more)",
    );
    expect(ofLock?.text.split("\n").slice(0, 3)).to.deep.equal([
      "registry.New: not in the lock, now 0x3",
      "registry.Router (control)",
      "registry.Old could not be compared: no answer",
    ]);
    expect(
      all(suites(given), "property").map(({ attributes }) => attributes),
    ).to.deep.include.members([
      { name: "severity of registry.Router", value: "control" },
      { name: "severity of lock file", value: "control" },
    ]);
  });

  it("given two Hardhat networks of one Alpha network, then their suites have names of their own", () => {
    const given = report([
      network(),
      network({ hardhatNetwork: "devnetSandbox" }),
    ]);

    expect(
      suites(given).map(({ attributes }) => [
        attributes["id"],
        attributes["name"],
      ]),
    ).to.deep.equal([
      ["0", "devnet"],
      ["1", "devnet (devnetSandbox)"],
    ]);
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
