import { expect } from "chai";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type { JudgedNetwork } from "../../../src/verify/found.ts";
import { judgedReport } from "../../../src/verify/judge-network.ts";
import type { LockedNetwork } from "../../../src/verify/lock-file/lock-file.ts";
import type { Json } from "../../../src/verify/values/codec.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import { expectValidReport } from "../../support/schema.ts";
import {
  ADDRESS,
  contract,
  HASH,
  missing,
  network,
  OTHER_ADDRESS,
  OTHER_HASH,
} from "../../tasks/verify/verify-reports.ts";
import { lockedNetwork } from "../lock/locks.ts";

/** A network compared with its entry, as it is reported. */
function reported(
  now: Partial<JudgedNetwork>,
  locked: Partial<LockedNetwork> = {},
) {
  const checked = checkNetwork(network(now), lockedNetwork(locked));
  const report = judgedReport({ level: "wiring" }, [checked]);
  const json = expectValidReport("verify", JSON.stringify(reportOf(report)));
  return json.networks[0] ?? expect.fail("no network");
}

/** A value that was and is, as it is reported. */
function changeOf(before: Json, now: Json) {
  const id = "router.value";
  const value = { id, class: "policy", label: "Router value" } as const;
  const { facts } = reported(
    { facts: [{ ...value, value: now, verdict: "listed" }] },
    { policy: { [id]: before } },
  );
  return facts?.[0];
}

describe("a change in the report", () => {
  const A = { address: ADDRESS, code: HASH };
  const A2 = { address: ADDRESS, code: OTHER_HASH };
  const some = (...items: Json[]) => ({ $some: items, $missing: "no-events" });
  for (const [what, before, now, change] of [
    ["a number", "1", "2", { before: "1" }],
    [
      "a text that looks like a number",
      { $text: "1" },
      "1",
      { before: { $text: "1" } },
    ],
    ["a value that is not offered any more", "1", null, { before: "1" }],
    ["a value that was not offered", null, false, { before: null }],
    [
      "a set",
      [ADDRESS],
      [OTHER_ADDRESS],
      { before: [ADDRESS], added: [OTHER_ADDRESS], removed: [ADDRESS] },
    ],
    [
      "a set with less",
      ["1", "2"],
      ["2"],
      { before: ["1", "2"], added: [], removed: ["1"] },
    ],
    [
      "other code in an incomplete set",
      some(A),
      some(A2),
      { before: some(A), added: [A2], removed: [A] },
    ],
  ] as const satisfies readonly (readonly [string, Json, Json, object])[]) {
    it(`given ${what}, then it has what was before as it is locked, and the fact what is now`, () => {
      const fact = changeOf(before, now);
      const { text, by: _by, ...values } = fact?.change ?? { text: "" };

      expect(values).to.deep.equal(change);
      expect(text).to.match(/^Router value: /);
      expect([fact?.verdict, fact?.value, fact?.expected]).to.deep.equal([
        "changed",
        now,
        before,
      ]);
      expect(fact).not.to.have.property("finding");
    });
  }

  it("given two values that read the same, then both are as the lock file has them", () => {
    expect(changeOf({ $text: "7" }, "7")?.change?.text).to.equal(
      'Router value: {"$text":"7"} → "7"',
    );
    expect(changeOf("not offered", null)?.change?.text).to.equal(
      'Router value: "not offered" → null',
    );
  });

  it("given many items that are new, then the first 20 are named, and the rest is counted", () => {
    const many = Array.from({ length: 80 }, (_, index) => `${1000 + index}`);
    const shown = many.slice(0, 20).join(", ");

    expect(changeOf([], many)?.change?.text).to.equal(
      `Router value: added ${shown} and 60 more`,
    );
  });

  it("given several changes of one contract, then they are one, with each member as it was", () => {
    const proxy = { kind: "eip1967", implementation: OTHER_ADDRESS } as const;
    const { contracts, lock } = reported(
      { contracts: [contract({ codeHash: OTHER_HASH })] },
      {
        contracts: {
          "registry.Router": {
            ...{ address: OTHER_ADDRESS, codeHash: HASH },
            proxy: { ...proxy, implementationCodeHash: HASH },
          },
        },
      },
    );

    const { before, text } = contracts[0]?.change ?? {};
    expect(before).to.deep.equal({
      address: OTHER_ADDRESS,
      code: HASH,
      runs: [{ kind: "eip1967", to: OTHER_ADDRESS, code: HASH }],
    });
    expect(text?.split("; ")).to.have.length(3);
    expect(lock?.verdict).to.equal("changed");
  });

  it("given a contract that is gone, then its change is beside the finding that it is absent", () => {
    const { contracts } = reported({
      contracts: [missing("Router", "absent", "no code")],
    });

    expect(contracts[0]?.finding).to.include({
      status: "failed",
      verdict: "absent",
      reason: "no code",
    });
    expect(contracts[0]?.change?.before).to.deep.equal({ code: HASH });
  });

  it("given a network that holds, then nothing of it has a change", () => {
    const { contracts, lock } = reported({});

    expect(lock).to.deep.equal({
      verdict: "holds",
      block: "100",
      findings: [],
    });
    expect(contracts.filter((one) => "change" in one)).to.deep.equal([]);
  });
});
