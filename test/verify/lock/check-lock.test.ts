import { expect } from "chai";

import { checkLock, checkNetwork } from "../../../src/verify/check-lock.ts";
import type {
  LockedContract,
  LockedNetwork,
} from "../../../src/verify/lock/lock-file.ts";
import type {
  ContractVerification,
  FactVerification,
  NetworkVerification,
} from "../../../src/verify/report.ts";
import type { Json } from "../../../src/verify/values/codec.ts";
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
const PINNED = { ...PROXY, implementationCodeHash: HASH };
const SAME_CODE =
  "code stays the same at its address, unless it is destroyed and created again, or the chain is another one";

/** A network compared with its entry; the report has to be valid by the schema. */
function check(
  now: Partial<NetworkVerification>,
  locked: Partial<LockedNetwork> = {},
): NetworkVerification {
  const given = report([network(now)], { level: "presence" });
  const checked = checkLock(given, lock({ devnet: lockedNetwork(locked) }));
  const [first] = expectValidReport("verify", JSON.stringify(checked)).networks;
  return first ?? expect.fail("no network");
}

/** The entry of a router, and of other contracts. */
const contracts = (
  router: Partial<LockedContract> = {},
  more: LockedNetwork["contracts"] = {},
) => ({ contracts: { "registry.Router": { ...ROUTER, ...router }, ...more } });

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
    expect(checked.lock).to.deep.equal({
      verdict: "holds",
      block: "100",
      changes: [],
      unread: [],
    });
  });

  const router = { contract: "registry.Router" };
  const proxy = { ...router, field: "proxy", unknownPower: SAME_CODE };
  const runs = `upgradable proxy (EIP-1967) to ${OTHER_ADDRESS}`;
  const decides = `the implementation ${OTHER_ADDRESS} decides who can upgrade it`;
  for (const [what, now, locked, expected] of [
    [
      "another address",
      routerNow({ address: OTHER_ADDRESS }),
      {},
      { ...router, field: "address", locked: ADDRESS, actual: OTHER_ADDRESS },
    ],
    [
      "a contract that is proven absent",
      { contracts: [missing("Router", "absent", "no code")] },
      {},
      { ...router, field: "codeHash", locked: HASH, unknownPower: SAME_CODE },
    ],
    [
      "no proxy where there was one",
      {},
      contracts({ proxy: PINNED }),
      { ...proxy, locked: `${runs}, code hash ${HASH}` },
    ],
    [
      "another implementation",
      routerNow({
        proxy: { ...PINNED, implementation: ADDRESS, verdict: "present" },
      }),
      contracts({ proxy: PINNED }),
      {
        ...proxy,
        locked: runs,
        actual: `upgradable proxy (EIP-1967) to ${ADDRESS}`,
        unknownPower: decides,
      },
    ],
    [
      "another chain id in the config",
      { chainId: 1 },
      {},
      { field: "chainId", locked: "32456", actual: "1" },
    ],
    [
      "another Alpha network",
      { network: "testnet" },
      {},
      { field: "alphaNetwork", locked: "devnet", actual: "testnet" },
    ],
    [
      "one more contract",
      { contracts: [contract(), contract({ key: "More" })] },
      {},
      { contract: "registry.More", field: "contract", actual: ADDRESS },
    ],
    [
      "a contract that is gone from the config",
      {},
      contracts({}, { "registry.Old": ROUTER }),
      { contract: "registry.Old", field: "contract", locked: ADDRESS },
    ],
  ] as const satisfies readonly (readonly [
    string,
    Partial<NetworkVerification>,
    Partial<LockedNetwork>,
    object,
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
      expect(checked.lock?.reason).to.equal(
        "alpha.lock.json of block 100: 1 change",
      );
    });
  }

  it("given other code, then the contract's check says what it was and is, and who could have changed it", () => {
    const { checks } = check(routerNow({ codeHash: OTHER_HASH }));

    expect(
      checks.find(({ name }) => name === "registry.Router")?.findings,
    ).to.deep.include({
      status: "failed",
      verdict: "changed",
      severity: "control",
      reason: `code hash ${HASH} → ${OTHER_HASH}; who changed it is unknown: ${SAME_CODE}`,
    });
  });

  for (const [what, now, locked, reason] of [
    [
      "a chain of proxies that was only partly read",
      routerNow({
        proxy: { ...PROXY, verdict: "unknown", reason: "HTTP 500" },
      }),
      contracts({ proxy: { ...PROXY, further: [PROXY] } }),
      "whether it is a proxy is unknown: HTTP 500",
    ],
    [
      "that it is unknown whether another contract is a proxy",
      routerNow({ proxyUnknown: "HTTP 500" }),
      {},
      "whether it is a proxy is unknown: HTTP 500",
    ],
    [
      "a code hash that the node does not report",
      routerNow({ codeHash: undefined }),
      {},
      "the node does not report its code hash",
    ],
  ] as const) {
    it(`given ${what}, then it is unknown, neither changed nor fine`, () => {
      const checked = check(now, locked);

      expect(checked.outcome).to.equal("unknown");
      expect(checked.lock).to.deep.include({
        verdict: "unknown",
        changes: [],
        unread: [{ contract: "registry.Router", reason }],
      });
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

  it("given a node that does not answer, then each contract says why, and what the config has changed is proven all the same", () => {
    const dead = unreachable("no answer");
    const dispenser = { "registry.Dispenser": ROUTER };
    const same = check(dead, contracts({}, dispenser));
    const moved = check(dead, contracts({ address: OTHER_ADDRESS }, dispenser));

    expect([same.outcome, moved.outcome]).to.deep.equal(["unknown", "failed"]);
    for (const { lock: compared } of [same, moved]) {
      expect(compared?.unread).to.deep.equal([
        { contract: "registry.Dispenser", reason: "no answer" },
        { contract: "registry.Router", reason: "no answer" },
      ]);
    }
    expect(moved.lock?.changes).to.have.length(1);
    expect(same.problems).to.have.length(1);
  });

  const OWNER: FactVerification = {
    id: "router.owner",
    class: "policy",
    label: "Router owner",
    actual: OTHER_ADDRESS,
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
    expect(facts?.[0]).to.include({
      verdict: "unknown",
      reason:
        "it differs from the lock, which proves nothing: the node is syncing",
    });
  });

  it("given another address in the config, then nobody is said to have changed what is read there", () => {
    const fact = {
      ...OWNER,
      contract: "registry.Router",
      power: { words: "the Router's owner", fact: "router.owner" },
    };
    const changesOf = (router: Partial<ContractVerification>) =>
      checkNetwork(
        network({ ...routerNow(router), facts: [fact] }),
        lockedNetwork({ policy }),
      ).lock?.changes.map(({ field, power, unknownPower }) => [
        field,
        power ?? unknownPower,
      ]);

    expect(
      changesOf({ address: OTHER_ADDRESS, codeHash: OTHER_HASH }),
    ).to.deep.equal([
      ["address", undefined],
      ["codeHash", undefined],
      ["policy", undefined],
    ]);
    expect(changesOf({})).to.deep.equal([["policy", "the Router's owner"]]);
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
    ["a list that is whole now", [A, MORE], [A], "listed", "ok"],
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
        actual: "as read",
        value: setOf(now),
      };
      const given = network({
        facts: [fact],
        notLookedAt: now.some((item) => item === MORE) ? ["euro: why"] : [],
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
        expect(checked.facts?.[0]?.reason).to.contain(
          `there may have been ${wordsOf(B)}. If that is right, write it with --write-lock`,
        );
      }
    });
  }

  it("given other code in a list that was not whole, then the change says which", () => {
    const { facts } = checkNetwork(
      network({
        facts: [{ ...OWNER, value: setOf([A2, B, MORE]) }],
      }),
      lockedNetwork({ policy: { [OWNER.id]: setOf([A, MORE]) } }),
    );

    expect(facts?.[0]?.reason).to.contain(
      `added ${wordsOf(A2)}; removed ${wordsOf(A)}`,
    );
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
      const { facts } = checkNetwork(
        network({ facts: [{ ...OWNER, label, value: is }] }),
        lockedNetwork({ policy: { [OWNER.id]: was } }),
      );

      expect(facts?.[0]?.reason).to.equal(`Router owners: ${says}`);
    });
  }

  it("given that a contract of the network has a power, had it, or is none any more, then its words say so", () => {
    const reasonOf = (
      [was, is]: readonly string[],
      now: Partial<NetworkVerification> = {},
    ) =>
      checkNetwork(
        network({
          facts: [{ ...OWNER, severity: "control", value: is }],
          ...now,
        }),
        lockedNetwork({ policy: { [OWNER.id]: was ?? null } }),
      ).facts?.[0]?.reason;
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
    Partial<NetworkVerification> & { readonly at?: `0x${string}` },
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
      expect(strict.problems).to.deep.equal([
        {
          status: "failed",
          severity: undefined,
          reason: `it has no value of ${field}`,
          remedy:
            'Restore alpha.lock.json from version control, or review the values of now, and write them with "npx hardhat alpha verify devnet --write-lock".',
          affects: ["lock file"],
        },
      ]);
    });
  }

  it("given a value that the version which wrote the lock did not read yet, then it is listed with one note, and fails with --strict alone", () => {
    const fact: FactVerification = { ...OWNER, id: "router.later", since: 2 };
    const now = network({ facts: [fact, { ...OWNER, value: ADDRESS }] });
    const locked = lockedNetwork({ policy });

    const checked = checkNetwork(now, locked);
    const strict = checkNetwork(now, locked, true);

    expect(checked.facts?.map(({ verdict }) => verdict)).to.deep.equal([
      "listed",
      "holds",
    ]);
    expect([checked.outcome, strict.outcome]).to.deep.equal(["ok", "failed"]);
    expect(strict.problems?.map(({ reason }) => reason)).to.deep.equal([
      "written by a version that did not read router.later yet",
    ]);
    expect(
      checkNetwork(now, lockedNetwork({ policy, catalogue: 2 })).outcome,
    ).to.equal("unknown");
  });

  it("given a network that is not in the lock, then it is unknown and says how to add it", () => {
    const { outcome, problems } = checkNetwork(
      network({ facts: [OWNER] }),
      undefined,
    );

    expect(check({ hardhatNetwork: "constructor" }).outcome).to.equal(outcome);

    expect(outcome).to.equal("unknown");
    expect(problems).to.deep.equal([
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
