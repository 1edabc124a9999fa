import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { EMPTY_LOCK } from "../../../src/verify/lock-file/lock-file.ts";
import { reportOf } from "../../../src/verify/words/report.ts";
import {
  isSimulation,
  prepareLock,
  restorationOutput,
} from "../../../tasks/verify/arguments.ts";
import {
  withAcceptedCode,
  writeLock,
} from "../../../tasks/verify/write-lock.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { contract, network, report, unreachable } from "./verify-reports.ts";

/** What is printed to stderr by `console.error`. */
async function withConsole(act: () => Promise<void>) {
  const lines: unknown[] = [];
  const { error } = console;
  console.error = (line: unknown) => lines.push(line);
  try {
    await act();
  } finally {
    console.error = error;
  }
  return { lines };
}

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
  ) => await prepareLock({ ...NONE, ...given }, root, level, ["devnet"]);

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

  it("given the id of what was not looked at, and a node that does not answer, then the outcome is unknown", () => {
    const down = report([unreachable("HTTP 503")]);

    const { outcome } = withAcceptedCode(down, ["0xAbc.storage"], EMPTY_LOCK);

    expect(outcome).to.equal("unknown");
  });

  describe("given code of two contracts that no release has, one of which is named", () => {
    const unreleased = (key: string) =>
      contract({
        key,
        identity: {
          verdict: "unrecognised",
          reason: { code: "unreleased", facts: { contracts: key } },
        },
      });
    const accepted = (names: readonly string[]) =>
      withAcceptedCode(
        report([
          network({
            contracts: [unreleased("Router"), unreleased("Dispenser")],
            facts: [],
          }),
          network({
            network: "testnet",
            hardhatNetwork: "testnet",
            contracts: [unreleased("Router"), contract({ key: "Other" })],
            facts: [],
          }),
        ]),
        names,
        EMPTY_LOCK,
      );
    const command =
      "npx hardhat alpha verify devnet --write-lock --accept Router,Dispenser";

    it("then the report names both, as stderr does, and no name of another network", async () => {
      const judged = accepted(["Router", "Other"]);
      const [devnet] = reportOf(judged).networks;

      const remedies = devnet?.problems.map((one) => one.remedy);
      expect(remedies).to.have.lengthOf(1);
      expect(remedies?.[0]).to.contain(`"${command}"`);
      const { lines } = await withConsole(
        async () => await writeLock(judged, root, () => Promise.reject()),
      );
      expect(lines.join("\n")).to.contain(`accepted with "${command}".`);
    });

    it("then the command that the report names accepts all", () => {
      const names = command.split(" ").at(-1)?.split(",") ?? [];

      expect(accepted(names).networks[0]?.outcome).to.equal("ok");
    });
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
