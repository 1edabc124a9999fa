import { expect } from "chai";
import { checkLock, checkLockable } from "../../../src/verify/check-lock.ts";
import type { Addition } from "../../../src/verify/lock/additions.ts";
import { type Lock, printLock } from "../../../src/verify/lock/lock-file.ts";
import {
  networkUpdates,
  updateLock as withUpdates,
} from "../../../src/verify/lock/update-lock.ts";
import type { VerifyReport } from "../../../src/verify/report.ts";
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
const MORE = "others that the node may not show";

const SETTLED = { number: "200", hash: OTHER_HASH } as const;

/** Of the chain that is locked, at the locked height. */
function anchors(hash: `0x${string}` = HASH) {
  return { genesisHash: HASH, block: { number: "100", hash } };
}

function updateLock(before: Lock, given: VerifyReport): Lock {
  return withUpdates(before, networkUpdates(before, given));
}

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
      const facts = [{ ...list, id: "a.roles", actual: "a", value: now }];
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
    actual: "not readable",
  };
  const HIDDEN = { $hidden: "storage-hidden" };
  /** 0.1 %. */
  const FEE = "1000000000000000";
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
      [
        { name: OWNER.label, now: `${OTHER_ADDRESS} (contract)` },
        { name: PARTY.label, now: "contract" },
      ],
    ],
    [
      "a lock without any value",
      { policy: {} },
      {},
      [
        { name: OWNER.label, now: `${OTHER_ADDRESS} (contract)` },
        { name: "Fee", now: "0.1 %" },
        { name: PARTY.label, now: "contract" },
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
      { facts: [{ ...SAFE, actual: ADDRESS, value: [ADDRESS] }] },
      [
        { name: PARTY.label, now: "contract" },
        { name: SAFE.label, now: ADDRESS },
      ],
    ],
    [
      "a lock without anything of an owner, who is followed",
      { policy: { [OWNER.id]: OTHER_ADDRESS, "router.fee": FEE } },
      { facts: [{ ...SAFE, actual: "none", value: [] }] },
      [
        { name: PARTY.label, now: "contract" },
        { name: SAFE.label, now: "none" },
      ],
    ],
    [
      "a list of which the lock may not have all",
      { policy: { ...owned, "router.fee": FEE, [SAFE.id]: open } },
      {
        facts: [{ ...SAFE, actual: "two", value: [ADDRESS, OTHER_ADDRESS] }],
      },
      [
        {
          name: SAFE.label,
          before: `${ADDRESS}, ${MORE}`,
          now: `${ADDRESS}, ${OTHER_ADDRESS}`,
        },
      ],
    ],
    [
      "a value that is hidden now, and another change",
      { policy: { ...owned, "router.fee": FEE, "collector.payee": ADDRESS } },
      { facts: [{ ...PAYEE, value: HIDDEN }], chainId: 1 },
      [{ name: PAYEE.label, before: ADDRESS, now: "not readable" }],
    ],
    [
      "a value that was hidden",
      { policy: { ...owned, "router.fee": FEE, "collector.payee": HIDDEN } },
      { facts: [{ ...PAYEE, actual: ADDRESS, value: ADDRESS }] },
      [{ name: PAYEE.label, before: "not readable", now: ADDRESS }],
    ],
    [
      "a value that its contract does not offer any more",
      { policy: { ...owned, "router.fee": FEE, "collector.payee": ADDRESS } },
      { facts: [{ ...PAYEE, actual: "not offered", value: null }] },
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
        { name: "genesisHash", now: HASH },
        { name: "blockHash", now: HASH },
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
          name: "registry.Router",
          before: runs,
          now: `${runs}, code hash ${HASH}`,
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
          name: "registry.Router",
          before: runs,
          now: `${runs}, code hash ${HASH}`,
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
        { name: "registry.Router codeHash", now: HASH },
        {
          name: "registry.Router",
          now: `${runs}, code hash ${HASH}`,
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
        facts: [{ ...SAFE, actual: "two", value: [ADDRESS, OTHER_ADDRESS] }],
      },
      [
        {
          name: SAFE.label,
          before: `${GONE}, ${MORE}`,
          now: `${ADDRESS}, ${OTHER_ADDRESS}`,
        },
      ],
    ],
    [
      "another list, of which the change has all",
      { policy: { ...owned, "router.fee": FEE, [SAFE.id]: [OTHER_ADDRESS] } },
      { facts: [{ ...SAFE, actual: "one", value: [ADDRESS] }] },
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
      const all = [
        { ...OWNER, actual: OTHER_ADDRESS, value: OTHER_ADDRESS },
        {
          ...{ id: "router.fee", label: "Fee", unit: "share" },
          ...{ actual: "0.1 %", value: FEE },
        },
        { ...PARTY, actual: "contract", value: "contract" },
        ...[facts].flat().map(Object),
      ].map((fact) => ({ class: "policy", verdict: "listed", ...fact }));
      const given = report([
        network({ anchors: anchors(), facts: all, ...more }),
      ]);
      const locked = lock({ devnet: lockedNetwork(before as object) });
      const [update] = networkUpdates(locked, given);

      expect(update?.added).to.deep.equal(
        added.map((one: Partial<Addition>) => ({
          before: undefined,
          now: undefined,
          ...one,
        })),
      );
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
      const fact = { id: "router.owner", actual: "x", value: now };
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
      expect(unread.map(({ contract: name }) => name)).to.deep.equal(named);
      expect(checked.outcome).to.equal(named.length === 0 ? "ok" : "unknown");
      expect(unread.every((one) => one.reason.startsWith(reason))).to.equal(
        true,
      );
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

      expectValidReport("verify", JSON.stringify(checked));
      expect(checked.outcome).to.equal("unknown");
      expect(
        checked.networks[0]?.lock?.unread.map(({ contract: name }) => name),
      ).to.deep.equal(["registry.Router"]);
    }
  });
});
