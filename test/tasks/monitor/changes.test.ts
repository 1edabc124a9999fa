import { expect } from "chai";
import { statusReport, withStatusChecks } from "../../../src/status/checks.ts";
import type {
  NodeState,
  ServiceState,
  StatusReport,
} from "../../../src/status/report.ts";
import type { LockVerification } from "../../../src/verify/lock/lock-report.ts";
import type { VerifyReport } from "../../../src/verify/report.ts";
import { printJson } from "../../../tasks/cli/json.ts";
import { changesSince, lastRun } from "../../../tasks/monitor/changes.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../../support/temporary-folder.ts";
import {
  contract,
  missing,
  network,
  report,
  reportOf,
  unreachable,
} from "../verify/verify-reports.ts";

const OK = report();
const absent = (block: number, key = "Router") =>
  missing(key, "absent", `there is no code at block ${block}`);
const ABSENT = reportOf({ contracts: [absent(5)] });
const lock = (...changes: readonly string[]): VerifyReport => {
  const verification: LockVerification = {
    verdict: "changed",
    changes: changes.map((actual) => ({
      field: "chainId",
      locked: "1",
      actual,
      severity: "control",
    })),
    unread: [],
  };
  return reportOf({ lock: verification });
};
const status = (
  state: NodeState,
  reason = "why",
  service: ServiceState = "ok",
): StatusReport =>
  statusReport([
    {
      network: "devnet",
      hardhatNetwork: "devnet",
      endpoint: "https://host",
      state,
      reason,
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
    last: VerifyReport | StatusReport,
    now: VerifyReport | StatusReport,
  ) => {
    return changesSince(
      await read(save(printJson(last)), now.task),
      now.task === "verify" ? now.networks : now.networks.map(withStatusChecks),
    );
  };

  const refused = report([unreachable("refused")]);
  for (const [what, last, now = last] of [
    ["nothing wrong in both", OK],
    ["an unreachable network in both", refused],
    ["a changed lock in both", lock("2", "3")],
    ["only another block", ABSENT, reportOf({ contracts: [absent(6)] })],
    [
      "only another reason why it is unknown",
      refused,
      report([unreachable("timed out")]),
    ],
    [
      "only another age",
      status("stale", "300 s old"),
      status("stale", "400 s old"),
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
      "now 3",
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
      "a contract that is right again",
      ABSENT,
      reportOf({ contracts: [contract()] }),
      "ok",
      "No longer a problem:\n  devnet: registry.Router",
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
    ["a later schema", printJson({ ...OK, schemaVersion: 2 })],
    [
      "a shape of no report",
      '{ "schemaVersion": 1, "task": "verify", "networks": [{}] }',
    ],
  ] as const) {
    it(`given ${what}, then the error names the file, and why it cannot be used`, async () => {
      const file = save(text);

      expect(await pluginMessageOf(() => read(file))).to.contain(
        `--changes-since ${file}: the file is not a report of alpha verify`,
      );
    });
  }

  it("given a folder, then the error says so", async () => {
    const message = await pluginMessageOf(() => read(folder.root));

    expect(message).to.contain("the file could not be read: EISDIR");
  });
});
