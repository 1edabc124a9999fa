import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import { isRecord } from "../../src/base/records.ts";
import type { ValueOrigin } from "../../src/config/origins.ts";
import { PRESET } from "../support/preset.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { withEnvironment } from "../support/with-environment.ts";
import {
  inProject,
  type StartedProject,
  startIn,
  startWith,
} from "./source-project.ts";

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

const portalFile = (fields: string) =>
  `module.exports = { chains: [\n{ ${fields} }\n] };\n`;
const PORTAL = { type: "portal", file: "chains.config.js" };
const ADDRESSES = { type: "address-json", file: "address.json" };

const addressFile = (entries: object) => JSON.stringify(entries, null, 1);
const portalFiles = (fields: string) => ({
  "chains.config.js": portalFile(fields),
});
const bookFiles = (entries: object) => ({
  "address.json": addressFile(entries),
});

type Name = "devnet" | "testnet" | "third";

function originOf(
  { hre }: StartedProject,
  network: Name,
  path: string,
): ValueOrigin | undefined {
  return hre.config.alpha.networks[network]?.origins.get(path);
}

const messageOf = (
  files: Readonly<Record<string, string | Uint8Array>>,
  sources: readonly unknown[],
  alpha: object = {},
) => pluginMessageOf(() => startWith(files, sources, alpha));

describe("alpha.sources: a portal's file", () => {
  const FIELDS = `chainId: 32456, network: "mine", isDefault: true,
    nodeUri: "https://node.example.org", oceanTokenAddress: "${A}", oceanTokenSymbol: "OLD",
    fixedRateExchangeAddress: "${B}", opfCommunityFeeCollector: "${C}",
    startBlock: 7, gasFeeMultiplier: 1.5, noSuchField: 1`;

  it("given one in the Ocean dialect, when Hardhat starts, then the network has its values, and its addresses are the registry's", async () => {
    const project = await startWith(portalFiles(FIELDS), [PORTAL]);
    const { devnet } = project.hre.alpha.networks;

    expect(devnet?.portal).to.include({
      network: "mine",
      isDefault: true,
      nodeUri: "https://node.example.org",
      alphaTokenAddress: A,
      alphaTokenSymbol: "OLD",
      fixedRateExchangeAddress: B,
      alphaCommunityFeeCollector: C,
      startBlock: 7,
      gasFeeMultiplier: 1.5,
      dispenserAddress: PRESET.devnet.portal["dispenserAddress"],
    });
    expect(devnet?.registry).to.include({
      Alpha: A,
      FixedPrice: B,
      AlphaCommunityFeeCollector: C,
      Router: PRESET.devnet.registry["Router"],
    });
    expect(devnet?.tokens.alpha).to.include({ address: A, symbol: "OLD" });
    expect(project.hre.alpha.networks.testnet?.registry).to.include({
      FixedPrice: PRESET.testnet.registry["FixedPrice"],
    });
    expect(project.warnings).to.deep.equal([]);
  });

  it("given the same in the reference's dialect and as JSON, when Hardhat starts, then it is the same", async () => {
    const json = JSON.stringify({
      devnet: { chainId: 32456, alphaTokenAddress: A, alphaTokenSymbol: null },
    });
    const { hre } = await startWith({ "x.json": json }, [
      { type: "portal", file: "x.json" },
    ]);

    expect(hre.alpha.networks.devnet?.registry.Alpha).to.equal(A);
    expect(hre.alpha.networks.devnet?.portal.alphaTokenSymbol).to.equal(
      "OCEAN",
    );
  });

  it("given values with origins, when they are asked for, then they name the file, the line and the field in the file", async () => {
    const project = await startWith(portalFiles(FIELDS), [PORTAL]);

    expect(originOf(project, "devnet", "startBlock")).to.deep.equal({
      kind: "source",
      file: "chains.config.js",
      line: 5,
      field: "startBlock",
    });
    expect(originOf(project, "devnet", "registry.Alpha")).to.include({
      kind: "source",
      line: 3,
      field: "oceanTokenAddress",
    });
    expect(originOf(project, "devnet", "registry.Router")).to.deep.equal({
      kind: "preset",
    });
  });

  it("given values in alpha.networks and the environment too, when Hardhat starts, then those win over the file, and the file over the preset", async () => {
    const project = await startWith(portalFiles(FIELDS), [PORTAL], {
      networks: {
        devnet: {
          startBlock: 9,
          registry: { FixedPrice: C },
          portal: { network: "config" },
        },
      },
    });
    const { devnet } = project.hre.alpha.networks;

    expect(devnet?.startBlock).to.equal(9);
    expect(devnet?.registry.FixedPrice).to.equal(C);
    expect(devnet?.portal.fixedRateExchangeAddress).to.equal(C);
    expect(devnet?.portal.network).to.equal("config");
    expect(devnet?.portal.gasFeeMultiplier).to.equal(1.5);
  });

  for (const [what, effect] of [
    ["a file", 'try { require("node:fs").writeFileSync("ran", ""); } catch {}'],
    ["this process", "try { process.exitCode = 77; } catch {}"],
    ["the network", 'try { fetch("http://127.0.0.1:1"); } catch {}'],
  ]) {
    it(`given a script that changes ${what}, when Hardhat starts, then it is an error with the line, and nothing has changed`, async () => {
      await inProject(
        {
          "chains.config.js": `\n${effect}\n${portalFile("chainId: 32456, startBlock: 7")}`,
        },
        async (root) => {
          const message = await pluginMessageOf(() =>
            startIn(root, { sources: [PORTAL] }),
          );

          expect(message).to.match(/chains\.config\.js, line 2: This /);
          expect(existsSync(join(root, "ran"))).to.equal(false);
          expect(process.exitCode).to.not.equal(77);
        },
      );
    });
  }

  it("given a script with variables of its own, when its values are taken, then this process has none of them", async () => {
    await inProject(
      {
        "chains.config.js": `globalThis.ran = true; Array.prototype.map.ran = true;\n${portalFile("chainId: 32456, startBlock: 7")}`,
      },
      async (root) => {
        const { hre } = await startIn(root, { sources: [PORTAL] });

        expect(hre.alpha.networks.devnet?.startBlock).to.equal(7);
        expect(Reflect.get(globalThis, "ran")).to.equal(undefined);
        expect(Reflect.get(Array.prototype.map, "ran")).to.equal(undefined);
      },
    );
  });

  it("given a value of the environment, when nothing above gives it, then it is an error with the place; when the config does, then it is not", async () => {
    const files = portalFiles("chainId: 32456, nodeUri: process.env.NODE_URI");

    expect(await messageOf(files, [PORTAL])).to.match(
      /^alpha\.sources\[0\]: chains\.config\.js, line 2, column \d+: nodeUri is not known: it reads the environment \(NODE_URI\).*alpha\.networks\.devnet\.portal\.nodeUri/,
    );
    const { hre } = await startWith(files, [PORTAL], {
      networks: { devnet: { portal: { nodeUri: "https://given.example" } } },
    });
    expect(hre.alpha.networks.devnet?.portal.nodeUri).to.equal(
      "https://given.example",
    );
  });

  it("given values that are defaults of environment variables, when Hardhat starts, then those are the values, whatever the environment says, and their origins name the variables", async () => {
    const project = await startWith(
      portalFiles(
        `chainId: process.env.CHAIN_ID || 32456, nodeUri: process.env.NODE_URI || "https://x.example", startBlock: process.env.PATH || 7,
          dispenserAddress: process.env.DISPENSER ?? "${A}"`,
      ),
      [PORTAL],
    );
    const { devnet } = project.hre.alpha.networks;

    expect(devnet?.portal.nodeUri).to.equal("https://x.example");
    expect(devnet?.registry.Dispenser).to.equal(A);
    expect(devnet?.startBlock).to.equal(7);
    expect(originOf(project, "devnet", "startBlock")).to.deep.equal({
      kind: "source",
      file: "chains.config.js",
      line: 2,
      field: "startBlock",
      variables: ["PATH"],
    });
    expect(originOf(project, "devnet", "registry.Dispenser")).to.deep.include({
      variables: ["DISPENSER"],
    });
  });

  it("given a default that cannot be right, when Hardhat starts, then it is an error like any other", async () => {
    const files = portalFiles(
      "chainId: 32456, nodeUri: process.env.NODE_URI || 'nowhere'",
    );

    expect(await messageOf(files, [PORTAL])).to.match(
      /line 2: Invalid values for devnet:\n {2}line 2, nodeUri: /,
    );
  });

  it("given values that depend on the environment, when Hardhat starts, then they are those of an environment without variables", async () => {
    const files = portalFiles(
      `chainId: 32456, startBlock: process.env.A ? 7 : 7, gasFeeMultiplier: Number(process.env.G) || 1.5,
          nodeUri: process.env.STAGE === "live" ? "https://a.example" : "https://b.example"`,
    );
    const { hre } = await withEnvironment({ STAGE: "live" }, () =>
      startWith(files, [PORTAL]),
    );
    const { devnet } = hre.alpha.networks;

    expect(devnet?.startBlock).to.equal(7);
    expect(devnet?.gasFeeMultiplier).to.equal(1.5);
    expect(devnet?.portal.nodeUri).to.equal("https://b.example");
    expect(hre.config.alpha.warnings).to.deep.equal([]);
  });

  it("given a chain id of the environment, when it is the only entry, then the error names the variable", async () => {
    expect(
      await messageOf(portalFiles("chainId: Number(process.env.CHAIN_ID)"), [
        PORTAL,
      ]),
    ).to.include("no known chain id: it reads the environment (CHAIN_ID)");
  });

  for (const [title, entry, warning] of [
    [
      "a value of the environment",
      "chainId: 32457, nodeUri: process.env.NODE_URI",
      "nodeUri is not known: it reads the environment (NODE_URI)",
    ],
    [
      "a value of the wrong type",
      'chainId: 32457, startBlock: "7"',
      "Invalid values for testnet: line 2, startBlock: Expected number",
    ],
    [
      "a field twice",
      "chainId: 32457, startBlock: 1, startBlock: 1",
      '"startBlock" is repeated in the chain of testnet',
    ],
    ["another network id", "chainId: 32457, networkId: 7", "networkId is 7"],
    [
      "two entries of the same network",
      "chainId: 32457, startBlock: 1 }, { chainId: 32457, startBlock: 2",
      "Several entries match testnet",
    ],
    [
      "two names for one value that differ",
      `chainId: 32457, alphaTokenAddress: "${A}", oceanTokenAddress: "${B}"`,
      "oceanTokenAddress contradicts alphaTokenAddress",
    ],
  ] as const) {
    it(`given an entry with ${title} beside another one, when Hardhat starts, then it is skipped with a warning, and the other is read; when it is chosen, then it is an error`, async () => {
      const files = portalFiles(`chainId: 32456, startBlock: 7 }, { ${entry}`);
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

  it("given an address book with an entry of another kind of value, when Hardhat starts, then it is skipped with a warning", async () => {
    const { hre } = await startWith(
      bookFiles({
        d: { chainId: 32456, Router: A },
        t: { chainId: 32457, Router: `${B}[5a7` },
      }),
      [ADDRESSES],
    );

    expect(hre.alpha.networks.devnet?.registry.Router).to.equal(A);
    expect(hre.alpha.networks.testnet?.registry.Router).to.equal(
      PRESET.testnet.registry["Router"],
    );
    expect(hre.config.alpha.warnings[0]).to.include(
      "the entry of testnet was not read. Invalid values for testnet: line 8, Router",
    );
  });

  it("given the third network's v3 contracts, when they are read, then the v4 registry stays", async () => {
    const { hre } = await startWith(
      portalFiles(
        `chainId: 100, networkId: 100, network: "genxtestnet", name: "Mine", dispenserAddress: "${A}", startBlock: 7`,
      ),
      [PORTAL],
    );
    const { third } = hre.alpha.networks;

    expect(third?.portal).to.include({
      dispenserAddress: A,
      name: "Mine",
      startBlock: 7,
    });
    expect(third?.displayName).to.equal("Mine");
    expect(third?.registry.Dispenser).to.equal(
      PRESET.third.registry["Dispenser"],
    );
  });

  describe("that has the third network in its registry's version", () => {
    const V4 = `chainId: 100, network: "genx", nodeUri: "https://mine.example",
      dispenserAddress: "${A}", fixedRateExchangeAddress: "${B}", startBlock: 3665369,`;

    for (const field of [
      "nftFactoryAddress",
      "opfCommunityFeeCollector",
      "alphaCommunityFeeCollector",
    ]) {
      it(`given it by its ${field}, when it is read, then its contracts are the registry's, its services the backend's, and the v3 portal configuration stays`, async () => {
        const { hre } = await startWith(
          portalFiles(
            `${V4}\nproviderUri: "https://provider.example", providerAddress: "${B}", ${field}: "${C}"`,
          ),
          [PORTAL],
        );
        const { third } = hre.alpha.networks;

        expect(third?.registry).to.include({
          Dispenser: A,
          FixedPrice: B,
          [field === "nftFactoryAddress"
            ? "ERC721Factory"
            : "CommunityFeeCollector"]: C,
        });
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
    }

    it("given contracts of both versions, when the file is read, then the entry is skipped with a warning, and the other networks are read", async () => {
      const files = portalFiles(
        `chainId: 32456, startBlock: 7 }, { ${V4} nftFactoryAddress: "${C}", factoryAddress: "${C}"`,
      );
      const { hre } = await startWith(files, [PORTAL]);

      expect(hre.alpha.networks.devnet?.startBlock).to.equal(7);
      expect(hre.alpha.networks.third?.portal.nodeUri).to.equal(
        PRESET.third.portal["nodeUri"],
      );
      expect(hre.config.alpha.warnings).to.have.length(1);
      expect(hre.config.alpha.warnings[0]).to.include(
        "chains.config.js, line 2: the entry of third was not read. It has contracts of both v3 and v4",
      );
      expect(
        await messageOf(files, [{ ...PORTAL, network: "third" }]),
      ).to.include("contracts of both v3 and v4");
    });

    it("given other networks beside it, when the source is read for one of them, then it is ignored", async () => {
      const { hre } = await startWith(
        portalFiles(
          `chainId: 32456, startBlock: 7 }, { ${V4} nftFactoryAddress: "${C}"`,
        ),
        [{ ...PORTAL, network: "devnet" }],
      );

      expect(hre.alpha.networks.devnet?.startBlock).to.equal(7);
      expect(hre.alpha.networks.third?.portal.startBlock).to.equal(1099);
    });

    it("given a config that chooses that version, when it is read, then its start block is used, too", async () => {
      const { hre } = await startWith(
        portalFiles(
          `${V4} transactionPollingTimeout: 800, nftFactoryAddress: "${C}"`,
        ),
        [PORTAL],
        { networks: { third: { versions: { portal: "v4" } } } },
      );
      const { third } = hre.alpha.networks;

      expect(third?.registry.Dispenser).to.equal(A);
      expect(third?.startBlock).to.equal(3_665_369);
      expect(third?.transactionPollingTimeout).to.equal(800);
    });
  });
});

describe("alpha.sources: a choice of networks and entries", () => {
  const FILES = portalFiles(
    `chainId: 32456, network: "a", startBlock: 1 }, { chainId: 32456, network: "a", startBlock: 2 }, { chainId: 32457, network: "a", startBlock: 3 }, { chainId: 100, network: "genx", nodeUri: "https://mine.example"`,
  );

  it("given several networks, when the file is read, then they are read and no other", async () => {
    const { hre } = await startWith(FILES, [
      { ...PORTAL, network: ["testnet", "third"] },
    ]);
    const { devnet, testnet, third } = hre.alpha.networks;

    expect(devnet?.startBlock).to.equal(57428);
    expect(testnet?.startBlock).to.equal(3);
    expect(third?.portal.nodeUri).to.equal("https://mine.example");
  });

  it("given several networks of which one has no entry, when the file is read, then that is an error", async () => {
    const files = portalFiles("chainId: 32457, startBlock: 3");

    expect(
      await messageOf(files, [{ ...PORTAL, network: ["testnet", "devnet"] }]),
    ).to.include("There is no entry of devnet (chain id 32456)");
  });

  for (const [title, entry, startBlock] of [
    ["its position", 2, 2],
    ["its first position", 1, 1],
  ] as const) {
    it(`given an entry that occurs twice, when it is chosen by ${title}, then it is that one`, async () => {
      const { hre } = await startWith(FILES, [
        { ...PORTAL, network: "devnet", entry },
      ]);

      expect(hre.alpha.networks.devnet?.startBlock).to.equal(startBlock);
    });
  }

  it("given a name that occurs under two chain ids, when it is chosen with one, then it is that entry", async () => {
    const { hre } = await startWith(FILES, [
      { ...PORTAL, entry: { name: "a", chainId: 32457 } },
    ]);

    expect(hre.alpha.networks.testnet?.startBlock).to.equal(3);
    expect(hre.alpha.networks.devnet?.startBlock).to.equal(57428);
  });

  for (const [title, choice, message] of [
    ["a position that is not there", { entry: 9 }, "no entry at position 9"],
    [
      "a chain id that the name does not have",
      { entry: { name: "a", chainId: 5 } },
      'no entry "a" with chain id 5',
    ],
  ] as const) {
    it(`given ${title}, when Hardhat starts, then the error says so`, async () => {
      expect(await messageOf(FILES, [{ ...PORTAL, ...choice }])).to.include(
        message,
      );
    });
  }
});

describe("alpha.sources: a portal's file of the older version", () => {
  it("given a chain that has a networkId and a display name only, when it is read, then it is the network's", async () => {
    const { hre } = await startWith(
      portalFiles(
        'name: "GEN-X", networkId: 100, isDefault: true, startBlock: 7',
      ),
      [PORTAL],
    );

    expect(hre.alpha.networks.third?.startBlock).to.equal(7);
  });
});

describe("alpha.sources: an address book", () => {
  it("given the published one, when it is read for all networks, then devnet and third have its registry, testnet the preset's, and the malformed key is warned of once", async () => {
    const project = await startWith(
      { "address.json": BOOK },
      [ADDRESSES, { ...ADDRESSES, network: "third" }],
      { preset: false },
    );
    const { devnet, testnet, third } = project.hre.alpha.networks;

    expect({ ...devnet?.registry }).to.deep.equal(PRESET.devnet.registry);
    expect({ ...third?.registry }).to.deep.equal(PRESET.third.registry);
    expect(Object.keys(testnet?.registry ?? {})).to.deep.equal([]);
    expect(project.warnings).to.have.length(1);
    expect(project.warnings[0]).to.match(
      /address\.json, line \d+: The key "1:" in "ERC721Template" is read as "1"\.$/,
    );
  });

  it("given the third network's entry, when it is read, then the portal's start block stays: the book's is that of other contracts", async () => {
    const project = await startWith({ "address.json": BOOK }, [ADDRESSES]);

    expect(project.hre.alpha.networks.third?.startBlock).to.equal(1099);
    expect(originOf(project, "third", "startBlock")).to.deep.equal({
      kind: "reference",
    });
    expect(originOf(project, "devnet", "startBlock")).to.include({
      kind: "source",
    });
  });

  it("given a registry's own keys and arrays, when it is read, then they are understood too", async () => {
    const { hre } = await startWith(
      bookFiles({
        mine: {
          chainId: 32457,
          Alpha: A,
          ERC20Template: [B, C],
          Unrelated: { deep: [1] },
        },
      }),
      [ADDRESSES],
    );

    expect(hre.alpha.networks.testnet?.registry.Alpha).to.equal(A);
    expect(hre.alpha.networks.testnet?.registry.ERC20Template).to.deep.equal([
      B,
      C,
    ]);
  });

  it("given the names that the published book had before, when it is read, then they are the same contracts", async () => {
    const { hre } = await startWith(
      bookFiles({
        "pontus-x-devnet": {
          chainId: 32456,
          OceanToken: A,
          CommunityFeeCollector: B,
          ERC20Templates: { 1: B, 2: C },
        },
      }),
      [ADDRESSES],
    );

    expect(hre.alpha.networks.devnet?.registry).to.include({
      Alpha: A,
      AlphaCommunityFeeCollector: B,
    });
    expect(hre.alpha.networks.devnet?.registry.ERC20Template).to.deep.equal([
      B,
      C,
    ]);
  });

  it("given its registry, when the sandbox is verified, then its contracts stand at the file's addresses", async () => {
    const { hre } = await startWith(
      bookFiles({
        "pontus-x-devnet": { chainId: 32456, Dispenser: A },
      }),
      [ADDRESSES],
    );
    const report = await hre.alpha.verify({
      networks: ["devnet"],
      sandbox: true,
    });
    const dispenser = report.networks[0]?.contracts.find(
      ({ kind, key }) => kind === "registry" && key === "Dispenser",
    );

    expect(dispenser).to.include({ address: A, verdict: "present" });
    expect(report.outcome).to.equal("ok");
  });
});

describe("alpha.sources: Ignition's addresses", () => {
  const FILE = "deployed_addresses.json";
  const SOURCE = {
    type: "ignition",
    file: FILE,
    network: "devnet",
    keys: {
      "M#Router": "Router",
      "M#One": "ERC20Template[0]",
      "M#Two": "ERC20Template[1]",
    },
  };

  it("given all futures, when Hardhat starts, then they are the registry's keys", async () => {
    const project = await startWith(
      {
        [FILE]: addressFile({
          "M#Two": C,
          "M#Router": A,
          "M#One": B,
          "M#More": A,
        }),
      },
      [SOURCE],
    );

    expect(project.hre.alpha.networks.devnet?.registry).to.deep.include({
      Router: A,
      ERC20Template: [B, C],
    });
    expect(originOf(project, "devnet", "registry.Router")).to.deep.equal({
      kind: "source",
      file: FILE,
      line: 3,
      field: "M#Router",
    });
  });

  it("given a future that is not deployed, when it may be missing, then the preset's value stands; when it may not, or the file has a future twice or is a list, then it is an error", async () => {
    const files = { [FILE]: addressFile({ "M#Router": A, "M#One": B }) };
    const { hre } = await startWith(files, [{ ...SOURCE, optional: true }]);

    expect(hre.alpha.networks.devnet?.registry.ERC20Template).to.deep.equal(
      PRESET.devnet.registry["ERC20Template"],
    );
    expect(hre.alpha.networks.devnet?.registry.Router).to.equal(A);
    expect(await messageOf(files, [SOURCE])).to.match(
      /There is no future "M#Two"\. The file has M#Router, M#One\. .* set optional: true\./,
    );
    for (const text of ['{"a":"1",\n"a":"2"}', "[]"]) {
      expect(await messageOf({ [FILE]: text }, [SOURCE])).to.match(
        /deployed_addresses\.json, line 1, column \d+: /,
      );
    }
  });
});

describe("alpha.sources: several files", () => {
  const FILES = {
    "chains.config.js": portalFile(
      `chainId: 32456, fixedRateExchangeAddress: "${A}", dispenserAddress: "${B}"`,
    ),
    "address.json": addressFile({
      d: { chainId: 32456, FixedPrice: B, Dispenser: B, Router: C },
    }),
  };

  it("given two that disagree, when Hardhat starts, then the first listed counts, the value's origin names the other, and a warning both", async () => {
    const project = await startWith(FILES, [PORTAL, ADDRESSES]);
    const swapped = await startWith(FILES, [ADDRESSES, PORTAL]);

    expect(project.hre.alpha.networks.devnet?.registry).to.include({
      FixedPrice: A,
      Dispenser: B,
      Router: C,
    });
    expect(swapped.hre.alpha.networks.devnet?.registry.FixedPrice).to.equal(B);
    expect(originOf(project, "devnet", "registry.FixedPrice")).to.deep.equal({
      kind: "source",
      file: "chains.config.js",
      line: 2,
      field: "fixedRateExchangeAddress",
      against: [{ file: "address.json", line: 4 }],
    });
    expect(project.warnings).to.deep.equal([
      "hardhat-alpha-networks: two sources disagree on registry.FixedPrice of devnet: chains.config.js, line 2 (fixedRateExchangeAddress) and address.json, line 4 (FixedPrice). The first one is used, since it comes first in alpha.sources.",
    ]);
  });

  it("given an unknown value that the first file gives, when Hardhat starts, then there is no warning", async () => {
    const files = {
      ...portalFiles("chainId: 32456, startBlock: 7"),
      "b.js": portalFile("chainId: 32456, startBlock: process.env.BLOCK"),
    };
    const sources = [PORTAL, { ...PORTAL, file: "b.js" }];
    const { hre, warnings } = await startWith(files, sources);

    expect(hre.alpha.networks.devnet?.startBlock).to.equal(7);
    expect(warnings).to.deep.equal([]);
  });

  it("given two that disagree on what the config gives, when Hardhat starts, then there is no warning", async () => {
    const { warnings } = await startWith(FILES, [PORTAL, ADDRESSES], {
      networks: { devnet: { registry: { FixedPrice: C } } },
    });

    expect(warnings).to.deep.equal([]);
  });

  it("given an address in another case, when it is compared, then it is the same", async () => {
    const mixed = "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112";
    const { hre, warnings } = await startWith(
      {
        "chains.config.js": portalFile(
          `chainId: 32456, alphaTokenAddress: "${mixed.toLowerCase()}"`,
        ),
        "address.json": addressFile({ d: { chainId: 32456, Ocean: mixed } }),
      },
      [PORTAL, ADDRESSES],
    );

    expect(hre.alpha.networks.devnet?.registry.Alpha).to.equal(mixed);
    expect(warnings).to.deep.equal([]);
  });

  it("given a connection with overrides, when the config is resolved again, then it is the same, and nothing is said twice", async () => {
    await inProject(FILES, async (root) => {
      const { hre, warnings } = await startIn(root, {
        sources: [PORTAL, ADDRESSES],
      });
      const connection = await hre.network.create({
        network: "devnetSandbox",
        override: { loggingEnabled: false },
      });
      const registry = connection.alpha?.registry;
      await connection.close();

      expect(isRecord(registry) && registry["FixedPrice"]).to.equal(A);
      expect(warnings).to.have.length(1);
    });
  });

  it("given a file that changes, when Hardhat starts again in the process, then the new text counts", async () => {
    await inProject(FILES, async (root) => {
      await startIn(root, { sources: [PORTAL] });
      writeFileSync(
        join(root, "chains.config.js"),
        portalFile("chainId: 32456, startBlock: 12345"),
      );
      const { hre } = await startIn(root, { sources: [PORTAL] });

      expect(hre.alpha.networks.devnet?.startBlock).to.equal(12345);
    });
  });
});

describe("alpha.sources: which network an entry is", () => {
  const third = (name: string) =>
    bookFiles({ [name]: { chainId: 100, Router: A } });

  it("given chain id 100 under a known name, when the book is read, then it is the third network's", async () => {
    const { hre } = await startWith(third("genx"), [ADDRESSES]);

    expect(hre.alpha.networks.third?.registry.Router).to.equal(A);
  });

  it("given chain id 100 under another name, when the network is not given, then it is nobody's, and that is an error", async () => {
    expect(await messageOf(third("gnosis"), [ADDRESSES])).to.match(
      /There is no entry of devnet .*, third \(chain id 100\)\. The file has "gnosis" .*\. Gnosis Chain has the same chain id as third\. If one of them is third, set network: "third" and set entry to its name\.$/,
    );
  });

  it("given chain id 100 under another name, when only the network is given, then it is an error still", async () => {
    expect(
      await messageOf(third("gnosis"), [{ ...ADDRESSES, network: "third" }]),
    ).to.match(/Gnosis Chain has the same chain id/);
  });

  it("given chain id 100 under another name, when the network and the entry are given, then it is the third network's", async () => {
    const { hre } = await startWith(third("mine"), [
      { ...ADDRESSES, network: "third", entry: "mine" },
    ]);

    expect(hre.alpha.networks.third?.registry.Router).to.equal(A);
  });

  it("given Gnosis beside devnet, when the book is read, then only devnet takes its values, and nothing is odd", async () => {
    const { hre, warnings } = await startWith(
      bookFiles({
        gnosis: { chainId: 100, Router: A },
        any: { chainId: 32456, Router: B },
      }),
      [ADDRESSES],
    );

    expect(hre.alpha.networks.third?.registry.Router).to.equal(
      PRESET.third.registry["Router"],
    );
    expect(hre.alpha.networks.devnet?.registry.Router).to.equal(B);
    expect(warnings).to.deep.equal([]);
  });

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
    ["chain id 100 and no name", "{ chainId: 100 }", "third"],
    ["a chain of another file", "require('./more').chain", "testnet or third"],
  ] as const) {
    it(`given ${what} beside devnet, when the file is read, then a warning says whose it may be; when only devnet is asked for, then not`, async () => {
      const files = {
        "chains.config.js": `module.exports = [{ chainId: 32456 },\n${chain}];`,
      };
      const { warnings } = await startWith(files, [PORTAL]);

      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.match(/chains\.config\.js, line 2: .* not read/);
      expect(warnings[0]).to.include(` but may belong to ${owners}:`);

      const chosen = await startWith(files, [{ ...PORTAL, network: "devnet" }]);
      expect(chosen.warnings).to.deep.equal([]);
    });
  }

  it("given an address book's entry with a network's name and its chain id as a text, when the book is read, then a warning says so", async () => {
    const { warnings } = await startWith(
      bookFiles({
        any: { chainId: 32456, Router: B },
        "gen-x-testnet": { chainId: "100", Router: A },
        mainnet: { Router: A },
      }),
      [ADDRESSES],
    );

    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(
      /line 6: This entry was not read, but may belong to third:/,
    );
  });

  it("given two entries with a network's chain id, when one has a known name, then it is that one; when none has, then it is an error", async () => {
    const two = (name: string) =>
      bookFiles({
        other: { chainId: 32456, Router: A },
        [name]: { chainId: 32456, Router: B },
      });
    const { hre } = await startWith(two("pontus-x-devnet"), [ADDRESSES]);

    expect(hre.alpha.networks.devnet?.registry.Router).to.equal(B);
    expect(await messageOf(two("more"), [ADDRESSES])).to.match(
      /line 6, column \d+: Several entries match devnet; the first one is on line 2\. Select one with entry, by its name or its position in the file/,
    );
  });

  for (const [what, sources, alpha, message] of [
    [
      "an entry that is not there",
      [{ ...ADDRESSES, entry: "nope" }],
      {},
      /There is no entry "nope"\. The file has "d" \(chain id 32456\)\./,
    ],
    [
      "an entry of another chain id",
      [{ ...ADDRESSES, network: "testnet", entry: "d" }],
      {},
      /There is no entry of testnet \(chain id 32457\)\. The file has "d" \(chain id 32456\)\. Correct the file, select another entry, or set alpha\.networks\.testnet\.chainId\.$/,
    ],
    [
      "no entry of the network",
      [{ ...ADDRESSES, network: "testnet" }],
      {},
      /There is no entry of testnet \(chain id 32457\)\. The file has "d"/,
    ],
    [
      "a network of another chain id",
      [{ ...ADDRESSES, network: "devnet" }],
      { networks: { devnet: { chainId: 5 } } },
      /no entry of devnet \(chain id 5\)/,
    ],
  ] as const) {
    it(`given ${what}, when it is asked for, then it is an error that says what there is`, async () => {
      expect(
        await messageOf(
          bookFiles({ d: { chainId: 32456, Router: A } }),
          sources,
          alpha,
        ),
      ).to.match(message);
    });
  }
});

describe("alpha.sources: invalid values", () => {
  const BAD_CHECKSUM = "0x4ede1776D6B75de6c907172Abc0453a3C8AB372a";

  it("given several, when Hardhat starts, then all are named, with the file, the lines and the fields", async () => {
    const message = await messageOf(
      bookFiles({
        d: {
          chainId: 32456,
          Router: BAD_CHECKSUM,
          Dispenser: 5,
          ERC20Template: {},
          ERC721Template: A,
          startBlock: "7",
        },
      }),
      [ADDRESSES],
    );

    for (const line of [
      /^alpha\.sources\[0\]: address\.json, line 4: Invalid values for devnet:$/m,
      /^ {2}line 4, Router: The address has a bad checksum/m,
      /^ {2}line 5, Dispenser: Expected string, received number;$/m,
      /^ {2}line 6, ERC20Template: Expected a list of at least 1 address/m,
      /^ {2}line 7, ERC721Template: Expected array, received string;$/m,
      /^ {2}line 8, startBlock: Expected number, received string\.$/m,
      /^Correct them in the file, or remove it from alpha\.sources\.$/m,
    ]) {
      expect(message).to.match(line);
    }
  });

  for (const [text, message] of [
    [
      portalFile(`chainId: 32456, dispenserAddress: "${BAD_CHECKSUM}"`),
      /line 2, dispenserAddress: The address has a bad checksum/,
    ],
    [
      portalFile('chainId: 32456, nodeUri: "ftp://x"'),
      /line 2, nodeUri: The value is not an http or https URL/,
    ],
    [
      portalFile('chainId: 32456, nodeUri: "https://node.example/{hidden}"'),
      /line 2, nodeUri: The value is the placeholder of a hidden URL/,
    ],
    [
      portalFile('chainId: 32456, startBlock: "7"'),
      /startBlock: Expected number/,
    ],
    [
      portalFile(
        `chainId: 32456, alphaTokenAddress: "${A}",\n oceanTokenAddress: "${B}"`,
      ),
      /line 3, column \d+: oceanTokenAddress contradicts alphaTokenAddress on line 2: both are registry\.Alpha of devnet/,
    ],
    [
      portalFile("chainId: 32456, startBlock: 1, startBlock: 1"),
      /line 2, column \d+: "startBlock" is repeated/,
    ],
    [
      portalFile('chainId: 100, networkId: 7, network: "genx"'),
      /networkId is 7, but third has 100/,
    ],
    [
      portalFile("chainId: 32456, ...load()"),
      /line 2: Evaluating the file failed: ReferenceError: .*load/,
    ],
    [
      "module.exports = [require('./chain')]",
      /line 1, column 19: The chains are not known: this is defined in another file/,
    ],
    [
      `${portalFile("chainId: 32456")}module.exports.chains[0].startBlock = "x";`,
      /line 4, startBlock: Expected number/,
    ],
    [
      `\nthrow new Error("failed")`,
      /line 2: Evaluating the file failed: Error: failed\./,
    ],
    [
      "module.exports = []",
      /There is no entry of devnet \(chain id 32456\).*no known entries/,
    ],
  ] as const) {
    it(`given ${text}, when Hardhat starts, then it is an error with the file and the place`, async () => {
      expect(await messageOf({ "chains.config.js": text }, [PORTAL]))
        .to.match(/chains\.config\.js/)
        .and.match(message);
    });
  }

  it("given a file that is missing, when it may not be, then it is an error that names the source; when it may, then it gives nothing", async () => {
    expect(await messageOf({}, [PORTAL])).to.equal(
      "alpha.sources[0]: chains.config.js: The file does not exist. Check the path (ENOENT).",
    );
    const { hre } = await startWith({}, [{ ...PORTAL, optional: true }]);
    expect(hre.alpha.networks.devnet?.startBlock).to.equal(57428);
  });

  it("given a directory, when it may be missing, then it is an error still", async () => {
    expect(
      await messageOf({ "chains.config.js/x": "" }, [
        { ...PORTAL, optional: true },
      ]),
    ).to.match(/This is a directory/);
  });
});
