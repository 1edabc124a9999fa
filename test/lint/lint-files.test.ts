import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";

import { expect } from "chai";
import type { AlphaConfig } from "../../src/config/types.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { type LintOptions, lintFiles } from "../../src/lint/lint-files.ts";
import type { LintReport } from "../../src/lint/report.ts";
import { confirmText, replaceText } from "../../tasks/lint/action.ts";
import { createAlphaHre, createAlphaHreOf } from "../support/alpha-hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../support/temporary-folder.ts";
import { withEnvironment } from "../support/with-environment.ts";
import { expectValidLintReport } from "./lint-schema.ts";
import { moduleOf, portalOf, rulesOf } from "./lint-text.ts";

/** Its third digit has the wrong case. */
const MISTYPED = "0x68c24FA5b2319C81b34f248d1f928601D2E5246B";

describe("lintFiles", function () {
  this.timeout(60_000);

  let config: AlphaConfig;
  before(async () => {
    ({
      config: { alpha: config },
    } = await withEnvironment({}, () => createAlphaHre({})));
  });

  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  async function lint(
    files: readonly string[],
    options: LintOptions = {},
  ): Promise<LintReport> {
    return expectValidLintReport(await lintFiles(config, files, options));
  }

  const DEVNET = moduleOf(portalOf("devnet"));

  for (const [title, name, text, rule, place] of [
    ["no JavaScript", "a.js", "const a = [\n  {]", "syntax error", "2:4"],
    ["an empty script", "a.js", "", "unreadable unknown", ""],
    ["another kind of file", "a.yaml", "a: 1", "unreadable unknown", ""],
    [
      "another shape",
      "a.js",
      "module.exports = 'chains';",
      "unreadable unknown",
      "1:18",
    ],
    [
      "a list of another file",
      "a.js",
      "module.exports = { chains: require('./chains') };",
      "unreadable unknown",
      "1:28",
    ],
    [
      "brackets without end",
      "a.js",
      `module.exports = ${"[".repeat(100_000)}`,
      "unreadable unknown",
      "",
    ],
  ] as const) {
    it(`given ${title} beside a good file, then it is one finding with its place, and the good one is checked`, async () => {
      const { findings, files } = await lint([
        folder.write(name, text),
        folder.write("good.js", DEVNET),
      ]);

      const [first, ...others] = findings;
      expect(rulesOf(first === undefined ? [] : [first])).to.deep.equal([rule]);
      expect(
        [first?.line, first?.column]
          .filter((part) => part !== undefined)
          .join(":"),
      ).to.equal(place);
      expect(rulesOf(others)).to.deep.equal([]);
      expect(files.map(({ outcome }) => outcome)).to.deep.equal([
        rule.startsWith("syntax") ? "failed" : "unknown",
        "ok",
      ]);
    });
  }

  it("given a missing file, a folder and a link in a circle, then each is unknown and none is fine", async () => {
    mkdirSync(folder.at("b.js"));
    symlinkSync("c.js", folder.at("c.js"));

    const report = await lint(
      ["a.js", "b.js", "c.js"].map((name) => folder.at(name)),
    );

    expect(rulesOf(report.findings)).to.deep.equal(
      Array(3).fill("unreadable unknown"),
    );
    expect(report.outcome).to.equal("unknown");
  });

  it("given more findings than a report has, then the least severe are left out and counted", async () => {
    const chains = Array.from({ length: 1_200 }, (_, index) => ({
      chainId: 1_000 + index,
      network: `chain-${index}`,
      explorerUri: `http://${index}.example`,
      startBlock: index === 1_199 ? "none" : 1,
    }));
    const file = folder.write("a.json", JSON.stringify(chains));

    const { findings, omitted, outcome } = await lint([file]);

    expect(findings).to.have.length(1_000);
    expect(omitted).to.be.at.least(200);
    expect(rulesOf(findings)).to.include("wrong-type error");
    expect(outcome).to.equal("failed");
  });

  it("given disabled networks, then their copied values are found nevertheless", async () => {
    const text = moduleOf(
      { ...portalOf("devnet"), chainId: 137, network: "polygon" },
      { ...portalOf("third"), chainId: 1, network: "mainnet", name: "M" },
    );
    const { config: disabled } = await withEnvironment({}, () =>
      createAlphaHreOf({ networks: { devnet: false, third: false } }),
    );
    const { findings } = await lintFiles(disabled.alpha, [
      folder.write("a.js", text),
    ]);

    expect(
      rulesOf(findings).filter((rule) => rule === "copied-network error"),
    ).to.have.length(2);
  });

  it("given a network that is configured to be on this machine, then another chain may be there too", async () => {
    const nodeUri = "http://localhost:8545";
    const { config: local } = await withEnvironment({}, () =>
      createAlphaHre({
        alpha: { networks: { testnet: { portal: { nodeUri } } } },
      }),
    );
    const text = moduleOf({ ...portalOf("devnet"), nodeUri });

    const { findings } = await lintFiles(local.alpha, [
      folder.write("a.js", text),
    ]);

    expect(rulesOf(findings)).to.deep.equal(["local-node warning"]);
  });

  it("given a file under two names, then it is checked once", async () => {
    const file = folder.write("a.js", DEVNET);
    symlinkSync(file, folder.at("b.js"));

    const { files } = await lint([file, folder.at("b.js"), file]);

    expect(files).to.have.length(1);
  });

  it("given names that are commands to terminals and logs, then no finding carries them", async () => {
    const hostile = "\u001B[31m\n::error::x\u202E</script>\u2028\u0007";
    const { findings } = await lint([
      folder.write(
        "a.js",
        moduleOf({ ...portalOf("devnet"), [hostile]: 1, network: hostile }),
      ),
    ]);

    expect(rulesOf(findings)).to.include("unknown-field warning");
    for (const { message, fix } of findings) {
      expect(`${message}${fix}`).to.match(/^[^\p{C}\p{Zl}\p{Zp}]*$/u);
      expect(`${message}${fix}`).not.to.include("::");
    }
  });

  it("given secrets in URLs, then no finding shows more than their origin", async () => {
    const url = "http://user:canary1@node.example/canary2?key=canary3";
    const chain = {
      ...portalOf("devnet"),
      nodeUri: url,
      subgraphUri: `ftp${url}`,
      [url]: url,
    };

    const { findings } = await lint([folder.write("a.js", moduleOf(chain))]);

    expect(rulesOf(findings)).to.include.members([
      "url-credentials warning",
      "wrong-type error",
    ]);
    const text = JSON.stringify(findings);
    expect(text).to.include("http://node.example");
    expect(text).not.to.include("canary");
  });

  describe("that repairs", () => {
    const source = `\uFEFF${moduleOf({ ...portalOf("devnet"), providerAddress: MISTYPED }).replaceAll("\n", "\r\n")}`;

    it("given a mistake, then exactly its bytes change, the permissions stay, and it is told", async () => {
      const file = folder.write("a.js", source);
      chmodSync(file, 0o664);

      const { fixed, findings } = await lint([file], { write: replaceText });

      expect(rulesOf(fixed)).to.deep.equal(["checksum error"]);
      expect(rulesOf(findings)).to.deep.equal([]);
      expect(readFileSync(file, "utf8")).to.equal(
        source.replace(MISTYPED, "0x68C24FA5b2319C81b34f248d1f928601D2E5246B"),
      );
      expect(statSync(file).mode & 0o777).to.equal(0o664);
    });

    it("given nothing to repair, then the file is not written", async () => {
      const file = folder.write("a.js", DEVNET);
      const { mtimeMs } = statSync(file);

      const { fixed } = await lint([file], {
        write: async () => {
          throw new Error("written");
        },
      });

      expect(fixed).to.deep.equal([]);
      expect(statSync(file).mtimeMs).to.equal(mtimeMs);
    });

    it("given a file that nobody may write to, then it is left alone and said so, whoever runs it", async () => {
      const file = folder.write("a.js", source);
      chmodSync(file, 0o444);

      const { findings, fixed } = await lint([file], { write: replaceText });

      expect(rulesOf(findings)).to.include("unrepaired unknown");
      expect(fixed).to.deep.equal([]);
      expect(readFileSync(file, "utf8")).to.equal(source);
    });

    it("given a file that does not parse, then it is left alone", async () => {
      const text = `${source}\n}`;
      const file = folder.write("a.js", text);

      await lint([file], { write: replaceText });

      expect(readFileSync(file, "utf8")).to.equal(text);
    });

    it("given a file that somebody else writes meanwhile, then theirs is kept and said so, and the other file is repaired", async () => {
      const file = folder.write("a.js", source);
      const other = folder.write("b.js", source);

      const { findings, fixed, outcome } = await lint([file, other], {
        write: async (path, texts) => {
          if (path === file) {
            writeFileSync(file, "theirs");
          }
          await replaceText(path, texts);
        },
      });

      expect(rulesOf(findings)).to.deep.equal([
        "unrepaired unknown",
        "checksum error",
      ]);
      expect(findings[0]?.message).to.include(
        "another program changed the file",
      );
      expect(fixed.map((one) => one.file)).to.deep.equal([other]);
      expect(outcome).to.equal("failed");
      expect(readFileSync(file, "utf8")).to.equal("theirs");
    });
  });
});

describe("a file that another program changes while it is written", () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  it("given a change directly before the file is replaced, then it is kept, and nothing is left beside it", async () => {
    const file = folder.write("a.js", "old");
    const message = await pluginMessageOf(async () =>
      writeTextFile(file, "new", async () => {
        writeFileSync(file, "theirs");
        await confirmText(file, "old");
      }),
    );

    expect(message).to.include("another program changed the file");
    expect(readFileSync(file, "utf8")).to.equal("theirs");
    expect(readdirSync(folder.root)).to.deep.equal(["a.js"]);
  });
});
