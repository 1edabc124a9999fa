import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Address } from "../../src/base/address.ts";
import { checkRegistry } from "../../src/discover/check-registry.ts";
import type {
  DiscoveredContract,
  DiscoverReport,
} from "../../src/discover/report.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const { chainId, plan } = SANDBOX_PLANS.testnet;
const OTHER = SANDBOX_PLANS.devnet.plan;

/** What is found of the testnet's contracts. */
const REPORT: DiscoverReport = {
  schemaVersion: 1,
  task: "discover",
  outcome: "ok",
  router: plan.router,
  network: null,
  hardhatNetwork: null,
  chainId,
  endpoint: "in-process",
  registry: {
    token: plan.token,
    communityFeeCollector: plan.communityFeeCollector,
    router: plan.router,
    fixedPrice: plan.fixedPrice,
    dispenser: plan.dispenser,
    erc721Factory: plan.erc721Factory,
    erc20Templates: plan.erc20Templates,
    erc721Templates: plan.erc721Templates,
  },
  leftOut: [],
  release: { verdict: "recognised", releases: "2.6.0" },
  startBlock: { verdict: "found", block: "100" },
  contracts: [],
  facts: [],
  notes: [],
};

const BOOK = {
  chainId,
  Ocean: plan.token,
  OPFCommunityFeeCollector: plan.communityFeeCollector,
  Router: plan.router,
  FixedPrice: plan.fixedPrice,
  ERC20Template: plan.erc20Templates,
  ERC721Template: plan.erc721Templates,
  Dispenser: plan.dispenser,
  ERC721Factory: plan.erc721Factory,
  startBlock: 99,
};

const PORTAL = {
  chainId,
  network: "mine",
  startBlock: 99,
  oceanTokenAddress: plan.token,
  fixedRateExchangeAddress: plan.fixedPrice,
  dispenserAddress: plan.dispenser,
  nftFactoryAddress: plan.erc721Factory,
  opfCommunityFeeCollector: plan.communityFeeCollector,
};

const WRONG = OTHER.fixedPrice;
const misspelt = plan.router.replace(/[a-f]/, (letter) => letter.toUpperCase());
const without = (role: keyof DiscoverReport["registry"]) => {
  const { [role]: _, ...registry } = REPORT.registry;
  return registry;
};

describe("checkRegistry", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "check-registry-"));
  });
  after(async () => {
    await rm(folder, { recursive: true });
  });

  const check = async (
    content: unknown,
    { file = "address.json", report = {} }: CheckOptions = {},
  ) => {
    const path = join(folder, file);
    const text =
      typeof content === "string" ? content : JSON.stringify(content);
    await writeFile(path, text);
    return await checkRegistry({ ...REPORT, ...report }, path);
  };
  const verdictsOf = async (...args: Parameters<typeof check>) => {
    const { outcome, differences } = await check(...args);
    return [outcome, ...differences.map(({ key, verdict }) => [key, verdict])];
  };

  for (const [what, content, file] of [
    ["an address.json", { mine: BOOK }, "address.json"],
    ["one under another name", { mine: BOOK }, "addresses.txt"],
    ["a list of chains", [PORTAL], "chains.json"],
    [
      "a module",
      `module.exports = { chains: [${JSON.stringify(PORTAL)}] }`,
      "chains.config.js",
    ],
    [
      "a typed module",
      `export const chains: any[] = [${JSON.stringify(PORTAL)}]`,
      "chains.config.ts",
    ],
    ["chains by name", { mine: PORTAL }, "chains.json"],
    [
      "a portal with defaults of variables",
      `export default [{ ...{}, chainId: ${chainId}, network: "mine", dispenserAddress: process.env.D || "${plan.dispenser}" }]`,
      "chains.config.mjs",
    ],
  ] as const) {
    it(`given ${what} with its contracts, then they are the same`, async () => {
      expect(await check(content, { file })).to.deep.include({
        outcome: "ok",
        entries: ["mine"],
        differences: [],
      });
    });
  }

  for (const [what, content, file, expected] of [
    [
      "a portal with another exchange",
      [{ ...PORTAL, fixedRateExchangeAddress: WRONG }],
      "a.json",
      ["failed", ["fixedRateExchangeAddress", "different"]],
    ],
    [
      "a portal with another token in the reference's dialect",
      [{ ...PORTAL, oceanTokenAddress: undefined, alphaTokenAddress: WRONG }],
      "a.json",
      ["failed", ["alphaTokenAddress", "different"]],
    ],
    [
      "a portal with a late start block",
      [{ ...PORTAL, startBlock: 101 }],
      "a.json",
      ["failed", ["startBlock", "different"]],
    ],
    [
      "a portal whose exchange the environment has",
      `export default [{ chainId: ${chainId}, dispenserAddress: "${plan.dispenser}", fixedRateExchangeAddress: process.env.X }]`,
      "a.js",
      ["unknown", ["fixedRateExchangeAddress", "unknown"]],
    ],
    [
      "a portal without contracts",
      [{ chainId, network: "mine" }],
      "a.json",
      ["unknown", ["entry", "unknown"]],
    ],
    [
      "a portal of an older version",
      [{ ...PORTAL, factoryAddress: WRONG }],
      "a.json",
      ["unknown", ["entry", "unknown"]],
    ],
    [
      "a book with a key twice",
      `{ "mine": { "Router": "${WRONG}", ${JSON.stringify(BOOK).slice(1)} }`,
      "a.json",
      ["unknown", ["entry", "unknown"]],
    ],
    [
      "a book with an entry twice",
      `{ "mine": ${JSON.stringify(BOOK)}, "mine": ${JSON.stringify(BOOK)} }`,
      "a.json",
      ["unknown", ["entry", "unknown"]],
    ],
    [
      "a book with two names of one contract",
      { mine: { ...BOOK, Alpha: WRONG } },
      "a.json",
      ["failed", ["Alpha", "different"]],
    ],
    [
      "a book with a wrong checksum",
      {
        mine: {
          ...BOOK,
          FixedPrice: plan.fixedPrice.replace(/[a-f]/, (letter) =>
            letter.toUpperCase(),
          ),
        },
      },
      "a.json",
      ["failed", ["FixedPrice", "different"]],
    ],
    [
      "a book with a wrong checksum of the router",
      { mine: { ...BOOK, Router: misspelt } },
      "a.json",
      ["failed", ["Router", "different"]],
    ],
    ...["108", "x", -5, 1.5, null, [99], {}].map(
      (startBlock) =>
        [
          `a book with the start block ${JSON.stringify(startBlock)}`,
          { mine: { ...BOOK, startBlock } },
          "a.json",
          ["failed", ["startBlock", "different"]],
        ] as const,
    ),
    [
      "a portal with a start block that is text",
      [{ ...PORTAL, startBlock: "999" }],
      "a.json",
      ["failed", ["startBlock", "different"]],
    ],
    [
      "a portal whose start block the environment has",
      `export default [{ chainId: ${chainId}, dispenserAddress: "${plan.dispenser}", startBlock: process.env.X }]`,
      "a.js",
      ["unknown", ["startBlock", "unknown"]],
    ],
    [
      "a book without a start block",
      { mine: { ...BOOK, startBlock: undefined } },
      "a.json",
      ["ok"],
    ],
    ...[[plan.dispenser], { 1: plan.dispenser }].map(
      (Dispenser) =>
        [
          `a book with the dispenser in ${Array.isArray(Dispenser) ? "a list" : "an object"}`,
          { mine: { ...BOOK, Dispenser } },
          "a.json",
          ["failed", ["Dispenser", "different"]],
        ] as const,
    ),
    [
      "a portal with a list of one dispenser",
      [{ ...PORTAL, dispenserAddress: [plan.dispenser] }],
      "a.json",
      ["failed", ["dispenserAddress", "different"]],
    ],
    [
      "a book with one template in place of a list",
      { mine: { ...BOOK, ERC721Template: plan.erc721Templates[0] } },
      "a.json",
      ["failed", ["ERC721Template", "different"]],
    ],
    [
      "a book without a dispenser",
      { mine: { ...BOOK, Dispenser: undefined } },
      "a.json",
      ["failed", ["Dispenser", "different"]],
    ],
  ] as const) {
    it(`given ${what}, then the outcome is ${expected[0]}`, async () => {
      expect(await verdictsOf(content, { file })).to.deep.equal(expected);
    });
  }

  for (const [what, content, file] of [
    [
      "the parameters of Ignition",
      { "Mod#Router": plan.router },
      "deployed_addresses.json",
    ],
    ["a package.json", { name: "a", dependencies: {} }, "package.json"],
    ["settings of a compiler", { compilerOptions: {} }, "tsconfig.json"],
    [
      "a Hardhat config",
      `export default { alpha: { networks: {} } };`,
      "hardhat.config.ts",
    ],
    ["a list of something else", ["a"], "a.json"],
    ["null", "null", "a.json"],
    ["an empty file", "", "a.json"],
    ["half a file", '{ "mine": {', "a.json"],
    ["another chain", { mine: { ...BOOK, chainId: 5 } }, "a.json"],
    [
      "a chain id as text",
      { mine: { ...BOOK, chainId: String(chainId) } },
      "a.json",
    ],
  ] as const) {
    it(`given ${what}, then it is unknown, and says what can be compared`, async () => {
      const { outcome, reason, differences } = await check(content, { file });

      expect(outcome).to.equal("unknown");
      expect(differences).to.deep.equal([]);
      expect(reason).to.contain("--check reads an address.json");
    });
  }

  it("given a start block that is none, then it is different even if that of the router is unknown, and says what it is", async () => {
    const startBlock = { verdict: "unknown", reason: "pruned" } as const;
    const { outcome, differences } = await check(
      { mine: { ...BOOK, startBlock: "108" } },
      { report: { startBlock } },
    );

    expect(outcome).to.equal("failed");
    expect(differences.map(({ reason }) => reason)).to.deep.equal([
      "the file has no block number there: Expected number, received string",
    ]);
  });

  it("given a chain id of several chains and an entry without the router, then it is unknown whether it differs", async () => {
    const report = { chainId: 100 };
    const portal = { ...PORTAL, chainId: 100 };

    expect(
      await verdictsOf([{ ...portal, dispenserAddress: WRONG }], { report }),
    ).to.deep.equal(["unknown", ["dispenserAddress", "unknown"]]);
    expect(await verdictsOf([portal], { report })).to.deep.equal(["ok"]);
    const gnosis = { ...BOOK, chainId: 100, Router: WRONG };
    expect(await verdictsOf({ gnosis }, { report })).to.deep.equal([
      "unknown",
      ["Router", "unknown"],
    ]);
    const wrong = { ...BOOK, chainId: 100, FixedPrice: WRONG };
    expect(await verdictsOf({ gnosis, wrong }, { report })).to.deep.equal([
      "failed",
      ["FixedPrice", "different"],
    ]);
  });

  it("given a contract that the chain proves not to name, then that is different; one that it may name is unknown", async () => {
    const exchanges = [plan.fixedPrice, OTHER.dispenser];
    const report = {
      registry: without("fixedPrice"),
      leftOut: [{ role: "fixedPrice", reason: "several are named" }],
      contracts: exchanges.map(exchangeAt),
      facts: [{ id: "router.exchanges", verdict: "listed" }],
    } as const;
    const unlisted = { ...report, facts: [] };
    const foreign = { mine: { ...BOOK, FixedPrice: WRONG } };

    expect(await verdictsOf({ mine: BOOK }, { report })).to.deep.equal(["ok"]);
    expect(await verdictsOf(foreign, { report })).to.deep.equal([
      "failed",
      ["FixedPrice", "different"],
    ]);
    expect(await verdictsOf(foreign, { report: unlisted })).to.deep.equal([
      "unknown",
      ["FixedPrice", "unknown"],
    ]);
  });

  it("given a name of an entry with control characters, then they are not shown", async () => {
    const { entries } = await check({ "a\u001B[2Jb\n::error::": BOOK });

    expect(entries).to.deep.equal(["a b : :error: :"]);
  });
});

const exchangeAt = (address: Address): DiscoveredContract => ({
  key: "FixedPrice",
  role: "fixedPrice",
  address,
  verdict: "present",
  identity: { verdict: "recognised", basis: "release" },
});

interface CheckOptions {
  readonly file?: string;
  readonly report?: Partial<DiscoverReport>;
}
