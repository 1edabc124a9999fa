import { expect } from "chai";
import { encodeAbiParameters, getAddress } from "viem";
import type { Address } from "../../src/base/address.ts";
import type { Hex } from "../../src/base/hex.ts";
import type { DiscoverReport } from "../../src/discover/report.ts";
import type { RpcTransport } from "../../src/rpc/types.ts";
import { withRestoredChain } from "../support/sandbox-connection.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import {
  createMarketplace,
  discoverAt,
  type Marketplace,
} from "./marketplaces.ts";
import { scriptedContract } from "./scripted-contract.ts";

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
const all = (scripted: Hex) =>
  Object.fromEntries(GETTERS.map((getter) => [getter, scripted]));
const manyAddresses = Array.from(
  { length: 1_000 },
  (_, index): Address =>
    `0x${(0xabc0000 + index).toString(16).padStart(40, "0")}`,
);
const LAST = 2n ** 256n - 1n;
/** The call data of `getId()`. */
const GET_ID = "0x5d1ca631";

const CONTRACTS: Readonly<Record<string, Readonly<Record<string, Hex>>>> = {
  "functions that return one byte": all("0xff"),
  "functions that return a word of ones": all(word(LAST)),
  "lists that are said to have 2^256 - 1 items": all(
    `${word(32n)}${word(LAST).slice(2)}`,
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

describe("discover, given what may be hostile", function () {
  this.timeout(60_000);
  let marketplace: Marketplace;
  withRestoredChain(
    () => createMarketplace(SANDBOX_PLANS.devnet),
    (opened) => {
      marketplace = opened;
    },
  );

  const discovered = async (
    router: Address = plan.router,
    transport?: RpcTransport,
  ) =>
    await discoverAt(transport ?? marketplace.transport, {
      ...marketplace,
      router,
    });
  const placeHostile = async (
    functions: Parameters<typeof scriptedContract>[0],
  ) =>
    await marketplace.request(
      "hardhat_setCode",
      HOSTILE,
      scriptedContract(functions),
    );
  const ofRouter = async (name: string, ...args: readonly unknown[]) =>
    await marketplace.own("FactoryRouter", plan.router, name, ...args);
  const ofFactory = async (name: string, ...args: readonly unknown[]) =>
    await marketplace.own("ERC721Factory", plan.erc721Factory, name, ...args);
  const brokenFacts = ({ facts }: DiscoverReport) =>
    facts
      .filter(({ verdict }) => verdict === "broken")
      .map(({ id, actual }) => [id, actual]);

  for (const [what, functions] of Object.entries(CONTRACTS)) {
    it(`given a contract with ${what} in place of the router, then nothing of it is taken, within a bounded number of requests`, async () => {
      await placeHostile(functions);
      const transport = counting(marketplace.transport);

      const report = await discovered(HOSTILE, transport);

      expect(report.outcome).to.be.oneOf(["failed", "unknown"]);
      expect(report.registry).to.deep.equal({});
      expect(contractsOf(report, "router")).to.deep.equal([
        [HOSTILE, "unrecognised"],
      ]);
      expect(report.startBlock.verdict).to.equal("unknown");
      expect(transport.count).to.be.below(MAX_REQUESTS);
    });
  }

  for (const [title, router, verdict] of [
    ["an address without code", OTHER, "absent"],
    ["the factory in place of the router", plan.erc721Factory, "wrong"],
  ] as const) {
    it(`given ${title}, then it is ${verdict}, and nothing else is said`, async () => {
      const report = await discovered(router);

      expect(report.outcome).to.equal("failed");
      expect(contractsOf(report, "router")).to.deep.equal([[router, verdict]]);
      expect(report.contracts).to.have.length(1);
      expect(report.registry).to.deep.equal({});
    });
  }

  const recognised = (...addresses: readonly Address[]) =>
    addresses.map((address) => [address, "recognised"] as const);
  for (const [title, arrange, outcome, role, contracts, registry] of [
    [
      "a second exchange of unknown code",
      async () => {
        await placeHostile({ "router()": wordOf(plan.router) });
        await ofRouter("addFixedRateContract", HOSTILE);
      },
      "unknown",
      "fixedPrice",
      [...recognised(plan.fixedPrice), [HOSTILE, "unrecognised"]],
      { fixedPrice: plan.fixedPrice },
    ],
    [
      "no dispenser",
      async () => await ofRouter("removeDispenserContract", plan.dispenser),
      "unknown",
      "dispenser",
      [[undefined, "unset"]],
      { dispenser: undefined },
    ],
    [
      "an approved address that is no token",
      async () => await ofRouter("addApprovedToken", plan.dispenser),
      "failed",
      "approvedToken",
      [
        ...recognised(plan.token, plan.extraTokens[0].address),
        [plan.dispenser, "wrong"],
      ],
      { token: plan.token },
    ],
    [
      "more approved tokens than are read",
      async () => {
        for (const address of manyAddresses.slice(0, 60)) {
          await ofRouter("addApprovedToken", address);
        }
      },
      "unknown",
      "approvedToken",
      [[undefined, "unknown"]],
      { token: undefined, fixedPrice: plan.fixedPrice },
    ],
    [
      "a template of unknown code",
      async () => {
        await placeHostile({});
        await ofFactory("addTokenTemplate", HOSTILE);
      },
      "unknown",
      "erc20Templates",
      [...recognised(...plan.erc20Templates), [HOSTILE, "unrecognised"]],
      { erc20Templates: undefined },
    ],
  ] as const) {
    it(`given a real router with ${title}, then that is said of it, and the registry has only what is proven`, async () => {
      await arrange();

      const report = await discovered();

      expect(report.outcome).to.equal(outcome);
      expect(contractsOf(report, role)).to.deep.equal(contracts);
      for (const [key, value] of Object.entries(registry)) {
        expect(Reflect.get(report.registry, key), key).to.equal(value);
        expect(report.leftOut.some((one) => one.role === key)).to.equal(
          value === undefined,
        );
      }
    });
  }

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
    expect(brokenFacts(report).map(([id]) => id)).to.deep.equal([
      `${HOSTILE}.router`,
      `${OTHER}.router`,
    ]);
  });

  it("given a template that is not active, then it keeps its index, and says so", async () => {
    await ofFactory("disableTokenTemplate", 1);

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

  it("given a template whose id the node does not tell, then that is unknown, and the template stays", async () => {
    const [template = "0x"] = plan.erc20Templates;
    const { transport } = marketplace;
    const failing: RpcTransport = {
      ...transport,
      request: async (method, params) => {
        const { to, data } = Object(params[0]);
        // Without the program, each call has a request of its own.
        return method === "eth_call" &&
          (to === undefined || (to === template && data === GET_ID))
          ? { ok: false, kind: "rpc-error", code: -32_000, reason: "busy" }
          : await transport.request(method, params);
      },
    };

    const report = await discovered(plan.router, failing);

    expect(report.outcome).to.equal("unknown");
    expect(report.registry.erc20Templates).to.deep.equal(plan.erc20Templates);
    expect(
      report.facts.filter(({ verdict }) => verdict === "unknown"),
    ).to.have.nested.property("[0].id", `${template}.templateId`);
  });
});
