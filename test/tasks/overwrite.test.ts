import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { TaskArguments } from "hardhat/types/tasks";

import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const { registry, tokens } = PRESET.devnet;

/** No node is asked, so that every report of it is the same. */
const WITHOUT_NODE = {
  preset: false,
  networks: {
    devnet: {
      registry,
      tokens: {
        euro: { address: tokens[0]?.address },
        alpha: {
          name: "Alpha",
          address: registry["Alpha"],
          symbol: "ALPHA",
          decimals: 18,
        },
      },
    },
  },
};
const CONTRACT = "// SPDX-License-Identifier: MIT\ncontract MyContract {}\n";
const REFUSED =
  "exists and was not written by this command (use --force to replace it)";
const UNKNOWN =
  "exists with different content and may not have been written by this command (use --force to replace it)";

interface Writer {
  readonly task: string;
  /** In any order, with a blank between them. */
  readonly formats: string;
  /** Formats of data that has no place for a header. */
  readonly unmarked?: string;
  /** Formats that are not written without a node. */
  readonly unwritten?: string;
  /** Default: devnet. */
  readonly given?: (folder: string) => TaskArguments;
}

/** The format that has the time of the run. */
const TIMED = "junit";
/** The format whose file is merged into, not replaced. */
const MERGED = "address-json";
const DEVNET = () => ({ names: ["devnet"] });
const portalFile = (folder: string) => join(folder, "chains.config.json");

const WRITERS: Readonly<Record<string, Writer>> = {
  "alpha networks": { task: "networks", formats: "table json" },
  "alpha status": { task: "status", formats: "table json prometheus" },
  "alpha verify": {
    task: "verify",
    formats: "table json junit github markdown prometheus expect",
  },
  "alpha discover": {
    task: "discover",
    formats: "table json config address-json",
    unwritten: "config",
    given: () => ({ router: registry["Router"], rpcUrl: "http://127.0.0.1:1" }),
  },
  "alpha config": {
    task: "config",
    formats: "table json yaml env js",
    unmarked: "json",
  },
  "alpha config --check": {
    task: "config",
    formats: "table json sarif github",
    given: (folder) => ({ ...DEVNET(), check: portalFile(folder) }),
  },
  "alpha lint": {
    task: "lint",
    formats: "table json sarif github",
    given: (folder) => ({ files: [portalFile(folder)] }),
  },
  "alpha wallet": { task: "wallet", formats: "table json html" },
  "alpha export": {
    task: "export",
    formats:
      "json typescript solidity chain-metadata token-list ocean-node ignition-parameters allocs genesis address-json",
    unmarked:
      "json chain-metadata token-list ignition-parameters allocs genesis",
    unwritten: "ocean-node",
  },
};

describe("a file that is there when a task writes it", function () {
  this.timeout(60_000);

  let hre: HardhatRuntimeEnvironment;
  let folder = "";
  let file = "";

  before(async () => {
    hre = await createAlphaHreOf(WITHOUT_NODE);
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-overwrite-"));
    file = join(folder, "MyContract.txt");
    writeFileSync(portalFile(folder), '[{ "chainId": 32456 }]');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function run(task: string, args: TaskArguments): Promise<void> {
    const { exitCode } = process;
    const { error } = console;
    console.error = () => {};
    try {
      await hre.tasks.getTask(["alpha", task]).run(args);
    } finally {
      console.error = error;
      process.exitCode = exitCode;
    }
  }

  const read = () => readFileSync(file, "utf8");
  const readTimeless = () => read().replace(/ time(?:stamp)?="[^"]*"/g, "");

  async function expectUntouched(
    write: (more?: TaskArguments) => Promise<void>,
  ): Promise<void> {
    const text = read();
    utimesSync(file, 1_000, 1_000);
    const { ino } = statSync(file);
    for (const force of [false, true]) {
      await write({ force });
      expect(statSync(file)).to.include({ ino, mtimeMs: 1_000_000 });
    }
    expect(read()).to.equal(text);
  }

  it("is tried here for every task that has --out, all of which have --force, and for every format", async () => {
    const tasks = [...hre.tasks.getTask("alpha").subtasks.values()].filter(
      ({ options }) => options.has("out"),
    );

    expect(
      tasks.map(({ id }) => id.at(-1)).filter((name) => name !== undefined),
    ).to.have.members([
      ...new Set(Object.values(WRITERS).map(({ task }) => task)),
    ]);
    for (const { options } of tasks) {
      expect(options.has("force")).to.equal(true);
    }
    for (const [title, writer] of Object.entries(WRITERS)) {
      const { task, formats, given = DEVNET } = writer;
      const message = await pluginMessageOf(() =>
        run(task, { ...given(folder), format: "none" }),
      );
      expect(
        /Valid formats: (.*)\.$/.exec(message)?.[1]?.split(", "),
        title,
      ).to.have.members(formats.split(" "));
    }
  });

  interface Case {
    readonly title: string;
    readonly isUnmarked?: boolean;
    readonly isTimed: boolean;
    /** By default, a contract's. */
    readonly name?: string;
    readonly write: (more?: TaskArguments) => Promise<void>;
  }
  const cases: readonly Case[] = [
    ...Object.entries(WRITERS).flatMap(([title, writer]): Case[] => {
      const { task, formats, unmarked = "", given = DEVNET } = writer;
      return formats
        .split(" ")
        .filter((name) => name !== MERGED && name !== writer.unwritten)
        .map((format) => ({
          title: `${title} --format ${format}`,
          isUnmarked: unmarked.split(" ").includes(format),
          isTimed: format === TIMED,
          write: (more) =>
            run(task, { ...given(folder), format, out: file, ...more }),
        }));
    }),
    ...["table", "json", TIMED, "markdown"].map((kind): Case => {
      const report = () => ({
        out: join(folder, "verify.txt"),
        report: `${kind}:${file}`,
      });
      return {
        title: `alpha verify --report ${kind}:FILE`,
        isTimed: kind === TIMED,
        write: (more) => run("verify", { ...DEVNET(), ...report(), ...more }),
      };
    }),
    {
      title: "a portal's module of chain metadata",
      isTimed: false,
      name: "networksMetadata.config.js",
      write: (more) =>
        run("export", {
          ...{ ...DEVNET(), format: "chain-metadata", out: file },
          ...more,
        }),
    },
  ];
  for (const { title, isUnmarked = false, isTimed, name, write } of cases) {
    it(`given ${title}, then a contract stays until --force, and its own file is left where it is up to date, and ${isUnmarked ? "kept" : "replaced"} where it is not`, async () => {
      file = join(folder, name ?? "MyContract.txt");
      writeFileSync(file, CONTRACT);
      const files = readdirSync(folder);

      expect(await pluginMessageOf(write)).to.equal(
        `${file} ${isUnmarked ? UNKNOWN : REFUSED}.`,
      );
      expect(read()).to.equal(CONTRACT);
      expect(readdirSync(folder)).to.deep.equal(files);

      await write({ force: true });
      expect(read()).not.to.contain("MyContract {}").and.not.to.equal("");
      if (!isTimed) {
        await expectUntouched(write);
      }

      const text = read();
      const timeless = readTimeless();
      writeFileSync(file, `${text}\n`);
      if (isUnmarked) {
        expect(await pluginMessageOf(write)).to.contain(UNKNOWN);
        expect(read()).to.equal(`${text}\n`);
      } else {
        await write();
        expect(readTimeless()).to.equal(timeless);
      }
    });
  }

  for (const [task, format, name, given = {}] of [
    ["config", "js", "x.json"],
    ["config", "json", "x.js"],
    ["networks", "table", "x.json"],
    ["export", "typescript", "x.js"],
    ["verify", "json", "x.xml"],
    ["verify", "json", "x.JSON", { report: "table:x.json" }],
  ] as const) {
    it(`given ${name} for alpha ${task} --format ${format}${"report" in given ? ` --report ${given.report}` : ""}, then it is not written`, async () => {
      const args = { ...DEVNET(), format, out: join(folder, name), ...given };

      expect(await pluginMessageOf(() => run(task, args))).to.match(
        // Not every task has the format that the extension is of.
        /^The extension of .*x\.\w+ is none of the format \w+\. Change the extension or the format\.$/,
      );
      expect(readdirSync(folder)).not.to.include(name);
    });
  }

  it("given another task's file, then it stays, and a file of the same task in another format is replaced", async () => {
    await run("config", { ...DEVNET(), format: "js", out: file });
    const text = read();

    for (const task of ["networks", "status", "verify", "wallet"]) {
      expect(
        await pluginMessageOf(() => run(task, { ...DEVNET(), out: file })),
      ).to.contain(REFUSED);
    }
    expect(read()).to.equal(text);
    await run("config", { ...DEVNET(), format: "yaml", out: file });
    expect(read()).to.contain("\ndevnet:\n");
  });

  it("given alpha export --format address-json and an address book, then it is merged into, and left untouched where nothing changes", async () => {
    const write = (more: TaskArguments = {}) =>
      run("export", {
        ...DEVNET(),
        format: "address-json",
        out: file,
        ...more,
      });
    writeFileSync(file, '{ "mainnet": { "chainId": 1 } }\n');

    await write();

    expect(Object.keys(JSON.parse(read()))).to.deep.equal([
      "mainnet",
      "pontus-x-devnet",
    ]);
    await expectUntouched(write);
    writeFileSync(file, '{ "name": "mine" }\n');
    expect(await pluginMessageOf(write)).to.contain(UNKNOWN);
    expect(read()).to.contain("mine");
  });
});
