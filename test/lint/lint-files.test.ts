import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import type { AlphaConfig } from "../../src/config/types.ts";
import { type LintOptions, lintFiles } from "../../src/lint/lint-files.ts";
import type { LintReport } from "../../src/lint/report.ts";
import { replaceText } from "../../tasks/lint/action.ts";
import { createAlphaHre, createAlphaHreOf } from "../support/alpha-hre.ts";
import { withEnvironment } from "../support/with-environment.ts";
import { expectValidLintReport } from "./lint-schema.ts";
import { moduleOf, portalOf, rulesOf } from "./lint-text.ts";

const published: Record<string, Record<string, unknown>> = createRequire(
  import.meta.url,
)("@oceanprotocol/contracts/addresses/address.json");

/** Its third digit has the wrong case. */
const MISTYPED = "0x68c24FA5b2319C81b34f248d1f928601D2E5246B";

describe("lintFiles", function () {
  this.timeout(30_000);

  let config: AlphaConfig;
  before(async () => {
    ({
      config: { alpha: config },
    } = await withEnvironment({}, () => createAlphaHre({})));
  });

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-lint-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function put(name: string, text: string | Uint8Array): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  }

  async function lint(
    files: readonly string[],
    options: LintOptions = {},
  ): Promise<LintReport> {
    return expectValidLintReport(await lintFiles(config, files, options));
  }

  const DEVNET = moduleOf(portalOf("devnet"));

  for (const [title, name, text, rule, place] of [
    ["no JavaScript", "a.js", "const a = [\n  {]", "syntax error", "2:4"],
    ["no JSON", "a.json", '[\n{ "a": 1, }]', "syntax error", "2:11"],
    ["an empty JSON file", "a.json", "", "syntax error", ""],
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
      "no UTF-8",
      "a.js",
      Uint8Array.of(0xff, 0xfe, 0x41),
      "unreadable unknown",
      "",
    ],
    [
      "three megabytes",
      "a.js",
      " ".repeat(3_000_000),
      "unreadable unknown",
      "",
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
        put(name, text),
        put("good.js", DEVNET),
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
    mkdirSync(join(folder, "b.js"));
    symlinkSync("c.js", join(folder, "c.js"));

    const report = await lint(
      ["a.js", "b.js", "c.js"].map((name) => join(folder, name)),
    );

    expect(rulesOf(report.findings)).to.deep.equal(
      Array(3).fill("unreadable unknown"),
    );
    expect(report.outcome).to.equal("unknown");
  });

  it("given an address book's entry of a network of the project's own without a registry, then no number of templates is expected", async () => {
    const { config: own } = await withEnvironment({}, () =>
      createAlphaHreOf({ networks: { m: { like: "testnet", chainId: 555 } } }),
    );
    const entry = published["pontus-x-devnet"];
    const ERC20Template = { "1": entry?.["Router"] };
    const text = JSON.stringify({
      m: { ...entry, chainId: 555, ERC20Template },
    });

    const { findings } = await lintFiles(own.alpha, [put("b.json", text)]);

    expect(
      findings.filter(({ rule }) => rule === "missing-field"),
    ).to.deep.equal([]);
  });

  it("given disabled networks, then their copied values are found as if they were enabled", async () => {
    const values = (network: "devnet" | "testnet" | "third") => {
      const { chainId: _, network: __, name: ___, ...rest } = portalOf(network);
      return rest;
    };
    const file = put(
      "a.js",
      moduleOf(
        { ...values("devnet"), chainId: 137, network: "polygon" },
        { ...values("testnet"), chainId: 10, network: "optimism" },
        { ...values("third"), chainId: 1, network: "mainnet", isDefault: true },
        { ...portalOf("testnet") },
      ),
    );
    const { config: disabled } = await withEnvironment({}, () =>
      createAlphaHreOf({
        networks: {
          devnet: false,
          testnet: false,
          third: false,
          mynet: { like: "testnet", chainId: 555 },
        },
      }),
    );
    const messagesOf = async (alpha: AlphaConfig) =>
      (await lintFiles(alpha, [file])).findings
        .filter(({ rule }) => rule === "copied-network")
        .map(({ message }) => message);

    expect(await messagesOf(disabled.alpha)).to.have.length(3);
    expect(await messagesOf(disabled.alpha)).to.deep.equal(
      await messagesOf(config),
    );
  });

  it("given a value that the configuration does not set either, then the advice does not say that it is printed", async () => {
    const { config: own } = await withEnvironment({}, () =>
      createAlphaHreOf({
        networks: {
          mynet: {
            like: "testnet",
            chainId: 555,
            portal: { nodeUri: "https://node.example" },
          },
        },
      }),
    );
    const file = put(
      "a.js",
      moduleOf({
        chainId: 555,
        isDefault: true,
        isCustom: true,
        network: "mynet",
        nodeUri: "",
        metadataCacheUri: "",
      }),
    );

    const { findings } = await lintFiles(own.alpha, [file]);
    const adviceFor = (name: string) =>
      findings.find(({ message }) => message.startsWith(`${name} of mynet`))
        ?.fix;

    for (const name of ["nodeUri", "metadataCacheUri"]) {
      expect(adviceFor(name)).to.equal(
        "Correct the value. alpha config mynet prints it, if it is set.",
      );
    }
    const missing = findings.find(({ rule }) => rule === "missing-field");
    expect(missing?.fix).to.equal(
      "Add them. alpha config mynet prints those that are set.",
    );
  });

  it("given a network that is configured to be on this machine, then another chain may be there too", async () => {
    const nodeUri = "http://localhost:8545";
    const { config: local } = await withEnvironment({}, () =>
      createAlphaHre({
        alpha: { networks: { testnet: { portal: { nodeUri } } } },
      }),
    );
    const text = moduleOf({ ...portalOf("devnet"), nodeUri });

    const { findings } = await lintFiles(local.alpha, [put("a.js", text)]);

    expect(rulesOf(findings)).to.deep.equal(["local-node warning"]);
  });

  it("given a file under two names, then it is checked once", async () => {
    const file = put("a.js", DEVNET);
    symlinkSync(file, join(folder, "b.js"));

    const { files } = await lint([file, join(folder, "b.js"), file]);

    expect(files).to.have.length(1);
  });

  it("given two megabytes of chains, then the report is bounded, keeps the errors and counts the rest", async () => {
    const chains = Array.from({ length: 9_000 }, (_, index) => ({
      chainId: 1_000 + index,
      network: `chain-${index}`,
      dispenserAddress: `0x${index.toString(16).padStart(40, "a")}`,
      explorerUri: `http://${index}.example`,
      startBlock: index === 8_999 ? "none" : 1,
    }));
    const text = JSON.stringify(chains, null, 2);
    expect(text.length).to.be.within(1_500_000, 2_097_152);

    const { findings, omitted, outcome } = await lint([put("a.json", text)]);

    expect(findings).to.have.length(1_000);
    expect(omitted).to.be.greaterThan(8_000);
    expect(rulesOf(findings)).to.include("wrong-type error");
    expect(outcome).to.equal("failed");
  });

  it("given names that are commands to terminals and logs, then no finding carries them", async () => {
    const hostile = "\u001B[31m\n::error::x\u202E</script>\u2028\u0007";
    const { findings } = await lint([
      put(
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

    const { findings } = await lint([put("a.js", moduleOf(chain))]);

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
      const file = put("a.js", source);
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
      const file = put("a.js", DEVNET);
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
      const file = put("a.js", source);
      chmodSync(file, 0o444);

      const { findings, fixed } = await lint([file], { write: replaceText });

      expect(rulesOf(findings)).to.include("unrepaired unknown");
      expect(fixed).to.deep.equal([]);
      expect(readFileSync(file, "utf8")).to.equal(source);
    });

    it("given a file that does not parse, then it is left alone", async () => {
      const text = `${source}\n}`;
      const file = put("a.js", text);

      await lint([file], { write: replaceText });

      expect(readFileSync(file, "utf8")).to.equal(text);
    });

    it("given a file that somebody else writes meanwhile, then theirs is kept and said so, and the other file is repaired", async () => {
      const file = put("a.js", source);
      const other = put("b.js", source);

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
