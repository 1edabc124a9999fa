import { expect } from "chai";
import { getAddress, type Hex, pad } from "viem";
import type { Decoded } from "../../src/base/records.ts";
import { combineOutcomes } from "../../src/base/report.ts";
import type { AskedNode } from "../../src/connect/judge-freshness.ts";
import { agreedFindings } from "../../src/verify/agree.ts";
import { readDependencies } from "../../src/verify/follow/dependencies.ts";
import { isStorageHidden } from "../../src/verify/follow/shown-storage.ts";
import type { ContractVerification } from "../../src/verify/found.ts";
import { judgeFindings } from "../../src/verify/judge-network.ts";
import {
  absenceDoubt,
  judgePresence,
} from "../../src/verify/presence/judge-presence.ts";
import { type Answered, Answers } from "../../src/verify/questions/question.ts";
import type { Json } from "../../src/verify/values/codec.ts";
import { because, type Reason, told } from "../../src/verify/values/reason.ts";
import { codeAt, setOf } from "../../src/verify/values/value.ts";
import { block, known, NOW, view } from "../connect/views.ts";

/** A dependency whose code is not known. */
function unreadOf(cause: Reason) {
  const facts = { address: getAddress(`0x${"ab".repeat(20)}`) };
  return { kind: "unread", reason: because("dependency-unread", cause, facts) };
}

type Findings = Parameters<typeof agreedFindings>[0];

const ADDRESS = `0x${"cd".repeat(20)}` as const;

describe("agreedFindings", () => {
  const contract: ContractVerification = {
    kind: "registry",
    key: "FixedPrice",
    address: ADDRESS,
    verdict: "present",
    codeSize: 5,
    codeHash: "0xab",
  };
  const found = (given: Partial<Findings>): Findings => ({
    contracts: [],
    facts: [],
    notes: [],
    ...given,
  });
  const agreed = (
    first: Partial<Findings>,
    later: readonly Partial<Findings>[],
    isForAll = false,
  ) =>
    agreedFindings(
      found(first),
      later.map((one) => ({ ok: true, value: found(one) })),
      { strict: false, isForAll },
    );
  const presence = (
    first: ContractVerification,
    later: ContractVerification,
    isForAll: boolean,
  ) =>
    agreed({ contracts: [first] }, [{ contracts: [later] }], isForAll)
      .contracts[0]?.verdict;
  const unread: ContractVerification = {
    ...contract,
    proxyUnread: { kind: "unread", reason: told("two slots disagree") },
  };

  it("given another hash later, then it is unknown, whatever is known of proxies", () => {
    const other = { ...contract, codeHash: "0xcd" } as const;

    expect(presence(contract, other, false)).to.equal("unknown");
    expect(presence(unread, other, false)).to.equal("unknown");
  });

  it("given the same code, and what it runs read only by the other pass, then its presence stands unless all must be read", () => {
    expect(presence(unread, contract, true)).to.equal("present");
    expect(presence(contract, unread, false)).to.equal("present");
    expect(presence(contract, unread, true)).to.equal("unknown");
  });

  it("given a later pass that finds something else wrong, then it is unknown: the answers disagree", () => {
    const [one, other] = ["symbol() fails", "decimals() fails"].map((why) => {
      const reason: Reason = { code: "not-a-token", facts: { why } };
      return {
        contracts: [
          { ...contract, identity: { verdict: "wrong", reason } as const },
        ],
      };
    });
    const { contracts } = agreed({ ...one }, [{ ...one }, { ...other }]);

    expect(contracts[0]?.identity).to.deep.equal({
      verdict: "unknown",
      reason: { code: "disagreement" },
    });
    expect(
      agreed({ ...one }, [{ ...one }, { ...one }]).contracts[0]?.identity,
    ).to.deep.equal(one?.contracts[0]?.identity);
  });

  const A = `0x${"11".repeat(20)}`;
  const B = `0x${"22".repeat(20)}`;
  const some = (...items: readonly string[]): Json => ({
    $some: items,
    $missing: "no-access-list",
  });
  for (const [what, first, later, verdict] of [
    ["the same list that is not whole", some(A), some(A), "listed"],
    [
      "a list that has more, and is not whole either",
      some(A),
      some(A, B),
      "listed",
    ],
    ["the whole list", some(A), [A], "listed"],
    ["a list that has less, and may have more", some(A, B), some(A), "unknown"],
    ["a whole list without an item", some(A), [B], "unknown"],
    ["another value", "1", "2", "unknown"],
  ] as const) {
    it(`given ${what} by a later pass, then the first one is ${verdict}`, () => {
      const facts = [first, later].map((value) => ({
        facts: [
          { id: "a.list", class: "policy", verdict: "listed", value } as const,
        ],
      }));

      expect(
        agreed({ ...facts[0] }, [{ ...facts[1] }], true).facts[0]?.verdict,
      ).to.equal(verdict);
    });
  }
});

describe("isStorageHidden", () => {
  const payee = pad("0x1");
  const word = (slot: Hex, value: Decoded<Hex>): Answered<"word"> => [
    { kind: "word", address: ADDRESS, slot, neverZero: true },
    value,
  ];
  const read = (value: Hex) => ({ ok: true, value }) as const;
  const missing = { ok: false, reason: "hidden", isMissing: true } as const;
  /** Of a released fee collector. */
  const hash =
    "0x3a24eedc8908bbcf8e034cfea0cce7f8d3f6abd70bf5c05fc9cbd8f445d08c4c";
  const other = pad("0x5");
  const [zero, owner] = [read(pad("0x")), read(pad("0xcc"))];
  for (const [what, release, first, second, expected] of [
    ["a release that has its owner", hash, owner, owner, false],
    ["a release whose owner is zero", hash, zero, zero, true],
    ["other code without that owner", other, zero, owner, false],
    ["other code without that word", other, owner, zero, false],
    ["other code of which no word is served", other, missing, missing, true],
  ] as const) {
    it(`given ${what}, then storage is ${expected ? "hidden" : "shown"}`, () => {
      const call = { to: ADDRESS, data: "0x8da5cb5b" } as const;
      const code = {
        kind: "code",
        size: 2000,
        hash: release,
        code: undefined,
      } as const;
      const answers = new Answers([
        [{ kind: "code", address: ADDRESS }, code],
        [
          { kind: "call", call },
          { kind: "returned", data: owner.value },
        ],
        word("0x0", first),
        word(payee, second),
      ]);

      expect(isStorageHidden(answers)).to.equal(expected);
    });
  }
});

describe("readDependencies", () => {
  const address = getAddress(`0x${"ab".repeat(20)}`);
  const code = { kind: "code", size: 1, code: "0x00" } as const;
  const withHash = (hash: Hex | undefined) => ({ ...code, hash });
  const run = setOf([codeAt(address, "0xab")]);
  for (const [what, first, text, expected] of [
    ["its hash", withHash("0xab"), undefined, { kind: "read", value: run }],
    [
      "a hash by its text",
      withHash(undefined),
      withHash("0xab"),
      { kind: "read", value: run },
    ],
    [
      "no hash",
      withHash(undefined),
      withHash(undefined),
      unreadOf({ code: "no-code-hash" }),
    ],
    [
      "a text that is not read",
      withHash(undefined),
      undefined,
      unreadOf(told("it was not read")),
    ],
    [
      "none",
      { kind: "none" },
      undefined,
      { kind: "read", value: setOf([codeAt(address)]) },
    ],
  ] as const) {
    it(`given code that is run with ${what}, then it is ${expected.kind}`, () => {
      const { reading } = readDependencies(
        { address: ADDRESS, calls: [] },
        { named: [address], isWhole: true },
        new Answers([
          [{ kind: "code", address }, first],
          ...(text ? [[{ kind: "text", address }, text] as const] : []),
        ]),
        undefined,
      );

      expect(reading).to.deep.equal(expected);
    });
  }
});

describe("judgePresence", () => {
  it("given no code and nothing against it, then it is absent, at the block that was read", () => {
    const { verdict, ...rest } = judgePresence({ kind: "none" }, undefined, 9n);

    expect(verdict).to.equal("absent");
    expect(rest).to.deep.equal({
      reason: { code: "no-code", facts: { block: "9" } },
    });
  });

  it("given no code and a doubt, then it is unknown, with the doubt", () => {
    expect(
      judgePresence({ kind: "none" }, "the node is syncing", 9n),
    ).to.deep.equal({
      verdict: "unknown",
      reason: {
        code: "no-code-proof",
        facts: { doubt: "the node is syncing" },
      },
    });
  });

  it("given no reading at all, then it is unknown, never absent", () => {
    expect(judgePresence(undefined, undefined, 9n).verdict).to.equal("unknown");
  });
});

describe("absenceDoubt", () => {
  const LIMITS = { maxBlockAge: 600, inProcess: false, startBlock: 57_428 };
  const doubt = (
    changes: Parameters<typeof view>[0],
    {
      chain = { verdict: "right" },
      chainDoubt,
      limits = LIMITS,
    }: Partial<AskedNode> & { readonly chainDoubt?: string } = {},
  ) => absenceDoubt({ view: view(changes), chain, limits }, chainDoubt);

  it("given the right chain, a fresh head and no sync, then an absence is a proof", () => {
    expect(doubt({})).to.equal(undefined);
  });

  for (const [title, changes, words] of [
    [
      "a node that is syncing",
      { syncing: known({ syncing: true as const, detail: {} }) },
      "syncing",
    ],
    [
      "a stale head",
      { head: known(block({ timestamp: NOW - 601 })) },
      "601 s old",
    ],
    [
      "block 0 for the latest",
      { head: known(block({ number: 0n })) },
      "block 0",
    ],
    [
      "a head of the future",
      { head: known(block({ timestamp: NOW + 3600 })) },
      "clock",
    ],
  ] as const) {
    it(`given ${title}, then an absence proves nothing, and it says why`, () => {
      expect(doubt(changes)).to.contain(words);
    });
  }

  it("given a chain that is unknown, then an absence proves nothing, even in this process", () => {
    const chain = { verdict: "unknown", reason: "r" } as const;

    for (const inProcess of [false, true]) {
      expect(doubt({}, { chain, limits: { ...LIMITS, inProcess } })).to.equal(
        "r",
      );
    }
  });

  it("given a chain that could not be told from another with its id, then an absence proves nothing, on a fork in this process neither", () => {
    const chain = { verdict: "right", doubt: "also Gnosis" } as const;

    for (const inProcess of [false, true]) {
      expect(
        doubt(
          {},
          {
            chain,
            chainDoubt: "also Gnosis",
            limits: { ...LIMITS, inProcess },
          },
        ),
      ).to.equal("also Gnosis");
    }
    expect(doubt({}, { chain })).to.equal(undefined);
  });

  it("given a fork, then an absence proves nothing: it keeps what its node has said", () => {
    const fork = { ...LIMITS, inProcess: true };

    expect(doubt({}, { limits: { ...fork, isFork: true } })).to.contain(
      "a fork caches its node's answers",
    );
    expect(doubt({}, { limits: fork })).to.equal(undefined);
  });

  it("given an idle chain whose head is below the start block, then it may be syncing; a development node may not", () => {
    const idle = { ...LIMITS, maxBlockAge: false } as const;
    const head = known(block({ number: 5n, timestamp: 0 }));

    expect(doubt({ head }, { limits: idle })).to.contain("startBlock 57428");
    expect(
      doubt({ head, clientVersion: known("anvil/v1.7.1") }, { limits: idle }),
    ).to.equal(undefined);
  });
});

describe("judgeFindings", () => {
  for (const [verdicts, outcome, why] of [
    [["present", "absent"], "failed", "of 2 contracts, 1 absent"],
    [["present", "unknown"], "unknown", "of 2 contracts, 1 unknown"],
    [["present", "unset"], "unknown", "of 2 contracts, 1 not set"],
    [
      ["unknown", "absent", "skipped"],
      "failed",
      "of 2 contracts, 1 absent, 1 unknown",
    ],
    [[], "unknown", "there is no contract to verify"],
  ] as const) {
    it(`given ${verdicts.join(", ") || "nothing"}, then it is ${outcome}: ${why}`, () => {
      const judged = judgeFindings({
        network: "devnet",
        endpoint: "https://host",
        contracts: verdicts.map((verdict) => ({
          kind: "registry",
          key: "Router",
          address: ADDRESS,
          verdict,
        })),
      });

      expect([judged.outcome, judged.why]).to.deep.equal([outcome, why]);
    });
  }
});

describe("combineOutcomes", () => {
  it("given failed, unknown and ok, then failed wins over unknown, and unknown over ok; nothing proves nothing", () => {
    expect(combineOutcomes(["ok", "unknown", "failed"])).to.equal("failed");
    expect(combineOutcomes(["unknown", "ok"])).to.equal("unknown");
    expect(combineOutcomes(["ok"])).to.equal("ok");
    expect(combineOutcomes([])).to.equal("unknown");
  });
});
