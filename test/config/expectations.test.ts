import { expect } from "chai";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { mistakesIn } from "../support/config-hooks.ts";

const ADDRESS = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const BAD_CHECKSUM = "0x4ede1776D6B75de6c907172Abc0453a3C8AB372a";

const mistakesOf = async (expect: unknown, network: object = {}) =>
  await mistakesIn({
    alpha: { networks: { devnet: { ...network, expect } } },
  } as object);

describe("expect in the config", () => {
  for (const [title, id, value, at, message] of [
    [
      "a misspelled contract",
      "ruter.owner",
      ADDRESS,
      "",
      /Did you mean router\?/,
    ],
    ["no name of a value", "router", ADDRESS, "", /such as router\.owner/],
    [
      "a contract by its key",
      "registry.Router.owner",
      ADDRESS,
      "",
      /The id is router\.owner\./,
    ],
    [
      "a key of another network",
      "registry.ERC20Templates[0].id",
      1,
      "",
      /Did you mean ERC20Template\?/,
    ],
    [
      "an unknown token",
      "token.euros.paused",
      false,
      "",
      /Did you mean euro\?/,
    ],
    ["a short address", "0x12.owner", ADDRESS, "", /40 hexadecimal digits/],
    [
      "an address with a wrong digit",
      `${BAD_CHECKSUM}.owner`,
      ADDRESS,
      "",
      /bad checksum/,
    ],
    [
      "a value with a wrong digit",
      "router.owner",
      BAD_CHECKSUM,
      "",
      /bad checksum/,
    ],
    [
      "such a value in a list",
      "router.exchanges",
      [ADDRESS, BAD_CHECKSUM],
      ".1",
      /bad checksum/,
    ],
    ["a fraction", "router.consumeFee", 0.1, "", /whole number.*"0\.1 %"/],
    [
      "a number that is not exact",
      "token.euro.cap",
      2 ** 60,
      "",
      /JavaScript holds exactly/,
    ],
    ["nothing", "router.owner", null, "", /"any"/],
    ["a function", "router.owner", () => ADDRESS, "", /"any"/],
    [
      "a bound that is a list",
      "router.consumeFee",
      { max: [] },
      ".max",
      /with a unit/,
    ],
  ] as const) {
    it(`given ${title}, then it is reported once, with its key path`, async () => {
      const mistakes = await mistakesOf({ [id]: value });

      const path = `alpha.networks.devnet.expect.${id}${at}`;
      expect(Object.keys(mistakes)).to.deep.equal([path]);
      expect(mistakes[path]).to.match(message);
    });
  }

  it("given one value in two spellings, then the second one is reported", async () => {
    const ids = [`${ADDRESS}.owner`, `${ADDRESS.toLowerCase()}.owner`];
    const mistakes = await mistakesOf(
      Object.fromEntries(ids.map((id) => [id, ADDRESS])),
    );

    expect(Object.values(mistakes)).to.have.lengthOf(1);
    expect(Object.values(mistakes)[0]).to.contain(`Repeats "${ids[0]}"`);
  });

  it("given what values may be, and ids that only the chain tells, then there is no mistake", async () => {
    const expected = {
      "router.owner": ADDRESS,
      "router.swapFeeApproved": "0.1 %",
      "router.exchanges": [ADDRESS],
      "router.governance": "any",
      "factory.tokenTemplates": [{ address: ADDRESS, active: true }],
      "token.euro.paused": false,
      "token.euro.cap": { min: 10n ** 24n, max: "2000000000000000000000000" },
      "registry.Alpha.owner": ADDRESS.toLowerCase(),
      "registry.ERC20Template[0].initialized": true,
      "ERC20Template[1].id": 2,
      "portal.alphaCommunityFeeCollector.opcCollector": ADDRESS,
      "own.Market.fee": undefined,
      [`${ADDRESS}.threshold`]: { min: 2 },
      [`${ADDRESS}.is`]: { safe: "1.3.0" },
    };

    expect(await mistakesOf(expected)).to.deep.equal({});
  });

  it("given a network like another one, then its own registry tells which ids there are", async () => {
    const alpha = (id: string) => ({
      networks: { mine: { like: "third", chainId: 5, expect: { [id]: 1 } } },
    });

    expect(
      await mistakesIn({ alpha: alpha("ERC20Templates[0].id") } as object),
    ).to.deep.equal({});
    expect(
      await mistakesIn({ alpha: alpha("ERC20Template[0].id") } as object),
    ).to.have.property("alpha.networks.mine.expect.ERC20Template[0].id");
  });

  it("given expectations, then the resolved ones are a frozen copy, with the checksums of addresses", async () => {
    const owners = [ADDRESS.toLowerCase()];
    const given = {
      "router.exchanges": owners,
      "router.consumeFee": undefined,
    };
    const hre = await createAlphaHreOf({
      networks: { devnet: { expect: given } },
    });
    owners.push("0x");

    const { devnet, testnet } = hre.config.alpha.networks;
    expect(devnet?.expect["router.exchanges"]).to.deep.equal([ADDRESS]);
    expect(devnet?.expect["router.consumeFee"]).to.equal(undefined);
    expect(Object.isFrozen(devnet?.expect)).to.equal(true);
    expect(testnet?.expect).to.deep.equal({});
  });
});
