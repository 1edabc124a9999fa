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
import { pluginMessageOf } from "../support/rejection-of.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const PLAN = SANDBOX_PLANS.devnet.plan;

/** No node is asked, so that every report of it is the same. */
const WITHOUT_NODE = {
  preset: false,
  networks: {
    devnet: {
      registry: {
        Alpha: PLAN.token,
        AlphaCommunityFeeCollector: PLAN.communityFeeCollector,
        Router: PLAN.router,
        FixedPrice: PLAN.fixedPrice,
        Dispenser: PLAN.dispenser,
        ERC721Factory: PLAN.erc721Factory,
        ERC20Template: PLAN.erc20Templates,
        ERC721Template: PLAN.erc721Templates,
      },
      tokens: {
        euro: { address: PLAN.extraTokens[0].address },
        alpha: {
          name: "Alpha",
          address: PLAN.token,
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
    formats: "table json junit github markdown prometheus",
  },
  "alpha discover": {
    task: "discover",
    formats: "table json config address-json",
    unwritten: "config",
    given: () => ({ router: PLAN.router, rpcUrl: "http://127.0.0.1:1" }),
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
    file = join(folder, "MyContract.sol");
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

  async function expectForced(
    write: (more?: TaskArguments) => Promise<void>,
  ): Promise<void> {
    writeFileSync(file, CONTRACT);
    await write({ force: true });
    expect(read()).not.to.contain("MyContract {}").and.not.to.equal("");
  }

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
    const descriptions = tasks.map(
      ({ options }) => options.get("force")?.description,
    );
    expect([...new Set(descriptions)]).to.deep.equal([
      "Replace an existing file that this command did not write",
    ]);
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

  for (const [title, writer] of Object.entries(WRITERS)) {
    const { task, formats, given = DEVNET } = writer;
    const unmarked = writer.unmarked?.split(" ") ?? [];
    for (const format of formats.split(" ")) {
      if (format === MERGED || format === writer.unwritten) {
        continue;
      }
      const write = (more: TaskArguments = {}) =>
        run(task, { ...given(folder), format, out: file, ...more });

      it(`given ${title} --format ${format} and a contract, then the contract stays, until --force`, async () => {
        writeFileSync(file, CONTRACT);

        const message = await pluginMessageOf(write);

        expect(message).to.equal(
          `${file} ${unmarked.includes(format) ? UNKNOWN : REFUSED}.`,
        );
        expect(read()).to.equal(CONTRACT);
        await expectForced(write);
        expect(readdirSync(folder).toSorted()).to.deep.equal([
          "MyContract.sol",
          "chains.config.json",
        ]);
      });

      it(`given ${title} --format ${format} and its own file, then it is left untouched where it is up to date, and ${unmarked.includes(format) ? "kept" : "replaced"} where it is not`, async () => {
        await write();
        if (format !== TIMED) {
          await expectUntouched(write);
        }
        const text = read();
        writeFileSync(file, `${text}\n`);

        if (unmarked.includes(format)) {
          expect(await pluginMessageOf(write)).to.contain(UNKNOWN);
          expect(read()).to.equal(`${text}\n`);
        } else {
          const timeless = readTimeless();
          await write();
          expect(`${readTimeless()}\n`).to.equal(timeless);
        }
      });
    }
  }

  for (const kind of ["table", "json", "junit", "markdown"]) {
    it(`given alpha verify --report ${kind}:FILE, then a contract stays until --force, and its own file is left or replaced`, async () => {
      const write = (more: TaskArguments = {}) =>
        run("verify", {
          ...DEVNET(),
          out: join(folder, "verify.txt"),
          report: `${kind}:${file}`,
          ...more,
        });
      writeFileSync(file, CONTRACT);

      expect(await pluginMessageOf(write)).to.equal(`${file} ${REFUSED}.`);
      expect(read()).to.equal(CONTRACT);
      expect(readdirSync(folder)).not.to.include("verify.txt");
      await expectForced(write);
      if (kind !== TIMED) {
        await expectUntouched(write);
      }
      const text = readTimeless();
      writeFileSync(file, `${read()}\n`);
      await write();
      expect(readTimeless()).to.equal(text);
    });
  }

  it("given a portal's module of chain metadata, then a user's own stays, and one of ours is replaced", async () => {
    file = join(folder, "networksMetadata.config.js");
    const write = (more: TaskArguments = {}) =>
      run("export", {
        ...DEVNET(),
        format: "chain-metadata",
        out: file,
        ...more,
      });
    const mine = "module.exports = { networksMetadata: [] };\n";
    writeFileSync(file, mine);

    expect(await pluginMessageOf(write)).to.contain(REFUSED);
    expect(read()).to.equal(mine);
    await write({ force: true });
    await expectUntouched(write);
    const text = read();
    writeFileSync(file, `${text}// changed\n`);
    await write();
    expect(read()).to.equal(text);
  });

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
