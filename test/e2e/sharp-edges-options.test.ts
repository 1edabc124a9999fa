import { readdirSync } from "node:fs";

import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { TaskArguments } from "hardhat/types/tasks";

import { isOwnNetworkName } from "../../src/config/configured-networks.ts";
import { TASKS } from "../../tasks/index.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { DEAD_URL } from "../support/listen.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";

const TEXTS = [
  "",
  " ",
  "nope",
  "constructor",
  "__proto__",
  "-1",
  "\u001B[31mred",
  "a\0b",
  "x".repeat(5_000),
];
const SECONDS = [...TEXTS, "0", "1e3", "0x10", "Infinity", "31536001"];
const PORTS = [...TEXTS, "65536", "1.5", "1e3", "0x10", "8545,8546"];
const REPORTS = [
  ...TEXTS,
  "junit",
  "junit:",
  "github:x",
  "github,github",
  ",",
  "nope:file",
];

interface WrongValues {
  /** Names of the table's files, or the values themselves. */
  readonly values: readonly string[] | "unwritable files" | "unreadable files";
  /** What the option goes with. */
  readonly given?: TaskArguments;
}

const ROUTER = SANDBOX_PLANS.devnet.plan.router;
const DEVNET = { names: ["devnet"] };

/** What is wrong for each option that takes a value, or for that of a task. */
const WRONG: Readonly<Record<string, WrongValues>> = {
  format: { values: TEXTS },
  out: { values: "unwritable files" },
  // A file that cannot be read is a verdict of unknown, not an error.
  check: { values: [] },
  changesSince: { values: ["", " ", "a\0b"] },
  maxBlockAge: { values: SECONDS },
  dialect: { values: TEXTS },
  module: { values: TEXTS, given: { format: "js" } },
  default: {
    values: TEXTS,
    given: { ...DEVNET, format: "js", dialect: "ocean" },
  },
  level: { values: TEXTS },
  addresses: { values: "unreadable files", given: DEVNET },
  accept: { values: TEXTS },
  simulate: { values: "unreadable files", given: DEVNET },
  from: { values: TEXTS, given: { ...DEVNET, to: ROUTER } },
  to: { values: TEXTS, given: { ...DEVNET, data: "0x12" } },
  data: { values: TEXTS, given: { ...DEVNET, to: ROUTER } },
  allow: { values: TEXTS },
  restore: { values: "unwritable files" },
  report: { values: REPORTS },
  timeout: { values: SECONDS, given: { wait: true } },
  interval: { values: SECONDS, given: { watch: true } },
  port: { values: PORTS },
  hostname: { values: ["", " "] },
  allowOrigin: { values: ["", " ", "portal.test", "https://a.test/", "*"] },
  addressFile: { values: "unwritable files" },
  script: { values: ["", " ", "missing.ts"] },
  as: {
    values: TEXTS,
    given: { names: ["devnet", "testnet"], format: "address-json" },
  },
  "discover as": {
    values: TEXTS.filter((text) => !isOwnNetworkName(text)),
    given: { format: "config" },
  },
  checkFormat: {
    values: TEXTS,
    given: { ...DEVNET, format: "chain-metadata", check: "chains.config.json" },
  },
  rpcUrl: { values: TEXTS },
};
/** Nothing listens there, and nothing of this gets as far. */
const DEAD = { url: DEAD_URL };

describe("an option that is given a wrong value", function () {
  this.timeout(60_000);

  let hre: HardhatRuntimeEnvironment;
  let folder: TemporaryFolder;

  before(async () => {
    hre = await createAlphaHreOf({
      networks: { devnet: DEAD, testnet: DEAD, third: DEAD },
    });
  });
  beforeEach(() => {
    folder = temporaryFolder({
      "folder/other": "",
      file: "text",
      "chains.config.json": "[]",
    });
  });
  afterEach(() => folder.remove());

  async function run(name: string, args: TaskArguments): Promise<void> {
    const required: Readonly<Record<string, TaskArguments>> = {
      discover: { router: ROUTER },
      lint: { files: [folder.at("chains.config.json")] },
    };
    const { exitCode } = process;
    try {
      await hre.tasks
        .getTask(["alpha", name])
        .run({ ...required[name], ...args });
    } finally {
      process.exitCode = exitCode;
    }
  }

  function valuesOf({ values }: WrongValues): readonly string[] {
    if (typeof values !== "string") {
      return values;
    }
    const files = ["", " ", "folder", "missing/file", "file/below", "a\0b"];
    return files.map((file) => (file.trim() === "" ? file : folder.at(file)));
  }

  const tasks = TASKS.filter((one) => "positionalArguments" in one);
  for (const { id, options } of tasks) {
    const task = id.at(-1) ?? "";
    for (const { name: option, type } of Object.values(options)) {
      const wrong = WRONG[`${task} ${option}`] ?? WRONG[option];
      if (type !== "FLAG" && wrong === undefined) {
        throw new Error(`no values are wrong for ${option} of ${task}`);
      }
      if (type !== "FLAG" && wrong !== undefined && wrong.values.length > 0) {
        it(`is an expected error on one line, given alpha ${task} and ${option}, and no file is left`, async () => {
          const before = readdirSync(folder.root, { recursive: true });

          for (const value of valuesOf(wrong)) {
            const message = await pluginMessageOf(() =>
              run(task, { ...wrong.given, [option]: value }),
            );

            expect(message, JSON.stringify(value)).to.match(/^.{20,}$/);
          }
          expect(readdirSync(folder.root, { recursive: true })).to.deep.equal(
            before,
          );
        });
      }
    }
  }

  const names = tasks.map(({ id }) => id.at(-1) ?? "");
  for (const task of names.filter(
    (name) => !["discover", "init", "lint"].includes(name),
  )) {
    it(`is an expected error that names the networks, given alpha ${task} and a name that is none`, async () => {
      for (const name of [...TEXTS, "DEVNET", "devnet,testnet", "default"]) {
        const message = await pluginMessageOf(() =>
          run(task, { names: [name] }),
        );

        expect(message, JSON.stringify(name)).to.contain(
          "devnet, testnet, third",
        );
      }
    });
  }

  for (const task of names.filter(
    (name) => name !== "sandbox" && name !== "init",
  )) {
    it(`is refused, given alpha ${task} and --force without a file that it could replace`, async () => {
      const message = await pluginMessageOf(() => run(task, { force: true }));

      expect(message).to.match(/^--force requires --out/);
    });
  }

  it("is refused, given alpha export and --check-format without --check, which would have no effect", async () => {
    expect(
      await pluginMessageOf(() => run("export", { checkFormat: "json" })),
    ).to.contain("--check-format requires --check");
  });
});
