import { expect } from "chai";
import type { Address } from "../../src/base/address.ts";
import { describeRegistry } from "../../src/discover/discover.ts";
import { judgeRegistry } from "../../src/discover/judge-registry.ts";
import type {
  ContractVerification,
  FactVerification,
} from "../../src/verify/found.ts";
import { told } from "../../src/verify/values/reason.ts";
import { loadFactWords } from "../../src/verify/words/fact-words-loader.ts";

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
  value: { $sequence: items },
  verdict: "listed",
});
const holds = (address: Address): FactVerification => ({
  id: `${address}.router`,
  class: "structural",
  expected: ROUTER,
  value: ROUTER,
  verdict: "holds",
});

/** A router that names exchanges. */
function findingsOf(
  exchanges: readonly ContractVerification[],
  facts: readonly FactVerification[],
) {
  const router = recognised("Router", ROUTER, "FactoryRouter");
  return { contracts: [router, ...exchanges], facts, notes: [] };
}

const judge = (...args: Parameters<typeof findingsOf>) =>
  judgeRegistry(findingsOf(...args));

describe("judgeRegistry, given a router that names two exchanges", () => {
  before(loadFactWords);

  const usual = recognised("FixedPrice", ONE, "FixedRateExchange");

  const twin = recognised("FixedPrice", OTHER, "FixedRateExchange");
  const unread = { verdict: "unknown", reason: told("no answer") } as const;
  const NAMED = listed("router.exchanges", [ONE, OTHER]);
  for (const [title, exchanges, facts, words] of [
    [
      "two of the same contract, since the chain does not tell which one is used",
      [usual, twin],
      [NAMED, holds(ONE), holds(OTHER)],
      `${ONE}, ${OTHER}`,
    ],
    [
      "one that could not be read, since it may be the usual one",
      [usual, { kind: "list", key: "FixedPrice", address: OTHER, ...unread }],
      [NAMED, holds(ONE), holds(OTHER)],
      "no answer",
    ],
    [
      "one of which it is unknown whether it names the router, since both may be used",
      [usual, twin],
      [NAMED, holds(ONE), { ...holds(OTHER), ...unread }],
      OTHER,
    ],
    [
      "readings that do not agree on the list",
      [usual],
      [{ id: "router.exchanges", class: "structural", ...unread }, holds(ONE)],
      "no answer",
    ],
  ] as const) {
    it(`given ${title}, then neither is taken`, () => {
      const judged = judge(exchanges, facts);

      expect(judged.registry).to.deep.equal({ router: ROUTER });
      expect(
        judged.leftOut.find(({ role }) => role === "fixedPrice")?.reason,
      ).to.contain(words);
      expect(
        judged.contracts.find(({ role }) => role === "fixedPrice")?.found
          .verdict,
      ).to.equal(facts[0]?.verdict === "listed" ? "present" : "unknown");
    });
  }

  it("given two of the same contract, then the outcome is unknown, though every contract is recognised", () => {
    const {
      report: { outcome, reason },
    } = describeRegistry(
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
        findings: findingsOf([usual, twin], [NAMED, holds(ONE), holds(OTHER)]),
        doubt: undefined,
        startBlock: { verdict: "found", block: "1" },
      },
    );

    expect(outcome).to.equal("unknown");
    expect(reason).to.contain("not in the registry: ");
  });

  it("given the enterprise exchange beside the usual one, then the usual one is taken", () => {
    const enterprise = recognised(
      "FixedPrice",
      OTHER,
      "FixedRateExchangeEnterprise",
    );

    expect(
      judge([enterprise, usual], [NAMED, holds(ONE), holds(OTHER)]).registry
        .fixedPrice,
    ).to.equal(ONE);
  });

  it("given several approved tokens, then the Ocean token is taken if there is exactly one", () => {
    const tokens = (...contracts: readonly string[]) => {
      const named = [ONE, OTHER].slice(0, contracts.length);
      return judge(
        named.map((address, index) =>
          recognised("approvedToken", address, contracts[index] ?? ""),
        ),
        [listed("router.approvedTokens", named)],
      ).registry.token;
    };

    expect(tokens("ERC-20")).to.equal(ONE);
    expect(tokens("ERC-20", "OceanToken")).to.equal(OTHER);
    expect(tokens("ERC-20", "ERC-20")).to.equal(undefined);
    expect(tokens("OceanToken", "OceanToken")).to.equal(undefined);
  });
});
