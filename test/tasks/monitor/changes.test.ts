import { expect } from "chai";
import type { Address } from "../../../src/base/address.ts";
import type { Hex } from "../../../src/base/hex.ts";
import { statusReport, withStatusChecks } from "../../../src/status/checks.ts";
import type {
  NodeState,
  ServiceState,
  StatusReport,
} from "../../../src/status/report.ts";
import { checkNetwork } from "../../../src/verify/check-lock.ts";
import { type JudgedReport, notAContract } from "../../../src/verify/found.ts";
import type { LockChange } from "../../../src/verify/lock-report.ts";
import { because } from "../../../src/verify/values/reason.ts";
import { reportOf as reported } from "../../../src/verify/words/report.ts";
import { printJson } from "../../../tasks/cli/output.ts";
import { changesSince, lastRun } from "../../../tasks/monitor/changes.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../../support/temporary-folder.ts";
import { lockedNetwork } from "../../verify/lock/locks.ts";
import {
  ADDRESS,
  contract,
  factChange,
  HASH,
  missing,
  network,
  OTHER_ADDRESS,
  OTHER_HASH,
  report,
  reportOf,
  unreachable,
} from "../verify/verify-reports.ts";

const OK = report();
const REPORTED = reported(OK);
const absent = (block: number, key = "Router") =>
  missing(key, "absent", `there is no code at block ${block}`);
const ABSENT = reportOf({ contracts: [absent(5)] });
/** A chain with other hashes than the locked ones. */
const lock = (genesis: string, block?: string): JudgedReport => {
  const changes: readonly LockChange[] = [
    ...hashChange("genesisHash", genesis),
    ...(block === undefined ? [] : hashChange("blockHash", block)),
  ];
  return reportOf({
    anchors: {
      genesisHash: hashOf(genesis),
      block: { number: "5", hash: block ? hashOf(block) : HASH },
    },
    lock: { verdict: "changed", changes, unread: [] },
  });
};
const hashOf = (digit: string): Hex => `0x${digit.repeat(64)}`;
const hashChange = (
  field: "genesisHash" | "blockHash",
  digit: string,
): LockChange[] => [
  { field, before: HASH, now: hashOf(digit), severity: "control" },
];
/** A fee that was changed, in shares of 10^18. */
const fee = (value: string): JudgedReport =>
  reportOf({
    facts: [
      {
        id: "router.swapFee",
        class: "policy",
        severity: "fees",
        expected: "1",
        value,
        unit: "share",
        verdict: "changed",
      },
    ],
    lock: {
      verdict: "changed",
      changes: [factChange("router.swapFee", "1", value, "fees")],
      unread: [],
    },
  });
/** A list that the lock file has in part, and that has these members now. */
const members = (...value: readonly Address[]): JudgedReport => {
  const list = { id: "router.roles", class: "policy", label: "roles" } as const;
  const now = network({ facts: [{ ...list, value, verdict: "listed" }] });
  const policy = { [list.id]: { $some: [], $missing: "no-events" } };
  return report([checkNetwork(now, lockedNetwork({ policy }))]);
};
/** What was not read of these, which fails with --strict. */
const gaps = (...ids: readonly string[]): JudgedReport =>
  report(
    [
      network({
        notLookedAt: ids.map((id) => ({
          id,
          label: id,
          reason: { code: "no-events" },
        })),
      }),
    ],
    { strict: true },
  );
/** A lock file that does not have these, which fails with --strict. */
const unlocked = (...unpinned: readonly string[]): JudgedReport =>
  report(
    [
      network({
        lock: { verdict: "incomplete", changes: [], unread: [], unpinned },
      }),
    ],
    { strict: true },
  );
/** A contract of no known release, or one whose code could not be compared. */
const unrecognised = (
  codeHash: Hex,
  verdict: "unrecognised" | "unknown" = "unrecognised",
): JudgedReport =>
  reportOf({ contracts: [contract({ codeHash, identity: { verdict } })] });
const status = (
  state: NodeState,
  reason = "why",
  service: ServiceState = "ok",
  chainId = 32_456,
): StatusReport =>
  statusReport([
    {
      network: "devnet",
      hardhatNetwork: "devnet",
      endpoint: "https://host",
      state,
      reason,
      chainId,
      services: [
        { service: "subgraph", endpoint: "https://s", state: service, reason },
      ],
    },
  ]);

describe("the changes since the last run", () => {
  let folder: TemporaryFolder;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => folder.remove());

  const save = (text: string) => folder.write("last.json", text);
  const read = async (file: string, task: "verify" | "status" = "verify") => {
    const last = await lastRun({ changesSince: file }, task);
    return last ?? expect.fail("there is no last run");
  };
  const between = async (
    last: JudgedReport | StatusReport,
    now: JudgedReport | StatusReport,
  ) => {
    const isStatus = "task" in now;
    const saved = save(printJson("task" in last ? last : reported(last)));
    return changesSince(
      await read(saved, isStatus ? "status" : "verify"),
      isStatus ? now.networks.map(withStatusChecks) : now.networks,
    );
  };

  const refused = report([unreachable("refused")]);
  for (const [what, last, now = last] of [
    ["nothing wrong in both", OK],
    ["an unreachable network in both", refused],
    ["a changed lock in both", lock("2", "3")],
    [
      "a contract that is not there, and a value that could not be asked for that reason, in both",
      reportOf({
        contracts: [absent(5)],
        facts: [
          {
            id: "router.owner",
            class: "policy",
            label: "Router owner",
            verdict: "unknown",
            reason: because("unread", notAContract(ADDRESS)),
          },
        ],
      }),
    ],
    ["a changed fee in both", fee("2")],
    ["only another block", ABSENT, reportOf({ contracts: [absent(6)] })],
    [
      "only another reason why it is unknown",
      refused,
      report([unreachable("timed out")]),
    ],
    ["a contract of no known release in both", unrecognised(HASH)],
    ["what may be new in a list in both", members(ADDRESS)],
    [
      "only another age",
      status("stale", "300 s old"),
      status("stale", "400 s old"),
    ],
    [
      "only other numbers and hashes of a node and a service that are behind",
      status("syncing", "it is syncing, at block 16 of 4096", "lagging"),
      status("syncing", `block 32 of 4101 is ${HASH}`, "lagging"),
    ],
    [
      "only fewer networks",
      report([network(), { ...unreachable("x"), hardhatNetwork: "other" }]),
      OK,
    ],
  ] as const) {
    it(`given ${what}, then nothing is new, and it is ok`, async () => {
      expect(await between(last, now)).to.deep.equal({
        text: "",
        outcome: "ok",
      });
    });
  }

  for (const [what, last, now, outcome, text] of [
    [
      "a contract that is absent now",
      OK,
      ABSENT,
      "failed",
      "New problems:\n  devnet: registry.Router 0x",
    ],
    [
      "a further contract",
      ABSENT,
      reportOf({ contracts: [absent(5), absent(5, "Dispenser")] }),
      "failed",
      "devnet: registry.Dispenser",
    ],
    [
      "the same change to something else",
      lock("2"),
      lock("3"),
      "failed",
      `now ${hashOf("3")}`,
    ],
    [
      "a fee that was changed again",
      fee("10000000000000000"),
      fee("20000000000000000"),
      "failed",
      "devnet: router.swapFee changed",
    ],
    [
      "a further member in a list that was not whole when it was locked",
      members(ADDRESS),
      members(ADDRESS, OTHER_ADDRESS),
      "unknown",
      `${OTHER_ADDRESS} may be new`,
    ],
    [
      "other code of no known release",
      unrecognised(HASH),
      unrecognised(OTHER_HASH),
      "unknown",
      "devnet: registry.Router",
    ],
    [
      "a contract of no known release, which was not told before",
      unrecognised(HASH, "unknown"),
      unrecognised(HASH),
      "unknown",
      "devnet: registry.Router",
    ],
    [
      "a further value that was not looked at",
      gaps("router.x"),
      gaps("router.x", "router.y"),
      "failed",
      "router.y",
    ],
    [
      "another value that was not looked at",
      gaps("router.x"),
      gaps("router.y"),
      "failed",
      "router.y",
    ],
    [
      "a further value that the lock file does not have",
      unlocked("router.x"),
      unlocked("router.x", "router.y"),
      "failed",
      "router.y",
    ],
    [
      "what was wrong, and is unknown now",
      ABSENT,
      refused,
      "unknown",
      "refused",
    ],
    [
      "what was unknown, and is wrong now",
      refused,
      ABSENT,
      "failed",
      "there is no code at block 5",
    ],
    [
      "a network that the last run did not have",
      refused,
      report([
        unreachable("refused"),
        { ...unreachable("refused"), hardhatNetwork: "other" },
      ]),
      "unknown",
      "New problems:\n  devnet (other): ",
    ],
    [
      "a node that is down",
      status("ok"),
      status("unknown"),
      "unknown",
      "devnet: node https://host unknown: why",
    ],
    [
      "a service that lags",
      status("stale"),
      status("stale", "why", "lagging"),
      "failed",
      "devnet: subgraph",
    ],
    [
      "a node that is wrong in another way",
      status("stale"),
      status("wrong-chain"),
      "failed",
      "devnet: node https://host wrong-chain: why",
    ],
    [
      "a service of another network",
      status("ok", "it indexes testnet", "wrong"),
      status("ok", "it indexes third", "wrong"),
      "failed",
      "devnet: subgraph https://s wrong: it indexes third",
    ],
    [
      "a node of a third chain",
      status("wrong-chain"),
      status("wrong-chain", "its chain id is 1", "ok", 1),
      "failed",
      "devnet: node https://host wrong-chain: its chain id is 1",
    ],
    [
      "a contract that is right again",
      ABSENT,
      reportOf({ contracts: [contract()] }),
      "ok",
      "No longer a problem:\n  devnet: registry.Router",
    ],
    [
      "a service that the network does not have any more",
      status("ok", "why", "lagging"),
      status("ok", "why", "skipped"),
      "ok",
      "No longer checked, or solved:\n  devnet: subgraph",
    ],
    [
      "nothing left that was not looked at",
      gaps("router.x"),
      OK,
      "ok",
      "No longer checked, or solved:\n  devnet: not looked at",
    ],
  ] as const) {
    it(`given ${what}, then that alone is printed, and it is ${outcome}`, async () => {
      const changes = await between(last, now);

      expect(changes.outcome).to.equal(outcome);
      expect(changes.text).to.contain(text);
      expect(changes.text.split("\n")).to.have.length.below(6);
    });
  }

  it("given no file, then it is the first run, of which everything is new", async () => {
    const last = await read(folder.at("none.json"));

    expect(changesSince(last, ABSENT.networks).outcome).to.equal("failed");
    expect(changesSince(last, OK.networks).text).to.equal("");
  });

  for (const [what, text] of [
    ["no JSON", "{"],
    ["the report of another task", printJson(status("ok"))],
    ["an earlier schema", printJson({ ...REPORTED, schemaVersion: 1 })],
    ["a later schema", printJson({ ...REPORTED, schemaVersion: 3 })],
    [
      "a shape of no report",
      '{ "schemaVersion": 2, "task": "verify", "networks": [{}] }',
    ],
  ] as const) {
    it(`given ${what}, then the error names the file, and why it cannot be used`, async () => {
      const file = save(text);

      expect(await pluginMessageOf(() => read(file))).to.contain(
        `--changes-since ${file}: the file is not a report of this version of alpha verify`,
      );
    });
  }

  it("given a folder, then the error says so", async () => {
    const message = await pluginMessageOf(() => read(folder.root));

    expect(message).to.contain("the file could not be read: EISDIR");
  });
});
