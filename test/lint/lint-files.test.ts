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
import {
  type FaultyServerOptions,
  startFaultyServer,
} from "../support/faulty-server.ts";
import { withEnvironment } from "../support/with-environment.ts";
import { expectValidLintReport } from "./lint-schema.ts";
import { moduleOf, portalOf, rulesOf } from "./lint-text.ts";

const published: Record<string, Record<string, unknown>> = createRequire(
  import.meta.url,
)("@oceanprotocol/contracts/addresses/address.json");

const LOWER = "0x68c24fa5b2319c81b34f248d1f928601d2e5246b";

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
      expect(rulesOf(others)).to.deep.equal(["default-network note"]);
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

  it("given a project without the preset, then it is reported that the addresses were not checked", async () => {
    const { config: bare } = await withEnvironment({}, () =>
      createAlphaHre({ alpha: { preset: false } }),
    );

    const { findings } = await lintFiles(bare.alpha, [put("a.js", DEVNET)]);

    const found = findings.filter(({ rule }) => rule === "registry");
    expect(rulesOf(found)).to.deep.equal(["registry note"]);
    expect(found[0]?.message).to.match(
      /^alphaTokenAddress, .* of devnet were not compared: registry\.Alpha, .* are not set in the configuration\.$/,
    );
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

    expect(rulesOf(findings)).not.to.include("book-contract warning");
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

    expect(rulesOf(findings)).to.deep.equal([
      "default-network note",
      "local-node warning",
    ]);
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
      [`nodeUr${index}`]: "http://node.example",
      startBlock: index === 8_999 ? "none" : 1,
    }));
    const text = JSON.stringify(chains, null, 2);
    expect(text.length).to.be.within(1_500_000, 2_097_152);

    const { findings, omitted, outcome } = await lint([put("a.json", text)]);

    expect(findings).to.have.length(1_000);
    expect(omitted).to.be.greaterThan(10_000);
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
    const source = `\uFEFF${moduleOf({ ...portalOf("devnet"), providerAddress: LOWER }).replaceAll("\n", "\r\n")}`;

    it("given a mistake, then exactly its bytes change, the permissions stay, and it is told", async () => {
      const file = put("a.js", source);
      chmodSync(file, 0o664);

      const { fixed, findings } = await lint([file], { write: replaceText });

      expect(rulesOf(fixed)).to.deep.equal(["no-checksum note"]);
      expect(rulesOf(findings)).to.deep.equal(["default-network note"]);
      expect(readFileSync(file, "utf8")).to.equal(
        source.replace(LOWER, "0x68C24FA5b2319C81b34f248d1f928601D2E5246B"),
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
        "default-network note",
        "no-checksum note",
        "default-network note",
      ]);
      expect(findings[0]?.message).to.include(
        "another program changed the file",
      );
      expect(fixed.map((one) => one.file)).to.deep.equal([other]);
      expect(outcome).to.equal("unknown");
      expect(readFileSync(file, "utf8")).to.equal("theirs");
    });
  });

  describe("online", () => {
    async function asked(
      chain: "devnet" | "third",
      options: FaultyServerOptions,
    ): Promise<readonly string[]> {
      const server = await startFaultyServer(options);
      try {
        const { findings } = await lint(
          [
            put(
              "a.js",
              moduleOf({
                ...portalOf(chain),
                nodeUri: `${server.url}/canary?key=canary`,
              }),
            ),
          ],
          { online: true },
        );
        expect(JSON.stringify(findings)).not.to.include("canary");
        return rulesOf(findings.filter(({ rule }) => rule === "node-chain"));
      } finally {
        await server.close();
      }
    }

    const block = (hash: string) => ({
      number: "0x0",
      hash,
      parentHash: `0x${"0".repeat(64)}`,
      timestamp: "0x1",
      transactions: [],
    });
    const node =
      (chainId: string, genesis: unknown = null) =>
      (method: string) =>
        method === "eth_chainId" ? chainId : genesis;

    it("given a node of the right chain, then nothing is found", async () => {
      expect(await asked("devnet", { node: node("0x7ec8") })).to.deep.equal([]);
    });

    it("given a node of another chain, then it is an error", async () => {
      expect(await asked("devnet", { node: node("0x1") })).to.deep.equal([
        "node-chain error",
      ]);
    });

    it("given Gnosis Chain's block 0 for the third network, then it is an error", async () => {
      const gnosis =
        "0x4f1dd23188aab3a76b463e4af801b52b1248ef073c648cbdc4c9333d3da79756";

      expect(
        await asked("third", { node: node("0x64", block(gnosis)) }),
      ).to.deep.equal(["node-chain error"]);
    });

    it("given no block 0 for the third network, then the doubt is a note", async () => {
      expect(await asked("third", { node: node("0x64") })).to.deep.equal([
        "node-chain note",
      ]);
    });

    for (const [title, answer] of [
      ["no number", "devnet"],
      ["null", null],
      ["0", "0x0"],
      ["an error", { error: { code: -32601, message: "canary" } }],
    ] as const) {
      it(`given a node that answers ${title}, then it is unknown, neither wrong nor fine`, async () => {
        expect(await asked("devnet", { node: () => answer })).to.deep.equal([
          "node-chain unknown",
        ]);
      });
    }

    it("given a network by its name with a chain id that only running the file would tell, then its node is unknown, not fine", async () => {
      const text = `module.exports = { chains: [
        { chainId: Number(process.env.CHAIN_ID), network: "pontusx-devnet", nodeUri: "http://127.0.0.1:1" },
      ] };`;

      const { findings } = await lint([put("a.js", text)], { online: true });

      expect(
        rulesOf(findings.filter(({ rule }) => rule === "node-chain")),
      ).to.deep.equal(["node-chain unknown"]);
    });

    for (const [title, text] of [
      ["without a node", moduleOf({ chainId: 137, isDefault: true })],
      [
        "of a wallet, without a node",
        `module.exports = [{ chainId: 137, name: "P", nativeCurrency: { name: "P", symbol: "P", decimals: 18 } }]`,
      ],
      ["without a chain", "module.exports = { chains: [] }"],
    ] as const) {
      it(`given a file ${title}, then that nobody was asked is unknown, not fine`, async () => {
        const file = put("a.js", text);

        const { findings, outcome } = await lint([file], { online: true });

        expect(rulesOf(findings)).to.include("node-chain unknown");
        expect(outcome).not.to.equal("ok");
        expect(rulesOf((await lint([file])).findings)).not.to.include(
          "node-chain unknown",
        );
      });
    }

    describe("of a wallet's chains", () => {
      const servers: Awaited<ReturnType<typeof startFaultyServer>>[] = [];
      afterEach(async () => {
        await Promise.all(servers.splice(0).map((server) => server.close()));
      });

      async function urlOf(chainId: string): Promise<string> {
        const server = await startFaultyServer({ node: node(chainId) });
        servers.push(server);
        return `${server.url}/canary?key=canary`;
      }

      async function found(rpc: unknown, more = "") {
        const text = `module.exports = { networksMetadata: [{
          chainId: 32456, name: "Devnet", nativeCurrency: { name: "G", symbol: "G", decimals: 18 },
          rpc: ${typeof rpc === "string" ? rpc : JSON.stringify(rpc)} }${more}] };`;
        const { findings } = await lint(
          [put("networksMetadata.config.js", text)],
          { online: true },
        );
        expect(JSON.stringify(findings)).not.to.include("canary");
        return findings.filter(({ rule }) => rule === "node-chain");
      }

      it("given nodes of the right chain, then each is asked, and nothing is found", async () => {
        const urls = [await urlOf("0x7ec8"), await urlOf("0x7ec8")];

        expect(await found(urls)).to.deep.equal([]);
        expect(servers.map(({ received }) => received.length)).to.deep.equal([
          1, 1,
        ]);
      });

      it("given a node of another chain among them, then it is an error at its place", async () => {
        const findings = await found(
          `[\n${JSON.stringify(await urlOf("0x7ec8"))},\n${JSON.stringify(await urlOf("0x1"))}]`,
        );

        expect(rulesOf(findings)).to.deep.equal(["node-chain error"]);
        expect(findings[0]).to.include({ line: 5 });
        expect(findings[0]?.fix).to.include("rpc");
      });

      it("given one URL alone, then it is asked", async () => {
        expect(
          rulesOf(await found(JSON.stringify(await urlOf("0x1")))),
        ).to.deep.equal(["node-chain error"]);
      });

      it("given more nodes than are asked of a chain, then how many were not is a note", async () => {
        const url = await urlOf("0x7ec8");

        const findings = await found(
          Array.from({ length: 5 }, (_, index) => `${url}&n=${index}`),
        );

        expect(rulesOf(findings)).to.deep.equal(["node-chain note"]);
        expect(findings[0]?.message).to.match(/2 of the 5/);
        expect(servers[0]?.received).to.have.length(3);
      });

      for (const [title, rpc] of [
        ["none", []],
        ["templates", [`https://node.example/$\u007BINFURA_API_KEY}`]],
        ["sockets", ["wss://node.example/"]],
        ["no texts", [1, null]],
        ["nodes of the environment", "[process.env.X]"],
      ] as const) {
        it(`given ${title}, then it is unknown, not fine`, async () => {
          expect(rulesOf(await found(rpc))).to.deep.equal([
            "node-chain unknown",
          ]);
        });
      }

      it("given a node that is asked and what may be more of them, then it is a note", async () => {
        expect(
          rulesOf(
            await found(
              `[${JSON.stringify(await urlOf("0x7ec8"))}, process.env.X, "wss://node.example/"]`,
            ),
          ),
        ).to.deep.equal(["node-chain note"]);
      });
    });

    it("given nobody at the node's port, an unknowable URL and what is no URL, then all are unknown, and of a chain without a node it is said that nobody was asked", async () => {
      const text = `module.exports = { chains: [
        { chainId: 1, isDefault: true, nodeUri: "http://127.0.0.1:1" },
        { chainId: 2, nodeUri: process.env.NODE_URI },
        { chainId: 3, nodeUri: "node" },
        { chainId: 4 },
      ] };`;

      const { findings, outcome } = await lint([put("a.js", text)], {
        online: true,
      });

      expect(
        rulesOf(findings.filter(({ rule }) => rule === "node-chain")),
      ).to.deep.equal([
        ...Array(3).fill("node-chain unknown"),
        "node-chain note",
      ]);
      // "node" is no URL at all.
      expect(outcome).to.equal("failed");
    });
  });
});
