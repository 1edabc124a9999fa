import { expect } from "chai";
import { encodeAbiParameters, getAddress } from "viem";
import type { Address } from "../../src/base/address.ts";
import type { Hex } from "../../src/base/hex.ts";
import type { DiscoverReport } from "../../src/discover/report.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import {
  createMarketplace,
  discoverAt,
  type Marketplace,
} from "./marketplaces.ts";
import { type Scripted, scriptedContract } from "./scripted-contract.ts";

const { plan } = SANDBOX_PLANS.devnet;
const HOSTILE = getAddress("0x00000000000000000000000000000000bad00001");
const OTHER = getAddress("0x00000000000000000000000000000000bad00002");
/** More than the requests of any pass below, and far less than of a list's length. */
const MAX_REQUESTS = 500;

const GETTERS = [
  "factory()",
  "opcCollector()",
  "getFixedRatesContracts()",
  "getDispensersContracts()",
  "getApprovedTokens()",
  "getCurrentTemplateCount()",
  "getCurrentNFTTemplateCount()",
  "getTokenTemplate(uint256)",
  "getNFTTemplate(uint256)",
  "router()",
  "getId()",
  "symbol()",
  "decimals()",
  "totalSupply()",
];

const word = (value: bigint): Hex =>
  `0x${value.toString(16).padStart(64, "0")}`;
const wordOf = (address: Address): Hex => word(BigInt(address));
const listOf = (addresses: readonly Address[]): Hex =>
  encodeAbiParameters(
    [{ type: "address[]" }],
    [addresses.map((one): Hex => `0x${one.slice(2).toLowerCase()}`)],
  );
const all = (scripted: Scripted) =>
  Object.fromEntries(GETTERS.map((getter) => [getter, scripted]));
const manyAddresses = Array.from(
  { length: 1_000 },
  (_, index): Address =>
    `0x${(0xabc0000 + index).toString(16).padStart(40, "0")}`,
);
const LAST = 2n ** 256n - 1n;

const CONTRACTS: Readonly<Record<string, Readonly<Record<string, Scripted>>>> =
  {
    "no function at all": {},
    "functions that never end": all("endless"),
    "functions that return nothing": all("0x"),
    "functions that return one byte": all("0xff"),
    "functions that return a word of ones": all(word(LAST)),
    "functions that return 33 bytes of garbage": all(`${word(LAST)}ff`),
    "lists that are said to have 2^256 - 1 items": all(
      `${word(32n)}${word(LAST).slice(2)}`,
    ),
    "lists of which the offset leads back to itself": all(
      `${word(0n)}${word(0n).slice(2)}`,
    ),
    "lists of 1,000 addresses": all(listOf(manyAddresses)),
    "lists that name the contract itself": {
      ...all(listOf([HOSTILE])),
      "factory()": wordOf(HOSTILE),
      "opcCollector()": wordOf(HOSTILE),
      "router()": wordOf(HOSTILE),
      "getCurrentTemplateCount()": word(50n),
      "getCurrentNFTTemplateCount()": word(50n),
      "getTokenTemplate(uint256)": `${wordOf(HOSTILE)}${word(1n).slice(2)}`,
      "getNFTTemplate(uint256)": `${wordOf(HOSTILE)}${word(1n).slice(2)}`,
    },
    "a factory of 2^256 - 1 templates": {
      ...all(listOf([])),
      "factory()": wordOf(HOSTILE),
      "opcCollector()": wordOf(plan.communityFeeCollector),
      "router()": wordOf(HOSTILE),
      "getCurrentTemplateCount()": word(LAST),
      "getCurrentNFTTemplateCount()": word(LAST),
    },
    "the contracts of another marketplace": {
      "factory()": wordOf(plan.erc721Factory),
      "opcCollector()": wordOf(plan.communityFeeCollector),
      "getFixedRatesContracts()": listOf([plan.fixedPrice]),
      "getDispensersContracts()": listOf([plan.dispenser]),
      "getApprovedTokens()": listOf([plan.token]),
    },
  };

/** Counts the requests. */
function counting(transport: RpcTransport): RpcTransport & { count: number } {
  const counted = {
    ...transport,
    count: 0,
    request: async (method: string, params: readonly unknown[]) => {
      counted.count += 1;
      return await transport.request(method, params);
    },
  };
  return counted;
}

const contractsOf = (
  { contracts }: DiscoverReport,
  role: DiscoverReport["contracts"][number]["role"],
) =>
  contracts
    .filter((contract) => contract.role === role)
    .map(({ address, verdict, identity }) => [
      address,
      identity?.verdict ?? verdict,
    ]);

describe("discover, given a router that is not one", function () {
  this.timeout(60_000);
  let marketplace: Marketplace;

  before(async () => {
    marketplace = await createMarketplace(SANDBOX_PLANS.devnet);
  });

  after(async () => {
    await marketplace.close();
  });

  for (const [what, functions] of Object.entries(CONTRACTS)) {
    it(`given a contract with ${what}, then nothing of it is taken, within a bounded number of requests`, async () => {
      await marketplace.request(
        "hardhat_setCode",
        HOSTILE,
        scriptedContract(functions),
      );
      const transport = counting(marketplace.transport);

      const report = await discoverAt(transport, {
        ...marketplace,
        router: HOSTILE,
      });

      expect(report.outcome).to.be.oneOf(["failed", "unknown"]);
      expect(report.registry).to.deep.equal({});
      expect(contractsOf(report, "router")).to.deep.equal([
        [HOSTILE, "unrecognised"],
      ]);
      expect(report.startBlock.verdict).to.equal("unknown");
      expect(transport.count).to.be.below(MAX_REQUESTS);
    });
  }

  it("given the contracts of another marketplace, then each is named, and said to be of another router", async () => {
    await marketplace.request(
      "hardhat_setCode",
      HOSTILE,
      scriptedContract(CONTRACTS["the contracts of another marketplace"] ?? {}),
    );

    const report = await discoverAt(marketplace.transport, {
      ...marketplace,
      router: HOSTILE,
    });

    expect(report.outcome).to.equal("failed");
    expect(contractsOf(report, "fixedPrice")).to.deep.equal([
      [plan.fixedPrice, "recognised"],
    ]);
    expect(
      report.facts
        .filter(({ verdict }) => verdict === "broken")
        .map(({ id, actual }) => [id, actual]),
    ).to.deep.equal(
      [plan.fixedPrice, plan.dispenser, plan.erc721Factory].map((address) => [
        `${address}.router`,
        plan.router,
      ]),
    );
  });

  it("given an address without code, then it is absent, and nothing else is said", async () => {
    const report = await discoverAt(marketplace.transport, {
      ...marketplace,
      router: "0x000000000000000000000000000000000000c0de",
    });

    expect(report.outcome).to.equal("failed");
    expect(report.contracts.map(({ verdict }) => verdict)).to.deep.equal([
      "absent",
    ]);
    expect(report.registry).to.deep.equal({});
  });

  it("given the factory in place of the router, then it is named as such", async () => {
    const report = await discoverAt(marketplace.transport, {
      ...marketplace,
      router: plan.erc721Factory,
    });

    expect(report.outcome).to.equal("failed");
    expect(report.contracts).to.have.length(1);
    expect(report.contracts[0]?.identity).to.include({
      verdict: "wrong",
      contract: "ERC721Factory",
    });
  });
});

describe("discover, given a real router that names other things", function () {
  this.timeout(60_000);
  let marketplace: Marketplace;

  beforeEach(async () => {
    marketplace = await createMarketplace(SANDBOX_PLANS.devnet);
  });

  afterEach(async () => {
    await marketplace.close();
  });

  const discovered = async () =>
    await discoverAt(marketplace.transport, marketplace);
  const ofRouter = async (name: string, ...args: readonly unknown[]) =>
    await marketplace.own("FactoryRouter", plan.router, name, ...args);

  it("given a second exchange of unknown code, then it is unrecognised, the real one stays, and the outcome is unknown", async () => {
    await marketplace.request(
      "hardhat_setCode",
      HOSTILE,
      scriptedContract({ "router()": wordOf(plan.router) }),
    );
    await ofRouter("addFixedRateContract", HOSTILE);

    const report = await discovered();

    expect(report.outcome).to.equal("unknown");
    expect(report.registry.fixedPrice).to.equal(plan.fixedPrice);
    expect(contractsOf(report, "fixedPrice")).to.deep.equal([
      [plan.fixedPrice, "recognised"],
      [HOSTILE, "unrecognised"],
    ]);
  });

  it("given a second exchange and dispenser of the real code, but of another router, then that is said, and the first ones stay", async () => {
    for (const [original, copy, list] of [
      [plan.fixedPrice, HOSTILE, "addFixedRateContract"],
      [plan.dispenser, OTHER, "addDispenserContract"],
    ] as const) {
      const code = await marketplace.request("eth_getCode", original, "latest");
      await marketplace.request("hardhat_setCode", copy, code);
      await ofRouter(list, copy);
    }

    const report = await discovered();

    expect(report.outcome).to.equal("failed");
    expect(report.registry).to.deep.include({
      fixedPrice: plan.fixedPrice,
      dispenser: plan.dispenser,
    });
    expect(contractsOf(report, "fixedPrice")).to.deep.include([
      HOSTILE,
      "recognised",
    ]);
    expect(
      report.facts
        .filter(({ verdict }) => verdict === "broken")
        .map(({ id }) => id),
    ).to.deep.equal([`${HOSTILE}.router`, `${OTHER}.router`]);
  });

  it("given exchange lists that name the router itself, then that is wrong", async () => {
    await ofRouter("addFixedRateContract", plan.router);
    await ofRouter("addDispenserContract", plan.router);

    const report = await discovered();

    expect(report.outcome).to.equal("failed");
    expect(contractsOf(report, "fixedPrice")).to.deep.include([
      plan.router,
      "wrong",
    ]);
    expect(report.registry.fixedPrice).to.equal(plan.fixedPrice);
  });

  it("given no dispenser, then it is not set, and left out", async () => {
    await ofRouter("removeDispenserContract", plan.dispenser);

    const report = await discovered();

    expect(report.outcome).to.equal("unknown");
    expect(contractsOf(report, "dispenser")).to.deep.equal([
      [undefined, "unset"],
    ]);
    expect(report.registry).not.to.have.property("dispenser");
    expect(report.leftOut).to.deep.equal([
      { role: "dispenser", reason: "none is named" },
    ]);
  });

  it("given the collector's role with an account, then it is absent, and left out", async () => {
    const account: Address = `0x${"e".repeat(40)}`;
    await ofRouter("updateOPCCollector", account);

    const report = await discovered();

    expect(report.outcome).to.equal("failed");
    expect(report.registry).not.to.have.property("communityFeeCollector");
  });

  it("given an approved address that is no token, then it is wrong, and the Alpha token stays", async () => {
    await ofRouter("addApprovedToken", plan.dispenser);

    const report = await discovered();

    expect(report.outcome).to.equal("failed");
    expect(contractsOf(report, "approvedToken")).to.deep.include([
      plan.dispenser,
      "wrong",
    ]);
    expect(report.registry.token).to.equal(plan.token);
  });

  it("given more approved tokens than are read, then they are unknown, and no token is taken", async () => {
    for (const address of manyAddresses.slice(0, 60)) {
      await ofRouter("addApprovedToken", address);
    }

    const report = await discovered();

    expect(report.outcome).to.equal("unknown");
    expect(contractsOf(report, "approvedToken")).to.deep.equal([
      [undefined, "unknown"],
    ]);
    expect(report.registry).not.to.have.property("token");
    expect(report.registry.fixedPrice).to.equal(plan.fixedPrice);
  });

  it("given a template that is not active, then it keeps its index, and says so", async () => {
    await marketplace.own(
      "ERC721Factory",
      plan.erc721Factory,
      "disableTokenTemplate",
      1,
    );

    const report = await discovered();

    expect(report.outcome).to.equal("ok");
    expect(report.registry.erc20Templates).to.deep.equal(plan.erc20Templates);
    expect(
      report.contracts
        .filter(({ role }) => role === "erc20Templates")
        .map(({ index, active }) => [index, active]),
    ).to.deep.equal([
      [1, false],
      [2, true],
    ]);
  });

  it("given a template of unknown code, then it is unrecognised, and the list is left out as a whole", async () => {
    await marketplace.request(
      "hardhat_setCode",
      HOSTILE,
      "0x600160005260206000f3",
    );
    await marketplace.own(
      "ERC721Factory",
      plan.erc721Factory,
      "addTokenTemplate",
      HOSTILE,
    );

    const report = await discovered();

    expect(report.outcome).to.equal("unknown");
    expect(report.registry).not.to.have.property("erc20Templates");
    expect(report.leftOut.map(({ role }) => role)).to.deep.equal([
      "erc20Templates",
    ]);
  });
});
