import { readdirSync } from "node:fs";

import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Task, TaskArguments } from "hardhat/types/tasks";

import { isOwnNetworkName } from "../../src/config/configured-networks.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";
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
  "toString",
  "-1",
  "NaN",
  "true",
  "\u001B[31mred",
  "::error::x",
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

const FORMAT: WrongValues = { values: TEXTS };
const OUT: WrongValues = { values: "unwritable files" };
/** A file that cannot be read is a verdict of unknown, not an error. */
const JUDGED: WrongValues = { values: [] };

const ROUTER = SANDBOX_PLANS.devnet.plan.router;

/** What is wrong for each option that takes a value, by task. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, WrongValues>>>> =
  {
    networks: { format: FORMAT, out: OUT },
    config: {
      format: FORMAT,
      dialect: { values: TEXTS },
      module: { values: TEXTS, given: { format: "js" } },
      out: OUT,
      check: JUDGED,
      default: {
        values: TEXTS,
        given: { names: ["devnet"], format: "js", dialect: "ocean" },
      },
    },
    init: {},
    verify: {
      level: { values: TEXTS },
      addresses: { values: "unreadable files", given: { names: ["devnet"] } },
      changesSince: { values: ["", " ", "a\0b"] },
      accept: { values: TEXTS },
      simulate: { values: "unreadable files", given: { names: ["devnet"] } },
      from: { values: TEXTS, given: { names: ["devnet"], to: ROUTER } },
      to: { values: TEXTS, given: { names: ["devnet"], data: "0x12" } },
      data: { values: TEXTS, given: { names: ["devnet"], to: ROUTER } },
      expect: { values: TEXTS },
      restore: { values: "unwritable files" },
      format: FORMAT,
      out: OUT,
      report: { values: REPORTS },
    },
    status: {
      maxBlockAge: { values: SECONDS },
      timeout: { values: SECONDS, given: { wait: true } },
      interval: { values: SECONDS, given: { watch: true } },
      changesSince: { values: ["", " ", "a\0b"] },
      format: FORMAT,
      out: OUT,
    },
    sandbox: {
      port: { values: PORTS },
      hostname: { values: ["", " "] },
      allowOrigin: { values: ["", " ", "portal.test", "https://a.test/", "*"] },
      addressFile: { values: "unwritable files" },
      script: { values: ["", " ", "missing.ts"] },
    },
    export: {
      format: FORMAT,
      as: {
        values: TEXTS,
        given: { names: ["devnet", "testnet"], format: "address-json" },
      },
      out: OUT,
      check: JUDGED,
      checkFormat: {
        values: TEXTS,
        given: {
          names: ["devnet"],
          format: "chain-metadata",
          check: "chains.config.json",
        },
      },
    },
    discover: {
      rpcUrl: { values: TEXTS },
      maxBlockAge: { values: SECONDS },
      format: FORMAT,
      as: {
        values: TEXTS.filter((text) => !isOwnNetworkName(text)),
        given: { format: "config" },
      },
      out: OUT,
    },
    lint: { format: FORMAT, out: OUT },
    wallet: { format: FORMAT, out: OUT },
  };
/** Nothing listens there, and nothing of this gets as far. */
const DEAD = { url: "http://127.0.0.1:1" };

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

  const taskOf = (name: string): Task => hre.tasks.getTask(["alpha", name]);

  async function run(name: string, args: TaskArguments): Promise<void> {
    const required: Readonly<Record<string, TaskArguments>> = {
      discover: { router: ROUTER },
      lint: { files: [folder.at("chains.config.json")] },
    };
    const { exitCode } = process;
    try {
      await taskOf(name).run({ ...required[name], ...args });
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

  it("is one of those that the tasks have, none of which is left out here", () => {
    const tasks = [...hre.tasks.getTask("alpha").subtasks.values()];

    const actual = tasks.map((task) => [
      task.id.at(-1),
      [...task.options.values()]
        .filter(({ type }) => type !== "FLAG")
        .map(({ name }) => name)
        .toSorted(),
    ]);
    expect(Object.fromEntries(actual)).to.deep.equal(
      Object.fromEntries(
        Object.entries(OPTIONS).map(([task, options]) => [
          task,
          Object.keys(options).toSorted(),
        ]),
      ),
    );
  });

  for (const [task, options] of Object.entries(OPTIONS)) {
    for (const [option, wrong] of Object.entries(options)) {
      if (wrong.values.length > 0) {
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

    it(`is refused by Hardhat, given alpha ${task} and a value of another type, for each option and flag`, async () => {
      for (const [name, { type }] of taskOf(task).options) {
        const value = type === "FLAG" ? "yes" : 5;

        const error = await errorOf(() => run(task, { [name]: value }));

        expect([name, error.name]).to.deep.equal([name, "HardhatError"]);
      }
    });
  }

  for (const task of Object.keys(OPTIONS).filter(
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

  for (const task of Object.keys(OPTIONS).filter(
    (name) => name !== "sandbox" && name !== "init",
  )) {
    it(`is refused, given alpha ${task} and --force without a file that it could replace`, async () => {
      const message = await pluginMessageOf(() => run(task, { force: true }));

      expect(message).to.match(/^--force requires --out/);
    });
  }

  for (const [args, message] of [
    [{ check: "a", force: true }, "--force requires --out"],
    [{ checkFormat: "json" }, "--check-format requires --check"],
  ] as const) {
    it(`is refused, given alpha export ${JSON.stringify(args)}, which would have no effect`, async () => {
      expect(await pluginMessageOf(() => run("export", args))).to.contain(
        message,
      );
    });
  }

  it("is described in the same words by every task that has --sandbox, --out or --force", () => {
    for (const name of ["sandbox", "out", "force"]) {
      const described = [...hre.tasks.getTask("alpha").subtasks.values()]
        .map(({ options }) => options.get(name)?.description)
        .filter((text) => text !== undefined);

      expect(described.length, name).to.be.greaterThan(3);
      expect(new Set(described).size, name).to.equal(1);
    }
  });
});
