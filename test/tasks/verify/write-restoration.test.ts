import { readdirSync } from "node:fs";
import { expect } from "chai";
import type { Expectations } from "../../../src/config/expectations.ts";
import { selectNetworks } from "../../../src/connect/select-networks.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import { verificationTargets } from "../../../src/verify/expect/targets.ts";
import type {
  FactVerification,
  JudgedNetwork,
} from "../../../src/verify/found.ts";
import { restorationOf } from "../../../src/verify/simulate/restoration.ts";
import type { Json } from "../../../src/verify/values/codec.ts";
import { writeRestoration } from "../../../tasks/verify/write-restoration.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { lockedNetwork } from "../../verify/lock/locks.ts";
import {
  ADDRESS,
  network,
  OTHER_ADDRESS,
  report,
  unreachable,
} from "./verify-reports.ts";

const policy = {
  "router.minVestingPeriod": "1",
  "router.owner": ADDRESS,
  "collector.payee": ADDRESS,
  "collector.owner": ADDRESS,
};
const ENTRY = lockedNetwork({ policy });

/** A value of now, which the holder that another one names can set. */
function fact(
  id: string,
  value: Json,
  {
    severity = "control",
    by,
  }: { by?: string } & Pick<FactVerification, "severity"> = {},
): FactVerification {
  const power = by === undefined ? {} : { words: "its owner", fact: by };
  const head = { id, class: "policy", label: id, verdict: "listed" } as const;
  return { ...head, severity, power, value };
}

/** Two values that were changed, which owners with one address can set back. */
const FACTS = [
  fact("router.minVestingPeriod", "2", { by: "router.owner" }),
  fact("router.owner", ADDRESS),
  fact("collector.payee", OTHER_ADDRESS, { by: "collector.owner" }),
  fact("collector.owner", ADDRESS, { severity: "information" }),
];

const LOCKED_FACTS = Object.entries(policy).map((one) => fact(...one));

/** Compared with the lock file. */
function changed(given: Partial<JudgedNetwork>): JudgedNetwork {
  return checkNetwork(network({ facts: FACTS, ...given }), ENTRY);
}

async function devnet() {
  const { config } = await createAlphaHre();
  const selection = { names: ["devnet"], globalNetwork: undefined };
  return selectNetworks(config, { ...selection, sandbox: false });
}

/** What restores values that are otherwise than locked, all by the router's owner. */
async function restoredFrom(
  locked: Readonly<Record<string, Json>>,
  now: Readonly<Record<string, Json>>,
  expect?: Expectations,
) {
  const [selected] = await devnet();
  if (selected === undefined) {
    throw new Error("no network");
  }
  const { network: one } = selected;
  const entry = lockedNetwork({ policy: locked });
  const facts = Object.entries(now).map(([id, value]) =>
    fact(id, value, { by: `${id.split(".")[0]}.owner` }),
  );
  const { calls, others } = await restorationOf(
    checkNetwork(network({ facts, expect }), entry),
    entry,
    verificationTargets(one, false),
  );
  return { calls: calls.map(({ call }) => call), others };
}

const OWNER = { "router.owner": ADDRESS };
const FEES = {
  "router.swapFeeApproved": "1",
  "router.swapFeeOther": "2",
  "router.consumeFee": "3",
  "router.providerFee": "4",
};
const [ONE, TWO, THREE] = ["11", "22", "33"].map(
  (byte): `0x${string}` => `0x${byte.repeat(20)}`,
) as [`0x${string}`, `0x${string}`, `0x${string}`];

describe("what restores the locked values", () => {
  it("given two networks, then it is refused before any node is asked", async () => {
    const { tasks } = await createAlphaHre();
    const names = ["devnet", "testnet"];
    const args = { names, lock: true, restore: "restore.json" };

    expect(
      await pluginMessageOf(() => tasks.getTask(["alpha", "verify"]).run(args)),
    ).to.equal("--restore requires exactly one network.");
  });

  it("given a holder whose address two values of different severity name, then it gets one file", async () => {
    using folder = temporaryFolder();
    const is = fact(`${ADDRESS}.is`, "account");

    await writeRestoration(
      report([changed({ facts: [...FACTS, is] })]),
      { networks: { devnet: ENTRY } },
      await devnet(),
      { restore: folder.at("restore.json"), lock: true, force: false },
    );

    expect(readdirSync(folder.root)).to.deep.equal(["restore.json"]);
    const calls = JSON.parse(folder.read("restore.json"));
    expect(calls.map(({ from }: { from: string }) => from)).to.deep.equal([
      ADDRESS,
      ADDRESS,
    ]);
  });

  it("given a path with a blank and a quote, then the command that checks it is one for a shell", async () => {
    using folder = temporaryFolder();
    const lines: unknown[] = [];
    const { error } = console;
    console.error = (line: unknown) => lines.push(line);
    try {
      await writeRestoration(
        report([changed({ facts: FACTS })]),
        { networks: { devnet: ENTRY } },
        await devnet(),
        { restore: folder.at("it's one.json"), lock: true, force: false },
      );
    } finally {
      console.error = error;
    }

    const path = folder.at("it'\\''s one.json");
    expect(lines.join("\n")).to.contain(
      ` --simulate '${path}' --allow router.`,
    );
  });

  for (const [what, one, words] of [
    [
      "that could not be read",
      checkNetwork(unreachable("HTTP 503"), ENTRY),
      "not all could be compared, and of the rest ",
    ],
    [
      "whose values are of a block that is too old",
      changed({ facts: LOCKED_FACTS, outdated: { reason: "it stopped" } }),
      "what was compared may have changed since, and of that ",
    ],
  ] as const) {
    it(`given a network ${what}, then it is not said that there is nothing to restore`, async () => {
      using folder = temporaryFolder();
      const lines: unknown[] = [];
      const { error } = console;
      console.error = (line: unknown) => lines.push(line);
      try {
        await writeRestoration(
          report([one]),
          { networks: { devnet: ENTRY } },
          await devnet(),
          { restore: folder.at("restore.json"), lock: true, force: false },
        );
      } finally {
        console.error = error;
      }

      expect(lines.join("\n")).to.contain(`was not written: ${words}`);
    });
  }

  it("given a holder that is a contract of the network, then that is said of it", async () => {
    const [selected] = await devnet();
    const targets = verificationTargets(
      selected?.network ?? expect.fail("no network"),
      false,
    );

    const { calls } = await restorationOf(changed({}), ENTRY, targets);

    expect(calls.map(({ holder }) => holder)).to.deep.equal([
      `${ADDRESS} (contract)`,
      `${ADDRESS} (contract)`,
    ]);
  });

  it("given a locked address whose checksum is wrong, then it is added again", async () => {
    const misspelled = `0x${"1".repeat(37)}aAA`;

    const { calls, others } = await restoredFrom(
      { ...OWNER, "router.approvedTokens": [misspelled] },
      { ...OWNER, "router.approvedTokens": [] },
    );

    expect(calls.join().toLowerCase()).to.equal(
      `router.addapprovedtoken(${misspelled.toLowerCase()})`,
    );
    expect(others).to.deep.equal([]);
  });

  it("given a value of the same function that may be any, then the call keeps what it is", async () => {
    const { calls, others } = await restoredFrom(
      { ...OWNER, ...FEES },
      {
        ...OWNER,
        ...FEES,
        "router.consumeFee": "7",
        "router.providerFee": "8",
      },
      { "router.providerFee": "any" },
    );

    expect([calls, others]).to.deep.equal([
      ["Router.updateOPCFee(1, 2, 3, 8)"],
      [],
    ]);
  });

  for (const [what, value] of [
    ["a negative number", "-1"],
    ["a number that is too large", "9".repeat(100)],
    ["an address in place of a number", ONE],
    ["a flag in place of a number", true],
    ["a value that is not offered in place of a number", null],
  ] as const) {
    it(`given ${what} in the lock, then no call sets it, and that is said`, async () => {
      const { calls, others } = await restoredFrom(
        { ...OWNER, ...FEES, "router.providerFee": value },
        { ...OWNER, ...FEES, "router.consumeFee": "7" },
      );

      expect(calls).to.deep.equal([]);
      expect(others).to.deep.equal([
        {
          id: "router.consumeFee",
          reason:
            "the lock has no value of router.providerFee that updateOPCFee takes",
        },
        {
          id: "router.providerFee",
          reason: "the lock has no value that updateOPCFee takes",
        },
      ]);
    });
  }

  it("given a number in the lock in place of an address, then no call sets it, and that is said", async () => {
    const { calls, others } = await restoredFrom(
      { "collector.owner": ADDRESS, "collector.payee": "5" },
      { "collector.owner": ADDRESS, "collector.payee": ONE },
    );

    expect([calls, others]).to.deep.equal([
      [],
      [
        {
          id: "collector.payee",
          reason: "the lock has no value that changeCollector takes",
        },
      ],
    ]);
  });

  for (const [what, owner] of [
    ["no holder", {}],
    ["a holder that is no address", { "router.owner": "5" }],
  ] as const) {
    it(`given a lock with ${what}, then nothing is left to the present one, and that is said`, async () => {
      const { calls, others } = await restoredFrom(
        { ...owner, "router.minVestingPeriod": "1" },
        { ...OWNER, "router.minVestingPeriod": "2" },
      );

      expect(calls).to.deep.equal([]);
      expect(others).to.deep.include({
        id: "router.minVestingPeriod",
        reason: "the lock names no holder: router.owner",
      });
    });
  }

  it("given a locked value that is no longer there, then it is said that nothing restores it", async () => {
    const { calls, others } = await restoredFrom(
      { ...OWNER, "token.euro.pauser": ADDRESS },
      OWNER,
    );

    expect(calls).to.deep.equal([]);
    expect(others).to.deep.include({
      id: "token.euro.pauser",
      reason: "no transaction can restore it",
    });
  });

  it("given an incomplete list in the lock, then only what is proven to be new is removed, and the rest is named", async () => {
    const { calls, others } = await restoredFrom(
      {
        ...OWNER,
        "router.approvedTokens": {
          $some: [ONE],
          $missing: "no-events",
          $without: [TWO],
        },
      },
      { ...OWNER, "router.approvedTokens": [TWO, THREE] },
    );

    expect(calls).to.deep.equal([
      `Router.addApprovedToken(${ONE})`,
      `Router.removeApprovedToken(${TWO})`,
    ]);
    expect(others).to.deep.equal([
      {
        id: "router.approvedTokens",
        reason: `the list is incomplete, so it is not certain whether these changed: ${THREE}`,
      },
    ]);
  });

  it("given something else than a list in the lock, then nothing is removed from the present one, and that is said", async () => {
    for (const value of [null, "5", ONE]) {
      const { calls, others } = await restoredFrom(
        {
          ...OWNER,
          "factory.owner": ADDRESS,
          "router.approvedTokens": value,
          "factory.tokenTemplates": value,
        },
        {
          ...OWNER,
          "factory.owner": ADDRESS,
          "router.approvedTokens": [TWO],
          "factory.tokenTemplates": {
            $sequence: [{ address: TWO, active: true }],
          },
        },
      );

      const reason = "the lock has no such list";
      expect([calls, others]).to.deep.equal([
        [],
        [
          { id: "router.approvedTokens", reason },
          { id: "factory.tokenTemplates", reason },
        ],
      ]);
    }
  });

  it("given a changed list of templates, then only what was active, and is otherwise the same, is switched on", async () => {
    const off = { address: ONE, active: false };
    const { calls } = await restoredFrom(
      {
        "factory.owner": ADDRESS,
        "factory.tokenTemplates": {
          $sequence: [
            { address: ONE, active: true },
            { address: TWO, active: true },
            { address: TWO, active: false },
          ],
        },
      },
      {
        "factory.owner": ADDRESS,
        "factory.tokenTemplates": {
          $sequence: [
            off,
            off,
            { address: TWO, active: true },
            { address: THREE, active: false },
            { address: THREE, active: true },
          ],
        },
      },
    );

    expect(calls).to.deep.equal([
      "ERC721Factory.disableTokenTemplate(3)",
      "ERC721Factory.disableTokenTemplate(5)",
      "ERC721Factory.reactivateTokenTemplate(1)",
    ]);
  });
});
