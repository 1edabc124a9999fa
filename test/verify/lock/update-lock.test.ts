import { expect } from "chai";
import { checkLock, checkLockable } from "../../../src/verify/check-lock.ts";
import type { JudgedReport } from "../../../src/verify/found.ts";
import type { Addition } from "../../../src/verify/lock/update-lock.ts";
import {
  networkUpdates,
  updateLock as withUpdates,
} from "../../../src/verify/lock/update-lock.ts";
import {
  type Lock,
  printLock,
} from "../../../src/verify/lock-file/lock-file.ts";
import type { Json } from "../../../src/verify/values/codec.ts";
import { because, told } from "../../../src/verify/values/reason.ts";
import { reportOf as jsonOf } from "../../../src/verify/words/report.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { describeUpdate } from "../../../tasks/verify/write-lock.ts";
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
  reportOf,
} from "../../tasks/verify/verify-reports.ts";
import { lock, lockedNetwork } from "./locks.ts";

const EMPTY = lock({});

const SETTLED = { number: "200", hash: OTHER_HASH } as const;

/** Of the chain that is locked, at the locked height. */
function anchors(hash: `0x${string}` = HASH) {
  return { genesisHash: HASH, block: { number: "100", hash } };
}

function updateLock(before: Lock, given: JudgedReport): Lock {
  return withUpdates(before, networkUpdates(before, given));
}

/** What is new in an entry, and the line that says it. */
type Added = Pick<Addition, "id" | "now"> &
  Partial<Pick<Addition, "before">> & { readonly words: string };

describe("a lock that is written", () => {
  it("given an empty lock, then it has each network with all that is present, and holds from then on", () => {
    const given = report(
      [
        network({
          anchors: anchors(),
          contracts: [
            contract({ key: "B", index: 1 }),
            contract({
              key: "A",
              proxy: {
                kind: "eip1167",
                implementation: OTHER_ADDRESS,
                implementationCodeHash: OTHER_HASH,
                verdict: "present",
              },
            }),
            missing("V3", "skipped", "s"),
          ],
        }),
      ],
      { level: "presence" },
    );
    const written = updateLock(EMPTY, given);

    expect(written.networks["devnet"]?.block).to.equal("100");
    expect(
      Object.keys(written.networks["devnet"]?.contracts ?? {}),
    ).to.have.members(["registry.A", "registry.B[1]"]);
    expect(checkLock(given, written).outcome).to.equal("ok");
  });

  it("given the same lock in any order, then the text is the same, so that branches do not conflict", () => {
    const keys = ["B", "a", "b"] as const;
    const textOf = (order: readonly string[]) => {
      const all = <T>(value: T) =>
        Object.fromEntries(order.map((key) => [key, value]));
      const contracts = all({ address: ADDRESS, codeHash: HASH });
      return printLock(
        lock(all(lockedNetwork({ contracts, policy: all("x") }))),
      );
    };
    const text = textOf(keys);

    expect(textOf(keys.toReversed())).to.equal(text);
    for (const indent of [4, 8]) {
      const names = text.match(new RegExp(`^ {${indent}}"\\w"`, "gm"));
      expect(names?.slice(0, 3).map((name) => name.trim())).to.deep.equal(
        keys.map((key) => `"${key}"`),
      );
    }
    expect(text.endsWith("}\n")).to.equal(true);
  });

  it("given nothing but newer blocks, then nothing changes", () => {
    const given = lock();
    const now = network({ anchors: { ...anchors(), settled: SETTLED } });

    expect(updateLock(given, report([now]))).to.deep.equal(given);
  });

  const open = { $some: [ADDRESS], $missing: "no-access-list" };
  for (const [what, now, isWritten] of [
    ["a list that is whole now", [ADDRESS], true],
    ["the same that is not whole", open, false],
  ] as const) {
    it(`given ${what} and was not in the lock, then it is ${isWritten ? "written" : "kept"}`, () => {
      const list = { class: "policy", verdict: "listed", label: "l" } as const;
      const facts = [{ ...list, id: "a.roles", value: now }];
      const policy = { "a.roles": open };
      const before = lock({ devnet: lockedNetwork({ policy }) });
      const written = updateLock(
        before,
        report([
          network({ facts, anchors: { ...anchors(), settled: SETTLED } }),
        ]),
      );

      expect(written.networks["devnet"]?.policy["a.roles"]).to.deep.equal(now);
      expect(written.networks["devnet"]?.block).to.equal(
        isWritten ? "200" : "100",
      );
    });
  }

  const IN_USE = `${OTHER_ADDRESS}.0x12345678()`;
  for (const [what, code, wasInUse, isInUse, expected] of [
    ["the locked code, and its use was locked", HASH, true, false, true],
    ["the locked code, and none was locked", HASH, false, true, false],
    ["other code, and its use was locked", OTHER_HASH, true, false, false],
    ["other code, and none was locked", OTHER_HASH, false, true, true],
  ] as const) {
    it(`given a value of ${what}, then it ${expected ? "changes" : "does not change"} in use`, () => {
      const hash = `${OTHER_ADDRESS}.codeHash`;
      const policy = { [IN_USE]: "1", [hash]: HASH };
      const inUse = wasInUse ? [IN_USE] : undefined;
      const before = lock({ devnet: lockedNetwork({ policy, inUse }) });
      const fact = { class: "policy", verdict: "listed", label: "l" } as const;
      const facts = [
        { ...fact, id: IN_USE, value: "2", isInUse },
        { ...fact, id: hash, value: code },
      ];

      const given = report([network({ facts })]);
      const { devnet } = updateLock(before, given).networks;

      expect(devnet?.policy[IN_USE]).to.equal("2");
      expect(devnet?.inUse).to.deep.equal(expected ? [IN_USE] : undefined);
      const lines = networkUpdates(before, given).flatMap(describeUpdate);
      expect(lines.filter((line) => line.includes("in use"))).to.deep.equal(
        expected && !wasInUse
          ? [`    ${IN_USE}: changes in use from now on`]
          : [],
      );
    });
  }

  it("given that what is not looked at is accepted, then it is named, once", () => {
    const id = `${OTHER_ADDRESS}.storage`;
    const notLookedAt = [{ id, reason: { code: "not-analysed" } as const }];
    const before = lock();
    const given = report([
      network({ anchors: anchors(), notLookedAt, acceptedGaps: [id] }),
    ]);
    const linesOf = (from: typeof before) =>
      networkUpdates(from, given).flatMap(describeUpdate);

    expect(linesOf(before)).to.deep.equal([
      "  devnet: 1 contracts, 0 policy values, changed:",
      `    ${id}: accepted, not looked at`,
    ]);
    expect(linesOf(updateLock(before, given))).to.deep.equal([
      "  devnet: 1 contracts, 0 policy values, unchanged",
    ]);
  });

  it("given another block at the locked height, then every change is named, and the settled block is locked", () => {
    const before = lock();
    const now = network({
      anchors: { ...anchors(OTHER_HASH), settled: SETTLED },
      contracts: [contract({ codeHash: OTHER_HASH })],
    });
    const [update] = networkUpdates(before, report([now]));

    expect(update?.changes?.map(({ field }) => field)).to.deep.equal([
      "blockHash",
      "codeHash",
    ]);
    expect(update?.entry).to.include({ block: "200", blockHash: OTHER_HASH });
  });

  const OWNER = {
    ...{ id: "router.owner", label: "Router owner" },
    severity: "control",
  };
  const SAFE = { id: `${OTHER_ADDRESS}.owners`, label: "Safe owners" };
  const PARTY = {
    id: `${OTHER_ADDRESS}.is`,
    label: `${OWNER.label} → ${OTHER_ADDRESS}: is`,
  };
  const PAYEE = {
    id: "collector.payee",
    label: "Payee",
  };
  const HIDDEN = { $hidden: "storage-hidden" };
  /** 0.1 %. */
  const FEE = "1000000000000000";
  const value = (json: Json) => ({ value: json });
  const NEW_OWNER = {
    id: OWNER.id,
    now: value(OTHER_ADDRESS),
    words: `${OWNER.label}: not in the lock → ${OTHER_ADDRESS} (contract)`,
  };
  const NEW_PARTY = {
    id: PARTY.id,
    now: value("contract"),
    words: `${PARTY.label}: not in the lock → contract`,
  };
  const GONE = `0x${"12".repeat(20)}`;
  const followed = { [PARTY.id]: "contract" };
  const owned = { [OWNER.id]: OTHER_ADDRESS, ...followed };
  const proxy = { kind: "eip1967", implementation: OTHER_ADDRESS } as const;
  const runs = `upgradable proxy (EIP-1967) to ${OTHER_ADDRESS}`;
  const pinned = { ...proxy, implementationCodeHash: HASH };
  const router = { address: ADDRESS, codeHash: HASH };
  for (const [what, before, now, added] of [
    [
      "a lock without the owner",
      { policy: { "router.fee": FEE } },
      {},
      [NEW_OWNER, NEW_PARTY],
    ],
    [
      "a lock without any value",
      { policy: {} },
      {},
      [
        NEW_OWNER,
        {
          id: "router.fee",
          now: value(FEE),
          words: "Fee: not in the lock → 0.1 %",
        },
        NEW_PARTY,
      ],
    ],
    [
      "another owner, who is followed",
      {
        policy: {
          ...{ [OWNER.id]: ADDRESS, [`${ADDRESS}.is`]: "account" },
          "router.fee": FEE,
        },
      },
      { facts: [{ ...SAFE, value: [ADDRESS] }] },
      [
        NEW_PARTY,
        {
          id: SAFE.id,
          now: value([ADDRESS]),
          words: `${SAFE.label}: not in the lock → ${ADDRESS}`,
        },
      ],
    ],
    [
      "a lock without anything of an owner, who is followed",
      { policy: { [OWNER.id]: OTHER_ADDRESS, "router.fee": FEE } },
      { facts: [{ ...SAFE, value: [] }] },
      [
        NEW_PARTY,
        {
          id: SAFE.id,
          now: value([]),
          words: `${SAFE.label}: not in the lock → none`,
        },
      ],
    ],
    [
      "a list of which the lock may not have all",
      { policy: { ...owned, "router.fee": FEE, [SAFE.id]: open } },
      {
        facts: [{ ...SAFE, value: [ADDRESS, OTHER_ADDRESS] }],
      },
      [
        {
          id: SAFE.id,
          before: value(open),
          now: value([ADDRESS, OTHER_ADDRESS]),
          words: `${SAFE.label}: ${ADDRESS} (incomplete) → ${ADDRESS}, ${OTHER_ADDRESS}`,
        },
      ],
    ],
    [
      "a value that is hidden now, and another change",
      { policy: { ...owned, "router.fee": FEE, "collector.payee": ADDRESS } },
      { facts: [{ ...PAYEE, value: HIDDEN }], chainId: 1 },
      [
        {
          id: PAYEE.id,
          before: value(ADDRESS),
          now: value(HIDDEN),
          words: `${PAYEE.label}: ${ADDRESS} → not readable`,
        },
      ],
    ],
    [
      "a value that was hidden",
      { policy: { ...owned, "router.fee": FEE, "collector.payee": HIDDEN } },
      { facts: [{ ...PAYEE, value: ADDRESS }] },
      [
        {
          id: PAYEE.id,
          before: value(HIDDEN),
          now: value(ADDRESS),
          words: `${PAYEE.label}: not readable → ${ADDRESS}`,
        },
      ],
    ],
    [
      "a value that its contract does not offer any more",
      { policy: { ...owned, "router.fee": FEE, "collector.payee": ADDRESS } },
      { facts: [{ ...PAYEE, value: null }] },
      [],
    ],
    [
      "a lock without the hashes of the chain",
      {
        policy: { ...owned, "router.fee": FEE },
        ...{ genesisHash: undefined, blockHash: undefined },
      },
      {},
      [
        {
          id: "genesisHash",
          now: { text: HASH },
          words: `genesisHash: not in the lock → ${HASH}`,
        },
        {
          id: "blockHash",
          now: { text: HASH },
          words: `blockHash: not in the lock → ${HASH}`,
        },
      ],
    ],
    [
      "a lock without the code hash of an implementation",
      {
        policy: { ...owned, "router.fee": FEE },
        contracts: { "registry.Router": { ...router, proxy } },
      },
      {
        contracts: [contract({ proxy: { ...pinned, verdict: "present" } })],
      },
      [
        {
          id: "registry.Router",
          before: { proxy },
          now: { proxy: pinned },
          words: `registry.Router: ${runs} → ${runs}, code hash ${HASH}`,
        },
      ],
    ],
    [
      "a lock without the code hash of an implementation, and with another code",
      {
        policy: { ...owned, "router.fee": FEE },
        contracts: {
          "registry.Router": { ...router, codeHash: OTHER_HASH, proxy },
        },
      },
      {
        contracts: [contract({ proxy: { ...pinned, verdict: "present" } })],
      },
      [
        {
          id: "registry.Router",
          before: { proxy },
          now: { proxy: pinned },
          words: `registry.Router: ${runs} → ${runs}, code hash ${HASH}`,
        },
      ],
    ],
    [
      "a lock without a contract",
      { policy: { ...owned, "router.fee": FEE }, contracts: {} },
      {
        contracts: [contract({ proxy: { ...pinned, verdict: "present" } })],
      },
      [
        {
          id: "registry.Router codeHash",
          now: { text: HASH },
          words: `registry.Router codeHash: not in the lock → ${HASH}`,
        },
        {
          id: "registry.Router",
          now: { proxy: pinned },
          words: `registry.Router: not in the lock → ${runs}, code hash ${HASH}`,
        },
      ],
    ],
    [
      "a list of which the lock may not have all, and one that is gone",
      {
        policy: {
          ...owned,
          "router.fee": FEE,
          [SAFE.id]: { $some: [GONE], $missing: "no-access-list" },
        },
      },
      {
        facts: [{ ...SAFE, value: [ADDRESS, OTHER_ADDRESS] }],
      },
      [
        {
          id: SAFE.id,
          before: value({ $some: [GONE], $missing: "no-access-list" }),
          now: value([ADDRESS, OTHER_ADDRESS]),
          words: `${SAFE.label}: ${GONE} (incomplete) → ${ADDRESS}, ${OTHER_ADDRESS}`,
        },
      ],
    ],
    [
      "another list, of which the change has all",
      { policy: { ...owned, "router.fee": FEE, [SAFE.id]: [OTHER_ADDRESS] } },
      { facts: [{ ...SAFE, value: [ADDRESS] }] },
      [],
    ],
    ["another fee alone", { policy: { ...owned, "router.fee": "0" } }, {}, []],
    [
      "another chain id alone",
      { policy: { ...owned, "router.fee": FEE } },
      { chainId: 1 },
      [],
    ],
    [
      "another block at the locked height alone",
      { policy: { ...owned, "router.fee": FEE }, blockHash: OTHER_HASH },
      {},
      [],
    ],
    [
      "a contract at another address",
      {
        policy: { ...owned, "router.fee": FEE },
        contracts: { "registry.Router": { ...router, address: OTHER_ADDRESS } },
      },
      {},
      [],
    ],
    [
      "a contract that is not configured any more",
      {
        policy: { ...owned, "router.fee": FEE },
        contracts: {
          "registry.Router": router,
          "registry.Gone": { ...router, proxy: pinned },
        },
      },
      {},
      [],
    ],
  ] as const) {
    it(`given ${what}, then all that is new in the file is named, and the lock holds from then on`, () => {
      const { facts = [], ...more }: Record<string, unknown> = { ...now };
      const read = [
        { ...OWNER, value: OTHER_ADDRESS },
        {
          ...{ id: "router.fee", label: "Fee", unit: "share" },
          value: FEE,
        },
        { ...PARTY, value: "contract" },
        ...[facts].flat().map(Object),
      ].map((fact) => ({ class: "policy", verdict: "listed", ...fact }));
      const given = report([
        network({ anchors: anchors(), facts: read, ...more }),
      ]);
      const locked = lock({ devnet: lockedNetwork(before as object) });
      const [update] = networkUpdates(locked, given);

      const all: readonly Added[] = added;
      expect(update?.added).to.deep.equal(
        all.map(({ words: _words, ...one }) => ({ before: undefined, ...one })),
      );
      const lines = update === undefined ? [] : describeUpdate(update);
      expect(lines).to.include.members(all.map(({ words }) => `    ${words}`));
      const written = updateLock(locked, given);
      expect(checkLock(given, written).outcome).to.equal("ok");
      expect(updateLock(written, given)).to.deep.equal(written);
    });
  }

  const SPELLED = "0xeFEFeFEFeFeFEFEFEfEFeFEFEFeFEFEfEFeFEFef";
  const code = `0x${"ab".repeat(32)}`;
  for (const [what, locked, now] of [
    ["an address in another spelling", OTHER_ADDRESS, SPELLED],
    [
      "a set in another order and spelling",
      [ADDRESS, { address: OTHER_ADDRESS, code }],
      [{ code, address: SPELLED }, ADDRESS],
    ],
    [
      "a set of which neither says all",
      { $some: [OTHER_ADDRESS, "1"], $missing: "no-events", $without: ["2"] },
      { $without: ["2"], $missing: "no-events", $some: ["1", SPELLED] },
    ],
    [
      "places with the names of their values in another order",
      { $sequence: [{ a: { c: "1", b: OTHER_ADDRESS }, $$a: true }] },
      { $sequence: [{ $$a: true, a: { b: SPELLED, c: "1" } }] },
    ],
    ["what is hidden", HIDDEN, HIDDEN],
    ["what is not offered", null, null],
  ] as const) {
    it(`given ${what}, then the entry is kept, with its block`, () => {
      const fact = { id: "router.owner", value: now };
      const facts = [{ class: "policy", verdict: "listed", ...fact } as const];
      const before = lock({
        devnet: lockedNetwork({ policy: { "router.owner": locked } }),
      });
      const given = network({
        facts,
        anchors: { ...anchors(), settled: SETTLED },
      });

      expect(updateLock(before, report([given]))).to.deep.equal(before);
    });
  }

  it("given the same steps of a proxy with their members in another order, then the entry is kept", () => {
    const hop = { implementation: OTHER_ADDRESS, implementationCodeHash: HASH };
    const [before, now] = [
      { kind: "beacon", beacon: ADDRESS, ...hop },
      { ...hop, kind: "beacon", beacon: ADDRESS },
    ] as const;
    const entry = lock({
      devnet: lockedNetwork({
        contracts: {
          "registry.Router": {
            ...router,
            proxy: { ...before, further: [before] },
          },
        },
      }),
    });
    const given = network({
      contracts: [
        contract({ proxy: { ...now, verdict: "present", further: [now] } }),
      ],
      anchors: { ...anchors(), settled: SETTLED },
    });

    expect(updateLock(entry, report([given]))).to.deep.equal(entry);
  });

  it("given networks that were not verified, then they are kept as they are", () => {
    const other = lockedNetwork({ alphaNetwork: "third", chainId: 100 });
    const written = updateLock(lock({ third: other }), report([network()]));

    expect(written.networks["third"]).to.deep.equal(other);
    expect(written.networks).to.have.property("devnet");
  });
});

describe("whether a report can be locked", () => {
  const reason = "the node does not have it";
  for (const [what, anchorsNow, named] of [
    ["the genesis block", { block: anchors().block }, ["the genesis block"]],
    ["the locked block", { genesisHash: HASH }, ["block 100"]],
    [
      "the locked block of a chain that is created again",
      { genesisHash: OTHER_HASH, settled: SETTLED },
      [],
    ],
  ] as const) {
    it(`given that ${what} could not be read, then ${named.length === 0 ? "it is locked anew" : "it is unknown and named, with what to do"}`, () => {
      const given = reportOf({ anchors: { ...anchorsNow, reason } });
      const checked = checkLockable(given, lock());

      const unread = checked.networks[0]?.lock?.unread ?? [];
      expect(unread.map(({ id }) => id)).to.deep.equal(named);
      expect(checked.outcome).to.equal(named.length === 0 ? "ok" : "unknown");
      expect(unread.map((one) => one.reason)).to.deep.equal(
        named.map((id) =>
          id.startsWith("block")
            ? because("locked-block-unread", told(reason))
            : told(reason),
        ),
      );
      expect(
        unread.every((one) => sentence(one.reason).startsWith(reason)),
      ).to.equal(true);
    });
  }

  it("given a code hash of a contract or of its implementation that is not known, then it is unknown and names the contract", () => {
    const { codeHash: _, ...unhashed } = contract();
    const proxy = {
      kind: "eip1967",
      implementation: OTHER_ADDRESS,
      verdict: "present",
    } as const;

    for (const bad of [unhashed, contract({ proxy })]) {
      const given = report(
        [network({ contracts: [contract({ key: "A" }), bad] })],
        { level: "presence" },
      );
      const checked = checkLockable(given);

      expectValidReport("verify", JSON.stringify(jsonOf(checked)));
      expect(checked.outcome).to.equal("unknown");
      expect(
        checked.networks[0]?.lock?.unread.map(({ id, reason: why }) => [
          id,
          why.code,
        ]),
      ).to.deep.equal([
        [
          "registry.Router",
          bad === unhashed ? "no-code-hash" : "no-implementation-hash",
        ],
      ]);
    }
  });
});
