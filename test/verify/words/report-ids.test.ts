import { expect } from "chai";
import { groupProblems } from "../../../src/base/problems.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import type {
  ContractVerification,
  JudgedReport,
} from "../../../src/verify/found.ts";
import { contractId } from "../../../src/verify/values/path.ts";
import { told } from "../../../src/verify/values/reason.ts";
import { reportOf as jsonOf } from "../../../src/verify/words/report.ts";
import { changes } from "../../support/control-mutations.ts";
import { lockedNetwork } from "../../support/locked-network.ts";
import {
  type MutationChain,
  withMutationChain,
} from "../../support/mutation-chain.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { expectValidReport } from "../../support/schema.ts";
import {
  ADDRESS,
  contract,
  missing,
  OTHER_ADDRESS,
  report,
  reportOf,
  wrongReport,
} from "../../tasks/verify/verify-reports.ts";
import { verifyRegistry } from "../verify-registry.ts";

const { plan } = SANDBOX_PLANS.devnet;

/** Every id of a report occurs once, and what names others names what is there. */
function expectUniqueIds(judged: JudgedReport): void {
  const json = expectValidReport("verify", JSON.stringify(jsonOf(judged)));
  for (const [nth, network] of json.networks.entries()) {
    const { rows = [] } = judged.networks[nth] ?? {};
    const names = rows.map(({ name }) => name);
    const ids = [
      ...network.contracts.map(contractId),
      ...(network.facts ?? []).map(({ id }) => id),
    ];
    const problems = network.problems.map(({ id }) => id);

    for (const all of [names, ids, problems]) {
      expect(all).to.deep.equal([...new Set(all)]);
    }
    expect(names).to.include.members(ids);
    expect(problems).to.have.length(groupProblems(rows).length);
    for (const { affects, named } of network.problems) {
      expect(names).to.include.members([...affects]);
      expect(affects).to.include.members([...named]);
    }
  }
}

describe("the ids of a report", function () {
  this.timeout(60_000);
  let chain: MutationChain;

  withMutationChain("devnet", (opened) => {
    chain = opened;
  });

  it("given one of everything that can be wrong, then each id occurs once", () => {
    expectUniqueIds(wrongReport((what) => what));
  });

  it("given many changes of a chain at once, then each id occurs once, with a lock and without one", async () => {
    const verify = async () =>
      await verifyRegistry(chain.transport, chain.network, "wiring");
    const locked = lockedNetwork(await verify());
    await changes(
      "consuming",
      "a foreign token approved",
      "the router's",
    )(chain);
    await chain.request("hardhat_setCode", plan.dispenser, "0x");
    await chain.request("hardhat_setCode", plan.fixedPrice, "0x5b600056");

    const found = await verify();

    expectUniqueIds(report([found]));
    expectUniqueIds(report([checkNetwork(found, locked)]));
  });

  it("given problems with one code and verdict for different reasons, then their ids are told apart", () => {
    const judged = reportOf({
      contracts: ["a", "b", "c"].map((key) => missing(key, "unknown", key)),
    });

    expectUniqueIds(judged);
    expect(
      jsonOf(judged).networks[0]?.problems.map(({ id }) => id),
    ).to.deep.equal([
      "endpoint unknown",
      "endpoint unknown 2",
      "endpoint unknown 3",
    ]);
  });

  it("given entries of a list with one name, then each has its own finding", () => {
    const entry = { kind: "list", key: "Same", role: undefined } as const;
    const gone: ContractVerification = {
      ...entry,
      address: OTHER_ADDRESS,
      verdict: "absent",
      reason: told("no code"),
    };
    const here = contract({ ...entry, address: ADDRESS });
    for (const contracts of [
      [gone, here],
      [here, gone],
    ]) {
      const json = expectValidReport(
        "verify",
        JSON.stringify(jsonOf(reportOf({ contracts }))),
      );

      expect(
        json.networks[0]?.contracts.map(({ verdict, finding }) => [
          verdict,
          finding?.reason,
        ]),
      ).to.deep.equal(
        contracts.map((one) =>
          one === gone ? ["absent", "no code"] : ["present", undefined],
        ),
      );
    }
  });
});
