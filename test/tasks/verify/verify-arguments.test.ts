import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { EMPTY_LOCK } from "../../../src/verify/lock-file/lock-file.ts";
import { prepareLock } from "../../../tasks/verify/lock.ts";
import {
  isSimulation,
  restorationOutput,
} from "../../../tasks/verify/simulation-arguments.ts";
import { withAcceptedCode } from "../../../tasks/verify/write-lock.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { report } from "./verify-reports.ts";

const NONE = {
  sandbox: false,
  lock: false,
  writeLock: false,
  strict: false,
  accept: undefined,
  addresses: undefined,
  level: undefined,
  simulate: undefined,
  from: undefined,
  to: undefined,
  data: undefined,
  allow: undefined,
  restore: undefined,
};

describe("the arguments of alpha verify", () => {
  // No lock file is in it.
  const root = join(tmpdir(), "alpha-nowhere");

  const prepare = async (
    given: Partial<typeof NONE> | object,
    level: "presence" | "wiring" = "wiring",
  ) =>
    await prepareLock(
      { ...NONE, ...given },
      { root, level, names: ["devnet"] },
    );

  for (const [what, args, words, level] of [
    [
      "no lock file",
      { lock: true },
      'alpha.lock.json to compare with. Create it with "npx hardhat alpha verify devnet --write-lock", and commit it.',
    ],
    [
      "the lock both ways",
      { lock: true, writeLock: true },
      "--lock and --write-lock cannot be combined",
    ],
    [
      "the lock of a list of addresses",
      { lock: true, addresses: "list.csv" },
      "--lock cannot be combined with --addresses",
    ],
    [
      "a lock at another level",
      { writeLock: true },
      "--write-lock requires --level wiring",
      "presence",
    ],
    [
      "accepted code without a lock",
      { accept: "Router" },
      "--accept requires --write-lock",
    ],
  ] as const) {
    it(`given ${what}, then the error says so, before any node is asked`, async () => {
      expect(
        await pluginMessageOf(async () => await prepare(args, level)),
      ).to.contain(words);
    });
  }

  it("given a name to accept that no contract has, then the error names it", async () => {
    const names = ["Router", "Ruter"];

    expect(
      await pluginMessageOf(() =>
        withAcceptedCode(report(), names, EMPTY_LOCK),
      ),
    ).to.contain("--accept names no contract of the networks: Ruter.");
  });

  for (const args of [
    { from: root },
    { allow: "router.owner" },
    { simulate: "tx.json", to: "0x" },
    { simulate: "tx.json", writeLock: true },
    { simulate: "tx.json", addresses: "list.csv" },
    { simulate: "tx.json", restore: "restore.json" },
    { simulate: "tx.json", level: "presence" },
  ]) {
    it(`given ${Object.keys(args).join(" and ")}, then no simulation is possible`, async () => {
      expect(
        await pluginMessageOf(() => isSimulation({ ...NONE, ...args })),
      ).to.match(/^A simulation (?:requires|is at --level wiring)/);
    });
  }

  it("given what to restore without a lock file to compare with, then it is refused", async () => {
    const args = { restore: "restore.json", lock: false, force: false };

    expect(await pluginMessageOf(() => restorationOutput(args))).to.contain(
      "--restore requires --lock",
    );
  });
});
