import { expect } from "chai";
import type { Address } from "../../../src/base/address.ts";
import { groupProblems, problemsOf } from "../../../src/base/problems.ts";
import { CATALOGUE } from "../../../src/contracts/followed-values.ts";
import { checkLock, checkNetwork } from "../../../src/verify/check-lock.ts";
import {
  type ContractVerification,
  type FactVerification,
  type JudgedNetwork,
  networkReason,
} from "../../../src/verify/found.ts";
import { chainObstacles } from "../../../src/verify/lock/lock-gaps.ts";
import type {
  LockedContract,
  LockedNetwork,
} from "../../../src/verify/lock-file/lock-file.ts";
import { encodePart, type Json } from "../../../src/verify/values/codec.ts";
import { because, told } from "../../../src/verify/values/reason.ts";
import { describeChange } from "../../../src/verify/words/changes.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { expectValidReport } from "../../support/schema.ts";
import {
  ADDRESS,
  contract,
  HASH,
  missing,
  network,
  OTHER_ADDRESS,
  OTHER_HASH,
  report,
  unreachable,
} from "../../tasks/verify/verify-reports.ts";
import { lock, lockedNetwork } from "./locks.ts";

const ROUTER: LockedContract = { address: ADDRESS, codeHash: HASH };
const PROXY = { kind: "eip1967", implementation: OTHER_ADDRESS } as const;
/** A catalogue that no version has yet. */
const LATER = CATALOGUE + 1;
const PINNED = { ...PROXY, implementationCodeHash: HASH };
const SAME_CODE =
  "code stays the same at its address, unless it is destroyed and created again, or the chain is another one";

/** A network compared with its entry; the report has to be valid by the schema. */
function check(
  now: Partial<JudgedNetwork>,
  locked: Partial<LockedNetwork> = {},
): JudgedNetwork {
  const given = report([network(now)], { level: "presence" });
  const checked = checkLock(given, lock({ devnet: lockedNetwork(locked) }));
  expectValidReport("verify", JSON.stringify(reportOf(checked)));
  return checked.networks[0] ?? expect.fail("no network");
}

/** The entry of a router, and of other contracts. */
const contracts = (
  router: Partial<LockedContract> = {},
  more: LockedNetwork["contracts"] = {},
) => ({ contracts: { "registry.Router": { ...ROUTER, ...router }, ...more } });

/** What a row says. */
function saidOf({ rows }: JudgedNetwork, id: string): readonly string[] {
  const row = rows.find(({ name }) => name === id);
  return (row?.findings ?? []).map(({ reason }) => reason);
}

/** A network with the router as it is now. */
const routerNow = (given: Partial<ContractVerification>) => ({
  contracts: [contract(given)],
});

describe("a report held against the lock file", () => {
  it("given the same address in another case, and a contract that is skipped and was never locked, then the lock holds, and the outcome stays", () => {
    const checked = check(
      { contracts: [contract(), missing("V3", "skipped", "s")] },
      contracts({ address: `0x${ADDRESS.slice(2).toUpperCase()}` }),
    );

    expect(checked.outcome).to.equal("ok");
    const { entry, ...compared } = checked.lock ?? expect.fail("no lock");
    expect(compared).to.deep.equal({
      verdict: "holds",
      block: "100",
      changes: [],
      unread: [],
      open: [],
      unpinned: [],
      newer: [],
    });
    expect(entry?.contracts["registry.Router"]?.address).to.match(/^0x[CD]+$/);
  });

  const router = { contract: "registry.Router" };
  const proxy = { ...router, field: "proxy" };
  const moved = {
    ...PINNED,
    implementation: ADDRESS,
    verdict: "present",
  } as const;
  const [ADMIN, NEXT] = ["a1", "b2"].map(
    (byte): Address => `0x${byte.repeat(20)}`,
  ) as [Address, Address];
  const runs = `upgradable proxy (EIP-1967) to ${OTHER_ADDRESS}`;
  const decides = `the implementation ${OTHER_ADDRESS} decides who can upgrade it`;
  for (const [what, now, locked, expected, words] of [
    [
      "another address",
      routerNow({ address: OTHER_ADDRESS }),
      {},
      { ...router, field: "address", before: ADDRESS, now: OTHER_ADDRESS },
      `the configured address was ${ADDRESS}, now ${OTHER_ADDRESS}`,
    ],
    [
      "a contract that is proven absent",
      { contracts: [missing("Router", "absent", "no code")] },
      {},
      { ...router, field: "codeHash", before: HASH, now: undefined },
      `code hash ${HASH} → none; who changed it is unknown: ${SAME_CODE}`,
    ],
    [
      "no proxy where there was one",
      {},
      contracts({ proxy: PINNED }),
      { ...proxy, before: PINNED, now: undefined },
      `${runs}, code hash ${HASH} → no proxy; who changed it is unknown: ${SAME_CODE}`,
    ],
    [
      "another implementation",
      routerNow({ proxy: moved }),
      contracts({ proxy: PINNED }),
      { ...proxy, before: PINNED, now: moved },
      `${runs} → upgradable proxy (EIP-1967) to ${ADDRESS}; who changed it is unknown: ${decides}`,
    ],
    [
      "another admin alone",
      routerNow({ proxy: { ...PINNED, admin: NEXT, verdict: "present" } }),
      contracts({ proxy: { ...PINNED, admin: ADMIN } }),
      {
        ...proxy,
        before: { ...PINNED, admin: ADMIN },
        now: { ...PINNED, admin: NEXT, verdict: "present" },
      },
      `admin ${ADMIN} → ${NEXT}, changed by the proxy's admin: ${ADMIN}`,
    ],
    [
      "another admin and another implementation, which either admin may have set",
      routerNow({ proxy: { ...moved, admin: NEXT } }),
      contracts({ proxy: { ...PINNED, admin: ADMIN } }),
      {
        ...proxy,
        before: { ...PINNED, admin: ADMIN },
        now: { ...moved, admin: NEXT },
      },
      `${runs}, admin ${ADMIN} → upgradable proxy (EIP-1967) to ${ADDRESS}, admin ${NEXT}, changed by the proxy's admin: ${ADMIN}, then ${NEXT}`,
    ],
    [
      "another chain id in the config",
      { chainId: 1 },
      {},
      { field: "chainId", before: "32456", now: "1" },
      "the chain id was 32456, now 1",
    ],
    [
      "another Alpha network",
      { network: "testnet" },
      {},
      { field: "alphaNetwork", before: "devnet", now: "testnet" },
      "the Alpha network was devnet, now testnet",
    ],
    [
      "one more contract",
      { contracts: [contract(), contract({ key: "More" })] },
      {},
      {
        contract: "registry.More",
        field: "contract",
        before: undefined,
        now: ADDRESS,
      },
      `not in the lock, now ${ADDRESS}`,
    ],
    [
      "a contract that is gone from the config",
      {},
      contracts({}, { "registry.Old": ROUTER }),
      {
        contract: "registry.Old",
        field: "contract",
        before: ADDRESS,
        now: undefined,
      },
      `locked as ${ADDRESS}, no longer among the network's contracts`,
    ],
  ] as const satisfies readonly (readonly [
    string,
    Partial<JudgedNetwork>,
    Partial<LockedNetwork>,
    object,
    string,
  ])[]) {
    it(`given ${what}, then it failed, and says exactly that`, () => {
      const checked = check(now, locked);

      expect(checked.lock?.changes).to.deep.equal([
        { severity: "control", ...expected },
      ]);
      expect([checked.lock?.verdict, checked.outcome]).to.deep.equal([
        "changed",
        "failed",
      ]);
      expect(
        checked.lock?.changes.map((one) => describeChange(one, checked)),
      ).to.deep.equal([words]);
      expect(checked.why?.split("; ").at(-1)).to.equal(
        "alpha.lock.json of block 100: 1 change",
      );
    });
  }

  it("given values of a block that is too old, then it is unknown whether the lock holds, for one cause", () => {
    const old = { reason: "its latest block is 601 s old", remedy: "Wait." };
    const checked = check({
      outdated: old,
      doubt: old.reason,
      contracts: [contract()],
    });

    expect([checked.lock?.verdict, checked.outcome]).to.deep.equal([
      "unknown",
      "unknown",
    ]);
    expect(checked.why).to.equal(
      "the values may have changed since the block that was read: its latest block is 601 s old",
    );
    expect(groupProblems(checked.rows)).to.have.length(1);
  });

  it("given other code, then the contract's check says what it was and is, and who could have changed it", () => {
    const { rows } = check(routerNow({ codeHash: OTHER_HASH }));

    expect(
      rows.find(({ name }) => name === "registry.Router")?.findings,
    ).to.have.length(1);
    expect(
      rows.find(({ name }) => name === "registry.Router")?.findings[0],
    ).to.deep.include({
      status: "failed",
      verdict: "changed",
      code: "changed",
      subject: "registry.Router",
      severity: "control",
      reason: `code hash ${HASH} → ${OTHER_HASH}; who changed it is unknown: ${SAME_CODE}`,
    });
  });

  const reason = told("HTTP 500");
  for (const [what, now, locked, why, words] of [
    [
      "a chain of proxies that was only partly read",
      routerNow({ proxy: { ...PROXY, verdict: "unknown", reason } }),
      contracts({ proxy: { ...PROXY, further: [PROXY] } }),
      because("proxy-unread", reason),
      "whether it is a proxy is unknown: HTTP 500",
    ],
    [
      "that it is unknown whether another contract is a proxy",
      routerNow({ proxyUnread: { kind: "unread", reason } }),
      {},
      because("proxy-unread", reason),
      "whether it is a proxy is unknown: HTTP 500",
    ],
    [
      "a code hash that the node does not report",
      routerNow({ codeHash: undefined }),
      {},
      { code: "no-code-hash" },
      "the node does not report its code hash",
    ],
  ] as const) {
    it(`given ${what}, then it is unknown, neither changed nor fine`, () => {
      const checked = check(now, locked);

      expect(checked.outcome).to.equal("unknown");
      expect(checked.lock).to.deep.include({
        verdict: "unknown",
        changes: [],
        unread: [{ id: "registry.Router", reason: why }],
      });
      expect(sentence(why)).to.equal(words);
      const said = checked.rows.flatMap(({ findings }) =>
        findings.map((one) => one.reason),
      );
      expect(said.join("\n")).to.contain(words);
    });
  }

  it("given a lock without the code hash of an implementation, then it is incomplete, not changed", () => {
    const now = routerNow({ proxy: { ...PINNED, verdict: "present" } });
    const checked = check(now, contracts({ proxy: PROXY }));

    expect(checked.lock).to.deep.include({
      verdict: "incomplete",
      changes: [],
      unpinned: ["registry.Router.proxy.implementationCodeHash"],
    });
  });

  it("given hashes of the chain that were not read, and accepted code without a reason, then each has a reason of its own code", () => {
    const unread = network({
      anchors: {},
      ...routerNow({ identity: { verdict: "unrecognised" } }),
    });
    const entry = lockedNetwork(contracts({ accepted: true }));
    const checked = checkNetwork(unread, entry);

    const reason = { code: "not-read" } as const;
    expect(checked.lock?.unread).to.deep.equal([
      { id: "genesis block", reason },
      { id: "block 100", reason },
    ]);
    expect(chainObstacles(unread, undefined)).to.deep.equal([
      { id: "the genesis block", reason },
      { id: "a settled block", reason },
    ]);
    expect(checked.contracts[0]?.identity?.reason).to.deep.equal({
      code: "accepted",
      cause: { code: "unreleased", facts: { contracts: "Router" } },
    });
  });

  it("given a node that does not answer, then each contract says why, and what the config has changed is proven all the same", () => {
    const dead = unreachable("no answer");
    const noAnswer = dead.cause && networkReason(dead.cause);
    const dispenser = { "registry.Dispenser": ROUTER };
    const same = check(dead, contracts({}, dispenser));
    const moved = check(dead, contracts({ address: OTHER_ADDRESS }, dispenser));

    expect([same.outcome, moved.outcome]).to.deep.equal(["unknown", "failed"]);
    for (const { lock: compared } of [same, moved]) {
      expect(compared?.unread).to.deep.equal([
        { id: "registry.Dispenser", reason: noAnswer },
        { id: "registry.Router", reason: noAnswer },
      ]);
    }
    expect(moved.lock?.changes).to.have.length(1);
    expect(groupProblems(same.rows)).to.have.length(1);
  });

  const OWNER: FactVerification = {
    id: "router.owner",
    class: "policy",
    label: "Router owner",
    value: OTHER_ADDRESS,
    verdict: "listed",
  };
  const policy = { "router.owner": ADDRESS };

  it("given another owner while the node's answers prove nothing, then it is unknown, and does not hold", () => {
    const { outcome, facts } = checkNetwork(
      network({ doubt: "the node is syncing", facts: [OWNER] }),
      lockedNetwork({ policy }),
    );

    expect(outcome).to.equal("unknown");
    expect(facts?.[0]?.verdict).to.equal("unknown");
    expect(facts?.[0]?.reason).to.deep.equal({
      code: "differs-in-doubt",
      facts: { doubt: "the node is syncing" },
    });
  });

  it("given another address in the config, then nobody is said to have changed what is read there", () => {
    const fact = {
      ...OWNER,
      contract: "registry.Router",
      power: { words: "the Router's owner", fact: "router.owner" },
    };
    const changesOf = (router: Partial<ContractVerification>) => {
      const found = checkNetwork(
        network({ ...routerNow(router), facts: [fact] }),
        lockedNetwork({ policy }),
      );
      return found.lock?.changes.map((change) => [
        change.field,
        describeChange(change, found),
      ]);
    };

    const owners = `Router owner: ${ADDRESS} → ${OTHER_ADDRESS}`;
    expect(
      changesOf({ address: OTHER_ADDRESS, codeHash: OTHER_HASH }),
    ).to.deep.equal([
      [
        "address",
        `the configured address was ${ADDRESS}, now ${OTHER_ADDRESS}`,
      ],
      ["codeHash", `code hash ${HASH} → ${OTHER_HASH}`],
      ["policy", owners],
    ]);
    expect(changesOf({})).to.deep.equal([
      [
        "policy",
        `${owners}, changed by the Router's owner: contract at ${ADDRESS}`,
      ],
    ]);
  });

  const A = { address: ADDRESS, code: HASH };
  const B = { address: OTHER_ADDRESS, code: HASH };
  const A2 = { address: ADDRESS, code: OTHER_HASH };
  const MORE = "more";
  const NO_B = "without B";
  const setOf = (
    items: readonly (typeof A | typeof MORE | typeof NO_B)[],
  ): Json => {
    const known = items.filter((one) => typeof one !== "string");
    const some = { $some: known, $missing: "no-access-list" } as const;
    return known.length === items.length
      ? known
      : items.includes(NO_B)
        ? { ...some, $without: [B] }
        : some;
  };
  const wordsOf = ({ address, code }: typeof A) =>
    `${address}, code hash ${code}`;
  for (const [what, locked, now, verdict, strict] of [
    ["the same whole list", [A, B], [A, B], "holds", "ok"],
    [
      "the same list that is not whole",
      [A, MORE],
      [A, MORE],
      "listed",
      "failed",
    ],
    [
      "a list that is not whole any more",
      [A, B],
      [A, B, MORE],
      "listed",
      "failed",
    ],
    ["a list that is whole now", [A, MORE], [A], "listed", "failed"],
    [
      "one more in a list that was not whole",
      [A, MORE],
      [A, B],
      "unknown",
      "unknown",
    ],
    [
      "one more in two that are not whole",
      [A, MORE],
      [A, B, MORE],
      "unknown",
      "unknown",
    ],
    [
      "one more in a list that is not whole now",
      [A],
      [A, B, MORE],
      "changed",
      "failed",
    ],
    [
      "one less in a list that is not whole now",
      [A, B],
      [A, MORE],
      "listed",
      "failed",
    ],
    [
      "one that is proven to be gone from a list that is not whole now",
      [A, B],
      [A, MORE, NO_B],
      "changed",
      "failed",
    ],
    [
      "the same in two that are not whole",
      [A, B, MORE],
      [A, MORE, NO_B],
      "changed",
      "failed",
    ],
    [
      "one more that was proven not to be in a list that was not whole",
      [A, MORE, NO_B],
      [A, B, MORE],
      "changed",
      "failed",
    ],
    [
      "other code in two that are not whole",
      [A, MORE],
      [A2, MORE],
      "changed",
      "failed",
    ],
  ] as const) {
    it(`given ${what}, then it is ${verdict}, and with --strict ${strict}`, () => {
      const fact: FactVerification = {
        ...OWNER,
        id: "token.euro.dependencies",
        value: setOf(now),
      };
      const given = network({
        facts: [fact],
        notLookedAt: now.some((item) => item === MORE)
          ? [{ label: "euro", reason: told("why") }]
          : [],
      });
      const entry = lockedNetwork({ policy: { [fact.id]: setOf(locked) } });

      const checked = checkNetwork(given, entry);

      expect(checked.facts?.[0]?.verdict).to.equal(verdict);
      expect(checked.outcome).to.equal(
        { holds: "ok", listed: "ok", unknown: "unknown", changed: "failed" }[
          verdict
        ],
      );
      expect(checkNetwork(given, entry, true).outcome).to.equal(strict);
      if (verdict === "unknown") {
        expect(checked.facts?.[0]?.reason).to.deep.equal({
          code: "incomplete-baseline",
          subject: fact.id,
          facts: { parts: JSON.stringify([B]) },
        });
        // One problem, of the fact and the lock file alike.
        expect(
          problemsOf(checked.rows).map(({ affects }) => affects),
        ).to.deep.equal([[fact.id, "lock file"]]);
        expect(saidOf(checked, fact.id).join()).to.contain(
          `the locked list is incomplete: ${wordsOf(B)} may be new, or may have been there before. Review it, then lock it with --write-lock`,
        );
      }
    });
  }

  it("given a list that is whole now and was not, then it is not looked at that the lock can be completed, which fails with --strict", () => {
    const fact = { ...OWNER, label: "Router owner", value: setOf([A]) };
    const entry = lockedNetwork({ policy: { [fact.id]: setOf([A, MORE]) } });

    const checked = checkNetwork(network({ facts: [fact] }), entry);
    const strict = checkNetwork(network({ facts: [fact] }), entry, true);

    expect(checked.notLookedAt).to.deep.equal([
      {
        id: fact.id,
        label: fact.label,
        reason: { code: "locked-incompletely" },
      },
    ]);
    expect([checked.outcome, strict.outcome]).to.deep.equal(["ok", "failed"]);
    expect(problemsOf(strict.rows).map(({ reason }) => reason)).to.deep.equal([
      "Router owner: the locked list is incomplete, and can be completed with --write-lock",
    ]);
  });

  it("given a change, and what may be new in a list that was not whole when it was locked, then one command accepts both", () => {
    const list = { ...OWNER, id: "router.list", value: setOf([A]) };
    const { outcome, rows } = checkNetwork(
      network({ facts: [{ ...OWNER, value: B }, list] }),
      lockedNetwork({ policy: { [OWNER.id]: A, [list.id]: setOf([MORE]) } }),
    );

    expect(outcome).to.equal("failed");
    const remedies = problemsOf(rows).flatMap(({ remedy }) => remedy ?? []);
    expect(remedies).to.deep.equal([
      'If the change is meant, accept it with "npx hardhat alpha verify devnet --write-lock".',
    ]);
  });

  const STORAGE: FactVerification = {
    ...OWNER,
    id: `${OTHER_ADDRESS}.storage`,
    label: "owner: storage",
    isInUse: true,
  };
  const KEEPER = { ...OWNER, id: `${OTHER_ADDRESS}.keeper()`, label: "keeper" };
  const gap = (code: string) => ({
    id: STORAGE.id,
    label: STORAGE.label,
    reason: { code },
  });
  for (const [what, now, keeper, gaps, was = A] of [
    ["the locked root", { root: "0xaa" }, A, []],
    [
      "another root, and no other change",
      { root: "0xbb" },
      A,
      [gap("storage-changed")],
    ],
    ["another root, and a value that tells why", { root: "0xbb" }, B, []],
    [
      "another root, and a list that is not whole now",
      { root: "0xbb" },
      setOf([A, MORE]),
      [gap("storage-changed")],
      setOf([A]),
    ],
    [
      "another root, and a list that was not whole when it was locked",
      { root: "0xbb" },
      setOf([A]),
      [
        gap("storage-changed"),
        { ...gap("locked-incompletely"), id: KEEPER.id, label: KEEPER.label },
      ],
      setOf([A, MORE]),
    ],
    [
      "no root",
      {},
      A,
      [
        {
          reason: {
            code: "roots-unread",
            facts: { labels: "owner: storage" },
          },
        },
      ],
    ],
  ] as const) {
    it(`given ${what} of all storage, then ${gaps.length === 0 ? "no line says more" : "a line says so"}`, () => {
      const given = network({
        facts: [
          { ...STORAGE, value: now },
          { ...KEEPER, value: keeper },
        ],
        notLookedAt: [],
      });
      const entry = lockedNetwork({
        policy: {
          [STORAGE.id]: { root: "0xaa" },
          [KEEPER.id]: was,
        },
        inUse: [STORAGE.id],
      });

      expect(checkNetwork(given, entry).notLookedAt).to.deep.equal(gaps);
    });
  }

  it("given a value that changed in use, and is gone, then a line says what it was", () => {
    const id = "router.count()";
    const entry = lockedNetwork({ policy: { [id]: "1" }, inUse: [id] });

    const { notLookedAt = [] } = checkNetwork(network({ facts: [] }), entry);

    expect(notLookedAt.map(({ reason }) => sentence(reason))).to.deep.equal([
      'it changes in use, and is null now, not "1"',
    ]);
  });

  it("given fewer values of an analysis than were found, then the lock is incomplete", () => {
    const given = network({ facts: [OWNER] });
    const policy = { [OWNER.id]: A, "router.boss()": A };
    const entry = lockedNetwork({ policy, found: 2 });
    const whole = lockedNetwork({ policy, found: 1 });

    const { lock, rows } = checkNetwork(given, entry);

    expect(lock?.unpinned).to.deep.equal(["a value that the analysis found"]);
    expect(
      rows.flatMap(({ findings }) => findings.map(({ reason }) => reason)),
    ).to.include("a value that the analysis found is missing from it");
    expect(checkNetwork(given, whole).lock?.unpinned).to.deep.equal([]);
  });

  it("given other code in a list that was not whole, then the change says which", () => {
    const { rows, lock: compared } = checkNetwork(
      network({
        facts: [{ ...OWNER, value: setOf([A2, B, MORE]) }],
      }),
      lockedNetwork({ policy: { [OWNER.id]: setOf([A, MORE]) } }),
    );

    const [change] = compared?.changes ?? [];
    const { added, removed } =
      (change?.field === "policy" ? change.difference : undefined) ?? {};
    expect(added?.map(({ value }) => encodePart(value))).to.deep.equal([A2]);
    expect(removed?.map(({ value }) => encodePart(value))).to.deep.equal([A]);
    expect(
      rows.find(({ name }) => name === OWNER.id)?.findings[0]?.reason,
    ).to.contain(`added ${wordsOf(A2)}; removed ${wordsOf(A)}`);
  });

  const fees = (...items: readonly Json[]) => ({ $sequence: items });
  const template = (address: Json, active: boolean) => ({ address, active });
  for (const [what, was, is, says] of [
    [
      "one of several values that belong together",
      fees(false, "1", "2"),
      fees(true, "1", "3"),
      "no, 1, 2 → yes, 1, 3",
    ],
    ["one more of them", fees("1"), fees("1", "2"), "1 → 1, 2"],
    [
      "a record of them",
      fees({ a: "1" }),
      fees({ a: "2" }),
      "{ a: 1 } → { a: 2 }",
    ],
    [
      "one more in a list",
      [ADDRESS],
      [ADDRESS, OTHER_ADDRESS],
      `added ${OTHER_ADDRESS}`,
    ],
    [
      "another item and another state in a list of places",
      fees(template(ADDRESS, true), template(ADDRESS, true)),
      fees(template(ADDRESS, false), template(OTHER_ADDRESS, true)),
      `owner 1 disabled; added ${OTHER_ADDRESS}; removed ${ADDRESS}`,
    ],
    [
      "the first item of a list of places",
      fees(),
      fees(template(ADDRESS, true)),
      `added ${ADDRESS}, active`,
    ],
  ] as const) {
    it(`given ${what}, then the change says ${says.replaceAll(/0x(\w\w)\w+/g, "$1")}`, () => {
      const label = "Router owners";
      const found = checkNetwork(
        network({ facts: [{ ...OWNER, label, value: is }] }),
        lockedNetwork({ policy: { [OWNER.id]: was } }),
      );

      expect(saidOf(found, OWNER.id)).to.deep.equal([`Router owners: ${says}`]);
    });
  }

  it("given that a contract of the network has a power, had it, or is none any more, then its words say so", () => {
    const reasonOf = (
      [was, is]: readonly string[],
      now: Partial<JudgedNetwork> = {},
    ) =>
      saidOf(
        checkNetwork(
          network({
            facts: [{ ...OWNER, severity: "control", value: is }],
            ...now,
          }),
          lockedNetwork({ policy: { [OWNER.id]: was ?? null } }),
        ),
        OWNER.id,
      ).join();
    const SPELLED = `0x${ADDRESS.slice(2).toUpperCase()}`;

    expect(reasonOf([OTHER_ADDRESS, SPELLED])).to.equal(
      `Router owner: ${OTHER_ADDRESS} → ${SPELLED} (contract)`,
    );
    expect(reasonOf([SPELLED, OTHER_ADDRESS])).to.equal(
      `Router owner: ${SPELLED} (contract) → ${OTHER_ADDRESS}`,
    );
    expect(
      reasonOf([OTHER_ADDRESS, ADDRESS], {
        contracts: [missing("Router", "absent", "no code")],
      }),
    ).to.equal(`Router owner: ${OTHER_ADDRESS} → ${ADDRESS}`);
  });

  it("given a chain that was created again, then its values are listed, not compared", () => {
    const checked = checkNetwork(
      network({ anchors: { genesisHash: OTHER_HASH }, facts: [OWNER] }),
      lockedNetwork({ policy }),
    );

    expect(checked.outcome).to.equal("failed");
    expect(checked.lock?.changes.map(({ field }) => field)).to.deep.equal([
      "genesisHash",
    ]);
    expect(checked.facts).to.deep.equal([OWNER]);
  });

  const HERE = { number: "100", hash: HASH } as const;
  const block = { ...HERE, timestamp: 1_760_000_000 };
  const chain = { genesisHash: HASH, block: HERE };
  const sandbox = { genesisHash: undefined, blockHash: undefined };
  for (const [what, now, locked, expected] of [
    ["the locked chain", { anchors: chain }, {}, "failed absent"],
    [
      "the sandbox of the entry",
      { endpoint: "in-process" },
      sandbox,
      "failed absent",
    ],
    [
      "the locked chain, where no absence is proven",
      { anchors: chain, doubt: "the node is syncing" },
      {},
      "unknown unknown",
    ],
    [
      "a chain with another genesis block",
      { anchors: { ...chain, genesisHash: OTHER_HASH } },
      {},
      "failed skipped",
    ],
    [
      "the chain that began with the locked block and was created again",
      { anchors: { ...chain, block: { ...HERE, hash: OTHER_HASH } } },
      {},
      "failed skipped",
    ],
    [
      "a chain without hashes that has other codes",
      { contracts: [contract({ codeHash: OTHER_HASH })] },
      sandbox,
      "failed skipped",
    ],
    [
      "the locked chain, at another address",
      { anchors: chain, at: OTHER_ADDRESS },
      {},
      "failed skipped",
    ],
  ] as const satisfies readonly (readonly [
    string,
    Partial<JudgedNetwork> & { readonly at?: `0x${string}` },
    Partial<LockedNetwork>,
    string,
  ])[]) {
    it(`given an own contract that is locked and has no code on ${what}, then the outcome and the contract are: ${expected}`, () => {
      const { at, ...found } = { at: ADDRESS, ...now };
      const gone = missing("Market", "skipped", "it is not deployed");
      const { contracts: others } = network(found);
      const checked = checkNetwork(
        network({
          ...{ ...found, block },
          contracts: [...others, { ...gone, kind: "own", address: at }],
        }),
        lockedNetwork({
          ...contracts({}, { "own.Market": ROUTER }),
          ...locked,
        }),
      );

      const market = checked.contracts.find(({ kind }) => kind === "own");
      expect(`${checked.outcome} ${market?.verdict}`).to.equal(expected);
    });
  }

  const FEE = { ...OWNER, id: "router.fee" };
  for (const field of ["genesisHash", "blockHash", "block", FEE.id, "policy"]) {
    it(`given that ${field} is deleted from the lock, then it is unknown, failed with --strict, and says how to restore it`, () => {
      const now = network({
        facts: [OWNER, FEE],
        anchors: { genesisHash: HASH, block: { number: "100", hash: HASH } },
      });
      const all = { [OWNER.id]: OTHER_ADDRESS, [FEE.id]: OTHER_ADDRESS };
      const policy = field === "policy" ? {} : { ...all, [field]: undefined };
      const locked = lockedNetwork({
        [field]: undefined,
        policy: JSON.parse(JSON.stringify(policy)),
      });

      const { outcome } = checkNetwork(now, locked);
      const strict = checkNetwork(now, locked, true);

      expect([outcome, strict.outcome]).to.deep.equal(["unknown", "failed"]);
      expect(problemsOf(strict.rows)).to.deep.equal([
        {
          status: "failed",
          severity: undefined,
          reason: `${field} is missing from it`,
          remedy:
            'Restore alpha.lock.json from version control, or review the values of now, and write them with "npx hardhat alpha verify devnet --write-lock".',
          affects: ["lock file"],
        },
      ]);
    });
  }

  it("given a value that the version which wrote the lock did not read yet, then it is listed with one note, and fails with --strict alone", () => {
    const fact: FactVerification = {
      ...OWNER,
      id: "router.later",
      since: LATER,
    };
    const now = network({ facts: [fact, { ...OWNER, value: ADDRESS }] });
    const locked = lockedNetwork({ policy });

    const checked = checkNetwork(now, locked);
    const strict = checkNetwork(now, locked, true);

    expect(checked.facts?.map(({ verdict }) => verdict)).to.deep.equal([
      "listed",
      "holds",
    ]);
    expect([checked.outcome, strict.outcome]).to.deep.equal(["ok", "failed"]);
    expect([checked.why, strict.why]).to.deep.equal([
      undefined,
      "alpha.lock.json of block 100: 1 value newer than it",
    ]);
    expect(problemsOf(strict.rows).map((one) => one.reason)).to.deep.equal([
      "router.later was not read by the version that wrote alpha.lock.json",
    ]);
    expect(
      checkNetwork(now, lockedNetwork({ policy, catalogue: LATER })).outcome,
    ).to.equal("unknown");
  });

  for (const [what, value, unpinned] of [
    ["a text that has its address in it", `Coin ${OTHER_ADDRESS}`, []],
    [
      "its address in a list",
      [{ address: OTHER_ADDRESS, code: HASH }],
      [`${OTHER_ADDRESS}.owner`],
    ],
  ] as const) {
    it(`given a value at an address, of which the lock has ${what}, then ${unpinned.length === 0 ? "nothing" : "it"} is missing from the lock`, () => {
      const name = { ...OWNER, id: "token.euro.name", value };
      const at = { ...OWNER, id: `${OTHER_ADDRESS}.owner`, value: ADDRESS };
      const checked = checkNetwork(
        network({ facts: [name, at] }),
        lockedNetwork({ policy: { [name.id]: value } }),
      );

      expect(checked.lock?.unpinned).to.deep.equal(unpinned);
    });
  }

  it("given two values of other units that the lock has hidden, then each is a problem in its own unit", () => {
    const hidden = { $hidden: "storage-hidden" };
    const [share, time] = (["share", "seconds"] as const).map((unit) => ({
      ...OWNER,
      id: `router.${unit}`,
      unit,
      value: "5",
    }));
    const { rows } = checkNetwork(
      network({ facts: [share, time].filter((one) => one !== undefined) }),
      lockedNetwork({
        policy: { "router.share": hidden, "router.seconds": hidden },
      }),
    );

    expect(
      problemsOf(rows).map(({ affects, reason }) => [
        affects,
        /: (.*) may be new/.exec(reason)?.[1],
      ]),
    ).to.deep.equal([
      [["router.share", "lock file"], "0.0000000000000005 %"],
      [["router.seconds", "lock file"], "5 seconds"],
    ]);
  });

  for (const [what, facts, expected] of [
    ["still has power", ["is"], "unknown"],
    ["has lost its power", [], "holds"],
  ] as const) {
    it(`given a locked value that is not read, at an address that ${what}, then the lock is ${expected}`, () => {
      const at = (name: string) => `${OTHER_ADDRESS}.${name}`;
      const is = { ...OWNER, id: at("is"), value: "account" };
      const checked = checkNetwork(
        network({ facts: facts.map(() => is) }),
        lockedNetwork({
          policy: { [at("is")]: "account", [at("bogus")]: "7" },
        }),
      );

      expect(checked.lock?.verdict).to.equal(expected);
      expect(checked.lock?.unread).to.deep.equal(
        expected === "unknown"
          ? [{ id: at("bogus"), reason: { code: "not-asked" } }]
          : [],
      );
    });
  }

  it("given a network that is not in the lock, then it is unknown and says how to add it", () => {
    const { outcome, rows } = checkNetwork(
      network({ facts: [OWNER] }),
      undefined,
    );

    expect(check({ hardhatNetwork: "constructor" }).outcome).to.equal(outcome);

    expect(outcome).to.equal("unknown");
    expect(problemsOf(rows)).to.deep.equal([
      {
        status: "unknown",
        severity: undefined,
        reason: "devnet is not in alpha.lock.json",
        remedy: 'Add it with "npx hardhat alpha verify devnet --write-lock".',
        affects: ["lock file"],
      },
    ]);
  });
});
