import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { isRecord } from "../../src/base/records.ts";
import { PRESET } from "../support/preset.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { withEnvironment } from "../support/with-environment.ts";
import { inProject, startIn, startWith } from "./source-project.ts";

const BOOK = readFileSync(
  createRequire(import.meta.url).resolve(
    "@oceanprotocol/contracts/addresses/address.json",
  ),
  "utf8",
);
/** Addresses that no network of the preset has. */
const A = "0x1111111111111111111111111111111111111111";
const B = "0x2222222222222222222222222222222222222222";
const C = "0x3333333333333333333333333333333333333333";

const PORTAL = { type: "portal", file: "chains.config.js" };
const ADDRESSES = { type: "address-json", file: "address.json" };
const DEPLOYED = "deployed_addresses.json";
const IGNITION = {
  type: "ignition",
  file: DEPLOYED,
  network: "devnet",
  keys: {
    "M#Router": "Router",
    "M#One": "ERC20Template[0]",
    "M#Two": "ERC20Template[1]",
  },
};

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A portal's file, whose entries begin on line 2. */
const portal = (...entries: readonly string[]): Files => ({
  [PORTAL.file]: `module.exports = { chains: [\n${entries.map((fields) => `{ ${fields} }`).join(", ")}\n] };\n`,
});
/** An address book, whose first entry's members begin on line 3. */
const book = (entries: object): Files => ({
  [ADDRESSES.file]: JSON.stringify(entries, null, 1),
});
const deployed = (futures: object): Files => ({
  [DEPLOYED]: JSON.stringify(futures, null, 1),
});

/** The sources of files: the portal's first. */
const sourcesOf = (files: Files) =>
  [PORTAL, ADDRESSES, IGNITION].filter(({ file }) =>
    Object.hasOwn(files, file),
  );

interface Start {
  readonly files: Files;
  /** Default: all files. */
  readonly sources?: readonly unknown[];
  readonly alpha?: object;
  /** Values on `hre.alpha.networks`, by path. */
  readonly gives?: Readonly<Record<string, unknown>>;
  /** Origins of values, by network and path. */
  readonly origins?: Readonly<Record<string, object>>;
  /** What stderr says. */
  readonly warns?: readonly RegExp[];
}

/** Expects of a started project exactly these warnings, and these values. */
async function expectStart({
  files,
  sources = sourcesOf(files),
  alpha = {},
  gives = {},
  origins = {},
  warns = [],
}: Start): Promise<void> {
  const { hre, warnings } = await startWith(files, sources, alpha);
  const found = Object.keys(gives).map((path) => {
    const value = path
      .split(".")
      .reduce<unknown>(
        (part, key) => Reflect.get(Object(part), key),
        hre.alpha.networks,
      );
    return [path, isRecord(value) ? { ...value } : value];
  });
  expect(Object.fromEntries(found)).to.deep.equal(gives);
  for (const [place, origin] of Object.entries(origins)) {
    const [name = "", path = ""] = place.split(" ");
    const networks = Object.entries(hre.config.alpha.networks);
    const [, network] = networks.find(([key]) => key === name) ?? [];
    expect(network?.origins.get(path), place).to.deep.equal(origin);
  }
  expect(warnings).to.have.length(warns.length);
  for (const [index, warning] of warns.entries()) {
    expect(warnings[index]).to.match(warning);
  }
}

const messageOf = (
  files: Files,
  sources: readonly unknown[] = sourcesOf(files),
  alpha: object = {},
) => pluginMessageOf(() => startWith(files, sources, alpha));

const preset = (name: "devnet" | "testnet" | "third", key: string) =>
  PRESET[name].registry[key];
const from = (file: string, line: number, field: string, more = {}) => ({
  kind: "source",
  file,
  line,
  field,
  ...more,
});

const FIELDS = `chainId: 32456, network: "mine", isDefault: true,
    nodeUri: "https://node.example.org", oceanTokenAddress: "${A}", oceanTokenSymbol: "OLD",
    fixedRateExchangeAddress: "${B}", opfCommunityFeeCollector: "${C}",
    startBlock: 7, gasFeeMultiplier: 1.5, noSuchField: 1`;
/** The third network in its registry's version. */
const V4 = `chainId: 100, network: "genx", nodeUri: "https://mine.example",
      dispenserAddress: "${A}", fixedRateExchangeAddress: "${B}", startBlock: 3665369,`;
const TWICE = portal(
  'chainId: 32456, network: "a", startBlock: 1',
  'chainId: 32456, network: "a", startBlock: 2',
  'chainId: 32457, network: "a", startBlock: 3',
  'chainId: 100, network: "genx", nodeUri: "https://mine.example"',
);
const DISAGREEING = {
  ...portal(
    `chainId: 32456, fixedRateExchangeAddress: "${A}", dispenserAddress: "${B}"`,
  ),
  ...book({ d: { chainId: 32456, FixedPrice: B, Dispenser: B, Router: C } }),
};
const MIXED_CASE = "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112";
const thirdAs = (name: string) => book({ [name]: { chainId: 100, Router: A } });
const twoOf = (name: string) =>
  book({
    other: { chainId: 32456, Router: A },
    [name]: { chainId: 32456, Router: B },
  });

const STARTS: Readonly<Record<string, Start>> = {
  "a portal's file in the Ocean dialect, then the network has its values, its addresses are the registry's, and each origin names the field":
    {
      files: portal(FIELDS),
      gives: {
        "devnet.portal.network": "mine",
        "devnet.portal.isDefault": true,
        "devnet.portal.nodeUri": "https://node.example.org",
        "devnet.portal.alphaTokenAddress": A,
        "devnet.portal.alphaTokenSymbol": "OLD",
        "devnet.portal.fixedRateExchangeAddress": B,
        "devnet.portal.startBlock": 7,
        "devnet.portal.gasFeeMultiplier": 1.5,
        "devnet.portal.dispenserAddress": preset("devnet", "Dispenser"),
        "devnet.registry.Alpha": A,
        "devnet.registry.FixedPrice": B,
        "devnet.registry.AlphaCommunityFeeCollector": C,
        "devnet.registry.Router": preset("devnet", "Router"),
        "devnet.tokens.alpha.address": A,
        "devnet.tokens.alpha.symbol": "OLD",
        "testnet.registry.FixedPrice": preset("testnet", "FixedPrice"),
      },
      origins: {
        "devnet startBlock": from(PORTAL.file, 5, "startBlock"),
        "devnet registry.Alpha": from(PORTAL.file, 3, "oceanTokenAddress"),
        "devnet registry.Router": { kind: "preset" },
      },
    },
  "JSON in the reference's dialect, then null is not set": {
    files: {
      "x.json": JSON.stringify({
        devnet: {
          chainId: 32456,
          alphaTokenAddress: A,
          alphaTokenSymbol: null,
        },
      }),
    },
    sources: [{ type: "portal", file: "x.json" }],
    gives: {
      "devnet.registry.Alpha": A,
      "devnet.portal.alphaTokenSymbol": "OCEAN",
    },
  },
  "values in alpha.networks too, then those win over the file": {
    files: portal(FIELDS),
    alpha: {
      networks: {
        devnet: {
          startBlock: 9,
          registry: { FixedPrice: C },
          portal: { network: "config" },
        },
      },
    },
    gives: {
      "devnet.startBlock": 9,
      "devnet.registry.FixedPrice": C,
      "devnet.portal.fixedRateExchangeAddress": C,
      "devnet.portal.network": "config",
      "devnet.portal.gasFeeMultiplier": 1.5,
    },
  },
  "defaults of environment variables, then those are the values, and their origins name the variables":
    {
      files: portal(
        `chainId: process.env.CHAIN_ID || 32456, nodeUri: process.env.NODE_URI || "https://x.example", startBlock: process.env.PATH || 7,
          dispenserAddress: process.env.DISPENSER ?? "${A}"`,
      ),
      gives: {
        "devnet.portal.nodeUri": "https://x.example",
        "devnet.registry.Dispenser": A,
        "devnet.startBlock": 7,
      },
      origins: {
        "devnet startBlock": from(PORTAL.file, 2, "startBlock", {
          variables: ["PATH"],
        }),
        "devnet registry.Dispenser": from(PORTAL.file, 3, "dispenserAddress", {
          variables: ["DISPENSER"],
        }),
      },
    },
  "the third network's v3 contracts, then the v4 registry stays": {
    files: portal(
      `chainId: 100, networkId: 100, network: "genxtestnet", name: "Mine", dispenserAddress: "${A}", startBlock: 7`,
    ),
    gives: {
      "third.portal.dispenserAddress": A,
      "third.portal.startBlock": 7,
      "third.displayName": "Mine",
      "third.registry.Dispenser": preset("third", "Dispenser"),
    },
  },
  "a config that chooses the registry's version, then its start block is used, too":
    {
      files: portal(
        `${V4} transactionPollingTimeout: 800, nftFactoryAddress: "${C}"`,
      ),
      alpha: { networks: { third: { versions: { portal: "v4" } } } },
      gives: {
        "third.registry.Dispenser": A,
        "third.startBlock": 3_665_369,
        "third.transactionPollingTimeout": 800,
        "third.transactionPollingTimeoutUnit": "seconds",
      },
    },
  "a chain of the older version, with a networkId and a display name only, then it is the network's":
    {
      files: portal(
        'name: "GEN-X", networkId: 100, isDefault: true, startBlock: 7',
      ),
      gives: { "third.startBlock": 7 },
    },
  "an entry that occurs twice, chosen by its second position, then it is that one":
    {
      files: TWICE,
      sources: [{ ...PORTAL, network: "devnet", entry: 2 }],
      gives: { "devnet.startBlock": 2 },
    },
  "the published address book, then devnet and third have its registry, testnet the preset's, and the malformed key is warned of once":
    {
      files: { [ADDRESSES.file]: BOOK },
      sources: [ADDRESSES, { ...ADDRESSES, network: "third" }],
      alpha: { preset: false },
      gives: {
        "devnet.registry": PRESET.devnet.registry,
        "third.registry": PRESET.third.registry,
        "testnet.registry": {},
      },
      warns: [
        /address\.json, line \d+: The key "1:" in "ERC721Template" is read as "1"\.$/,
      ],
    },
  "a book with the names that the published one had before, then they are the same contracts":
    {
      files: book({
        "pontus-x-devnet": {
          chainId: 32456,
          OceanToken: A,
          CommunityFeeCollector: B,
          ERC20Templates: { 1: B, 2: C },
        },
      }),
      gives: {
        "devnet.registry.Alpha": A,
        "devnet.registry.AlphaCommunityFeeCollector": B,
        "devnet.registry.ERC20Template": [B, C],
      },
    },
  "all futures of an Ignition deployment, then they are the registry's keys": {
    files: deployed({ "M#Two": C, "M#Router": A, "M#One": B, "M#More": A }),
    gives: {
      "devnet.registry.Router": A,
      "devnet.registry.ERC20Template": [B, C],
    },
    origins: { "devnet registry.Router": from(DEPLOYED, 3, "M#Router") },
  },
  "a future that is not deployed, and may be missing, then the preset's value stands":
    {
      files: deployed({ "M#Router": A, "M#One": B }),
      sources: [{ ...IGNITION, optional: true }],
      gives: {
        "devnet.registry.ERC20Template": preset("devnet", "ERC20Template"),
        "devnet.registry.Router": A,
      },
    },
  "two files that disagree, then the first listed counts, the value's origin names the other, and a warning both":
    {
      files: DISAGREEING,
      gives: {
        "devnet.registry.FixedPrice": A,
        "devnet.registry.Dispenser": B,
        "devnet.registry.Router": C,
      },
      origins: {
        "devnet registry.FixedPrice": from(
          PORTAL.file,
          2,
          "fixedRateExchangeAddress",
          { against: [{ file: ADDRESSES.file, line: 4 }] },
        ),
      },
      warns: [
        /^hardhat-alpha-networks: two sources disagree on registry\.FixedPrice of devnet: chains\.config\.js, line 2 \(fixedRateExchangeAddress\) and address\.json, line 4 \(FixedPrice\)\. The first one is used, since it comes first in alpha\.sources\.$/,
      ],
    },
  "an address in another case in a second file, then it is the same": {
    files: {
      ...portal(
        `chainId: 32456, alphaTokenAddress: "${MIXED_CASE.toLowerCase()}"`,
      ),
      ...book({ d: { chainId: 32456, Ocean: MIXED_CASE } }),
    },
    gives: { "devnet.registry.Alpha": MIXED_CASE },
  },
  "chain id 100 under a known name, then it is the third network's": {
    files: thirdAs("genx"),
    gives: { "third.registry.Router": A },
  },
  "Gnosis beside devnet, then only devnet takes its values, and nothing is odd":
    {
      files: book({
        gnosis: { chainId: 100, Router: A },
        any: { chainId: 32456, Router: B },
      }),
      gives: {
        "third.registry.Router": preset("third", "Router"),
        "devnet.registry.Router": B,
      },
    },
  "two entries with a network's chain id, one with its name, then it is that one":
    {
      files: twoOf("pontus-x-devnet"),
      gives: { "devnet.registry.Router": B },
    },
};

describe("alpha.sources", () => {
  for (const [title, start] of Object.entries(STARTS)) {
    it(`given ${title}`, async () => {
      await expectStart(start);
    });
  }

  for (const [title, futures, names, keys] of [
    [
      "two modules with a contract of the same name, then the first keeps it",
      ["A#Authority", "B#Authority", "C#Authority"],
      ["Authority", "B_Authority", "C_Authority"],
    ],
    [
      "names that are the same without their signs, then each contract has one",
      ["A#Token.v1", "A#Token_v1", "M#A_Token_v1", "B#A_Token_v1"],
      ["A_Token_v1", "Token_v1", "M_A_Token_v1", "B_A_Token_v1"],
    ],
    [
      "the names of a key, and of one that belongs into the registry, then they are taken",
      ["A#Router", "A#Real", "B#Real"],
      ["A_Router", "B_Real"],
      { "A#Real": "Router" },
    ],
  ] as const) {
    it(`given a deployment that has ${title}`, async () => {
      const addresses = futures.map((future, index) => [
        future,
        `0x${String(index + 1).repeat(40)}`,
      ]);
      const { hre } = await startWith(
        { [`d/${DEPLOYED}`]: JSON.stringify(Object.fromEntries(addresses)) },
        [{ type: "ignition", deployment: "d", network: "devnet", keys }],
      );

      const { contracts = [] } = hre.config.alpha.networks.devnet ?? {};
      const own = contracts.filter(({ kind }) => kind === "own");
      expect(own.map(({ key }) => key)).to.deep.equal(names);
      expect(own.map(({ origin }) => Object(origin).field)).to.deep.equal(
        futures.filter((future) => !Object.hasOwn(keys ?? {}, future)),
      );
    });
  }

  it("given the third network in its registry's version, then its contracts are the registry's, its services the backend's, and the v3 portal configuration stays", async () => {
    const { hre } = await startWith(
      portal(
        `${V4}\nproviderUri: "https://provider.example", providerAddress: "${B}", nftFactoryAddress: "${C}"`,
      ),
      [PORTAL],
    );
    const { third } = hre.alpha.networks;

    expect(third?.registry).to.include({ Dispenser: A, ERC721Factory: C });
    expect(third?.portal).to.deep.include({
      nodeUri: "https://mine.example",
      network: "genx",
      startBlock: 1099,
      dispenserAddress: PRESET.third.portal["dispenserAddress"],
      providerUri: PRESET.third.portal["providerUri"],
    });
    const resolved = hre.config.alpha.networks.third;
    expect(await resolved?.backend["providerUri"]?.resolve()).to.include({
      value: "https://provider.example",
    });
    expect(resolved?.otherPortal["providerAddress"]?.value).to.equal(B);
  });

  for (const [title, entry, warning] of [
    [
      "a value of the environment",
      "nodeUri: process.env.NODE_URI",
      "nodeUri is not known: it reads the environment (NODE_URI)",
    ],
    [
      "a value of the wrong type",
      'startBlock: "7"',
      "Invalid values for testnet: line 2, startBlock: Expected a number",
    ],
    [
      "two entries of the same network",
      "startBlock: 1 }, { chainId: 32457, startBlock: 2",
      "Several entries match testnet",
    ],
  ] as const) {
    it(`given an entry with ${title} beside another one, then it is skipped with a warning, and the other is read; when it is chosen, then it is an error`, async () => {
      const files = portal(
        "chainId: 32456, startBlock: 7",
        `chainId: 32457, ${entry}`,
      );
      const { hre } = await startWith(files, [PORTAL]);

      expect(hre.alpha.networks.devnet?.startBlock).to.equal(7);
      expect(hre.alpha.networks.testnet?.startBlock).to.equal(
        PRESET.testnet.portal["startBlock"],
      );
      expect(hre.config.alpha.warnings).to.have.length(1);
      expect(hre.config.alpha.warnings[0])
        .to.match(
          /^chains\.config\.js, line 2: the entry of testnet was not read\. /,
        )
        .and.include(warning);
      expect(
        await messageOf(files, [{ ...PORTAL, network: ["devnet", "testnet"] }]),
      ).to.match(/^alpha\.sources\[0\]: chains\.config\.js/);
    });
  }

  for (const [what, chain, owners] of [
    [
      "a chain id as a text",
      '{ chainId: "32457", network: "pontusx-testnet" }',
      "testnet",
    ],
    [
      "a chain id that is computed",
      "{ chainId: Number(process.env.ID) }",
      "testnet or third",
    ],
  ] as const) {
    it(`given ${what} beside devnet, then a warning says whose it may be; when only devnet is asked for, then not`, async () => {
      const files = {
        [PORTAL.file]: `module.exports = [{ chainId: 32456 },\n${chain}];`,
      };

      await expectStart({
        files,
        warns: [
          new RegExp(
            `chains\\.config\\.js, line 2: .* not read, but may belong to ${owners}:`,
          ),
        ],
      });
      await expectStart({ files, sources: [{ ...PORTAL, network: "devnet" }] });
    });
  }

  it("given a script with values that depend on the environment, then they are those of one without variables", async () => {
    const files = portal(
      'chainId: 32456, startBlock: process.env.STAGE === "live" ? 7 : 8',
    );

    await withEnvironment({ STAGE: "live" }, () =>
      expectStart({ files, gives: { "devnet.startBlock": 8 } }),
    );
  });

  it("given a script that loads a .env file and imports a constant, then what it has itself is read", async () => {
    const text = `require("dotenv").config({ path: require("path").join(__dirname, ".env") });
const { PROVIDER } = require("./providers");
const main = async () => console.log(await (await fetch(PROVIDER)).json());
module.exports = { chains: [
  { chainId: 32456, network: "pontusx-devnet", nodeUri: process.env.NODE_URI || "https://rpc.dev.pontus-x.eu", startBlock: 8 },
  { chainId: 32457, network: "pontusx-testnet", nodeUri: PROVIDER + "/rpc", startBlock: 9 },
] };
main().catch(console.error);`;

    await expectStart({
      files: { [PORTAL.file]: text },
      gives: { "devnet.startBlock": 8 },
      warns: [
        /line 6: the entry of testnet was not read\. nodeUri is not known: it is defined in another file/,
      ],
    });
  });

  it("given a script that asks the network, then nobody is asked, and its values are read", async () => {
    const requests: unknown[] = [];
    const server = createServer((request) => requests.push(request.url));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    await expectStart({
      files: {
        [PORTAL.file]: `try { fetch("http://127.0.0.1:${port}"); } catch {}
module.exports = [{ chainId: 32456, startBlock: 8 }];`,
      },
      gives: { "devnet.startBlock": 8 },
    });
    server.close();

    expect(requests).to.deep.equal([]);
  });

  for (const [what, effect] of [
    ["a file", 'try { require("node:fs").writeFileSync("ran", ""); } catch {}'],
    ["this process", "try { process.exitCode = 77; } catch {}"],
  ]) {
    it(`given a script that changes ${what}, then it is an error with the line, and nothing has changed`, async () => {
      const text = `\n${effect}\nmodule.exports = [{ chainId: 32456 }];`;
      await inProject({ [PORTAL.file]: text }, async (root) => {
        const message = await pluginMessageOf(() =>
          startIn(root, { sources: [PORTAL] }),
        );

        expect(message).to.match(/chains\.config\.js, line 2: This /);
        expect(existsSync(join(root, "ran"))).to.equal(false);
        expect(process.exitCode).to.not.equal(77);
      });
    });
  }

  it("given a file that changes, when Hardhat starts again in the process, then the new text counts", async () => {
    await inProject(DISAGREEING, async (root) => {
      await startIn(root, { sources: [PORTAL] });
      writeFileSync(
        join(root, PORTAL.file),
        "module.exports = [{ chainId: 32456, startBlock: 12345 }]",
      );
      const { hre } = await startIn(root, { sources: [PORTAL] });

      expect(hre.alpha.networks.devnet?.startBlock).to.equal(12345);
    });
  });
});

const BAD_CHECKSUM = "0x4ede1776D6B75de6c907172Abc0453a3C8AB372a";
const D = book({ d: { chainId: 32456, Router: A } });
const on32456 = (fields: string) => portal(`chainId: 32456, ${fields}`);
const script = (text: string) => ({ [PORTAL.file]: text });

describe("alpha.sources: errors", () => {
  for (const [message, files, sources, alpha] of [
    [
      /^alpha\.sources\[0\]: chains\.config\.js, line 2, column \d+: nodeUri is not known: it reads the environment \(NODE_URI\).*alpha\.networks\.devnet\.portal\.nodeUri/,
      on32456("nodeUri: process.env.NODE_URI"),
    ],
    [
      /line 2: Invalid values for devnet:\n {2}line 2, nodeUri: /,
      on32456("nodeUri: process.env.NODE_URI || 'nowhere'"),
    ],
    [
      /nodeUri: The value contains a control character, or one that is not seen/,
      on32456(String.raw`nodeUri: "https://n.example/\nEVIL=1"`),
    ],
    [
      /providerUri: The value contains a control character, or one that is not seen/,
      on32456(String.raw`providerUri: "https://p.example/\u202e"`),
    ],
    [
      /line 3, column \d+: oceanTokenAddress contradicts alphaTokenAddress on line 2: both are registry\.Alpha of devnet/,
      on32456(`alphaTokenAddress: "${A}",\n oceanTokenAddress: "${B}"`),
    ],
    [
      /networkId is 7, but third has 100/,
      portal('chainId: 100, networkId: 7, network: "genx"'),
    ],
    [
      /line 1, column 19: The chains are not known: this is defined in another file/,
      script("module.exports = [require('./chain')]"),
    ],
    [
      /contracts of both v3 and v4/,
      portal(`${V4} nftFactoryAddress: "${C}", factoryAddress: "${C}"`),
      [{ ...PORTAL, network: "third" }],
    ],
    [
      /line 1, column 20: "devnet" is repeated\. Remove one/,
      script(
        "module.exports = { devnet: { chainId: 7 }, devnet: { chainId: 32456 } }",
      ),
    ],
    [
      /line 1, column 20: "chains" is repeated\. Remove one/,
      script("module.exports = { chains: [], chains: [{ chainId: 32456 }] }"),
    ],
    [
      /"chains" is repeated\. Remove one/,
      { "p.json": '{ "chains": [], "chains": [{ "chainId": 32456 }] }' },
      [{ type: "portal", file: "p.json" }],
    ],
    [/no entry at position 9/, TWICE, [{ ...PORTAL, entry: 9 }]],
    [
      /no entry "a" with chain id 5/,
      TWICE,
      [{ ...PORTAL, entry: { name: "a", chainId: 5 } }],
    ],
    [
      /There is no future "M#Two"\. The file has M#Router, M#One\. .* set optional: true\./,
      deployed({ "M#Router": A, "M#One": B }),
    ],
    [
      /deployed_addresses\.json, line 1, column \d+: /,
      { [DEPLOYED]: '{"a":"1",\n"a":"2"}' },
    ],
    [
      /There is no entry of devnet .*, third \(chain id 100\)\. The file has "gnosis" .*\. Gnosis Chain has the same chain id as third\. If one of them is third, set network: "third" and set entry to its name\.$/,
      thirdAs("gnosis"),
    ],
    [
      /line 6, column \d+: Several entries match devnet; the first one is on line 2\. Select one with entry, by its name or its position in the file/,
      twoOf("more"),
    ],
    [
      /There is no entry of testnet \(chain id 32457\)\. The file has "d" \(chain id 32456\)\. Correct the file, select another entry, or set alpha\.networks\.testnet\.chainId\.$/,
      D,
      [{ ...ADDRESSES, network: "testnet", entry: "d" }],
    ],
    [
      /^alpha\.sources\[0\]: chains\.config\.js: The file does not exist\. Check the path \(ENOENT\)\.$/,
      {},
      [PORTAL],
    ],
    [
      /This is a directory/,
      { "chains.config.js/x": "" },
      [{ ...PORTAL, optional: true }],
    ],
  ] as readonly (readonly [RegExp, Files, (readonly object[])?, object?])[]) {
    it(`given ${JSON.stringify([files, sources, alpha])}, then the error matches ${message}`, async () => {
      expect(await messageOf(files, sources, alpha)).to.match(message);
    });
  }

  it("given several wrong values, then all are named, with the file, the lines and the fields", async () => {
    const message = await messageOf(
      book({
        d: {
          chainId: 32456,
          Router: BAD_CHECKSUM,
          Dispenser: 5,
          ERC20Template: {},
          ERC721Template: A,
          startBlock: "7",
        },
      }),
    );

    for (const line of [
      /^alpha\.sources\[0\]: address\.json, line 4: Invalid values for devnet:$/m,
      /^ {2}line 4, Router: The address has a bad checksum/m,
      /^ {2}line 5, Dispenser: Expected a text, got a number;$/m,
      /^ {2}line 6, ERC20Template: Expected a list of at least 1 address/m,
      /^ {2}line 7, ERC721Template: Expected a list, got a text;$/m,
      /^ {2}line 8, startBlock: Expected a number, got a text\.$/m,
      /^Correct them in the file, or remove it from alpha\.sources\.$/m,
    ]) {
      expect(message).to.match(line);
    }
  });
});
