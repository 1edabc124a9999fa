import { expect } from "chai";
import type { Address } from "../../src/base/address.ts";
import { describeRegistry } from "../../src/discover/discover.ts";
import { judgeRegistry } from "../../src/discover/judge-registry.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../../src/verify/report.ts";

const ROUTER: Address = `0x${"a".repeat(40)}`;
const ONE: Address = `0x${"b".repeat(40)}`;
const OTHER: Address = `0x${"c".repeat(40)}`;

function recognised(
  key: string,
  address: Address,
  contract: string,
): ContractVerification {
  return {
    kind: "list",
    key,
    address,
    verdict: "present",
    codeSize: 1,
    identity: {
      verdict: "recognised",
      basis: "release",
      contract,
      releases: "1.0.0–2.6.0",
    },
  };
}

const listed = (id: string, items: readonly Address[]): FactVerification => ({
  id,
  class: "structural",
  actual: items.join(", "),
  items,
  verdict: "listed",
});
const holds = (address: Address): FactVerification => ({
  id: `${address}.router`,
  class: "structural",
  expected: ROUTER,
  actual: ROUTER,
  verdict: "holds",
});

/** A router that names two exchanges. */
function findingsOf(
  exchanges: readonly ContractVerification[],
  naming: FactVerification = listed("router.exchanges", [ONE, OTHER]),
) {
  return {
    contracts: [recognised("Router", ROUTER, "FactoryRouter"), ...exchanges],
    facts: [naming, holds(ONE), holds(OTHER)],
    notes: [],
  };
}

const judge = (...args: Parameters<typeof findingsOf>) =>
  judgeRegistry(findingsOf(...args));

const whyNoExchange = ({ leftOut }: ReturnType<typeof judge>) =>
  leftOut.find(({ role }) => role === "fixedPrice")?.reason;

describe("judgeRegistry, given a router that names two exchanges", () => {
  const usual = recognised("FixedPrice", ONE, "FixedRateExchange");

  it("given two of the same contract, then neither is taken, since the chain does not tell which one is used", () => {
    const judged = judge([
      usual,
      recognised("FixedPrice", OTHER, "FixedRateExchange"),
    ]);

    expect(judged.registry).to.deep.equal({ router: ROUTER });
    expect(whyNoExchange(judged)).to.contain(`${ONE}, ${OTHER}`);
  });

  it("given two of the same contract, then the outcome is unknown, though every contract is recognised", () => {
    const { outcome, reason } = describeRegistry(
      {
        router: ROUTER,
        network: null,
        hardhatNetwork: null,
        chainId: 1,
        endpoint: null,
      },
      {
        ok: true,
        block: {
          number: 1n,
          hash: `0x${"1".repeat(64)}`,
          timestamp: 1,
          timestampUnit: "s",
        },
        findings: findingsOf([
          usual,
          recognised("FixedPrice", OTHER, "FixedRateExchange"),
        ]),
        doubt: undefined,
        startBlock: { verdict: "found", block: "1" },
      },
    );

    expect(outcome).to.equal("unknown");
    expect(reason).to.contain("not in the registry: ");
  });

  it("given the enterprise exchange beside the usual one, then the usual one is taken", () => {
    const judged = judge([
      recognised("FixedPrice", OTHER, "FixedRateExchangeEnterprise"),
      usual,
    ]);

    expect(judged.registry.fixedPrice).to.equal(ONE);
  });

  it("given one that could not be read, then neither is taken, since it may be the usual one", () => {
    const judged = judge([
      usual,
      {
        kind: "list",
        key: "FixedPrice",
        address: OTHER,
        verdict: "unknown",
        reason: "no answer",
      },
    ]);

    expect(judged.registry).to.deep.equal({ router: ROUTER });
    expect(whyNoExchange(judged)).to.contain("no answer");
  });

  it("given one of which it is unknown whether it names the router, then neither is taken, since both may be used", () => {
    const { contracts, facts, notes } = findingsOf([
      usual,
      recognised("FixedPrice", OTHER, "FixedRateExchange"),
    ]);
    const judged = judgeRegistry({
      contracts,
      facts: facts.map((fact) =>
        fact.id === `${OTHER}.router`
          ? { ...fact, verdict: "unknown", reason: "no answer" }
          : fact,
      ),
      notes,
    });

    expect(judged.registry).to.deep.equal({ router: ROUTER });
    expect(whyNoExchange(judged)).to.contain(OTHER).and.to.contain("no answer");
  });

  it("given no fact on whether they name the router, then neither is taken", () => {
    const { contracts, facts, notes } = findingsOf([usual]);
    const judged = judgeRegistry({
      contracts,
      facts: facts.filter(({ id }) => !id.endsWith(".router")),
      notes,
    });

    expect(judged.registry).to.deep.equal({ router: ROUTER });
    expect(whyNoExchange(judged)).to.contain("it was not read");
  });

  it("given several approved tokens, then the Ocean token is taken if there is exactly one", () => {
    const tokens = (...contracts: readonly string[]) => {
      const named = [ONE, OTHER].slice(0, contracts.length);
      return judgeRegistry({
        contracts: [
          recognised("Router", ROUTER, "FactoryRouter"),
          ...named.map((address, index) =>
            recognised("approvedToken", address, contracts[index] ?? ""),
          ),
        ],
        facts: [listed("router.approvedTokens", named)],
        notes: [],
      }).registry.token;
    };

    expect(tokens("ERC-20")).to.equal(ONE);
    expect(tokens("ERC-20", "OceanToken")).to.equal(OTHER);
    expect(tokens("ERC-20", "ERC-20")).to.equal(undefined);
    expect(tokens("OceanToken", "OceanToken")).to.equal(undefined);
  });

  it("given readings that do not agree on the list, then what it names is unknown, and nothing is taken", () => {
    const judged = judge([usual], {
      id: "router.exchanges",
      class: "structural",
      verdict: "unknown",
      reason: "reads of the same block disagree",
    });

    expect(judged.registry).to.deep.equal({ router: ROUTER });
    expect(
      judged.contracts.find(({ role }) => role === "fixedPrice"),
    ).to.include({ verdict: "unknown" });
  });
});
