import { expect } from "chai";

import { TOKEN_KINDS } from "../../src/config/types.ts";
import { CONTRACTS_BY_ROLE } from "../../src/contracts/contract-artifact.ts";
import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { offeredIn } from "./offered.ts";

const NAMES = ["devnet", "testnet", "third"] as const;

/** Where a user who types is: one place a line, before the comment. */
const PLACES = {
  ...Object.fromEntries(
    NAMES.flatMap((name) => [
      [`${name}.registry`, `hre.alpha.network("${name}").registry./*|*/;`],
      [`${name}.portal`, `hre.alpha.network("${name}").portal./*|*/;`],
      [`${name}.address`, `hre.alpha.network("${name}").address("/*|*/");`],
      [
        `${name}.config`,
        `defineConfig({ alpha: { networks: { ${name}: { registry: { /*|*/ } } } } });`,
      ],
      [
        `${name}.connection`,
        `if (alpha?.name === "${name}") alpha.registry./*|*/;`,
      ],
    ]),
  ),
  network: 'hre.alpha.network("/*|*/");',
  networks: "defineConfig({ alpha: { networks: { /*|*/ } } });",
  alphaNetwork:
    'defineConfig({ networks: { mine: { type: "http", url: "", alphaNetwork: "/*|*/" } } });',
  contracts: "alpha?.contracts./*|*/;",
  contract: 'if (alpha?.name === "third") alpha.contract("/*|*/");',
  level: 'hre.alpha.verify({ level: "/*|*/" });',
  chains: "chains./*|*/;",
  expect:
    'defineConfig({ alpha: { networks: { devnet: { expect: { "/*|*/" } } } } });',
} as const;

const HEAD = `import "hardhat-alpha-networks";
import hre, { network } from "hardhat";
import { defineConfig } from "hardhat/config";
import * as chains from "hardhat-alpha-networks/chains";
const { alpha } = await network.create();
`;

describe("what an editor completes in a project with the plugin", function () {
  this.timeout(60_000);

  let project: TemporaryProject | undefined;
  let offered: ReadonlyMap<string, readonly string[]> = new Map();

  before(() => {
    project = createProject("export default {};");
    offered = offeredIn(project, HEAD, PLACES);
  });

  after(() => project?.remove());

  const expectOffered = (place: string, keys: readonly string[]) =>
    expect(offered.get(place)).to.have.members(keys);

  for (const name of NAMES) {
    const { registry, portal } = NETWORK_DEFINITIONS[name];

    it(`given ${name}, then its registry's keys are offered, all of them and no others`, () => {
      for (const place of ["registry", "config", "connection"]) {
        expectOffered(`${name}.${place}`, Object.keys(registry));
      }
      expect(offered.get(`${name}.address`)).to.include.members(
        Object.keys(registry),
      );
    });

    it(`given ${name}, then its portal's fields are offered, all of them and no others`, () => {
      expectOffered(`${name}.portal`, Object.keys(portal));
    });
  }

  it("given a network's name to fill in, then the three are offered", () => {
    for (const place of ["network", "networks", "alphaNetwork"]) {
      expectOffered(place, NAMES);
    }
  });

  it("given a contract to open, then roles, payment tokens and the network's own keys are offered", () => {
    const roles = Object.keys(CONTRACTS_BY_ROLE);

    expectOffered("contracts", roles);
    expectOffered("contract", [
      ...roles,
      ...TOKEN_KINDS,
      ...Object.keys(NETWORK_DEFINITIONS.third.registry),
    ]);
  });

  it("given a value to expect, then the ids that every network has are offered", () => {
    expect(offered.get("expect")).to.include.members([
      "router.owner",
      "router.swapFeeApproved",
      "router.factory",
      "factory.tokenTemplates",
      "collector.payee",
    ]);
  });

  it("given a level or a chain to fill in, then those that there are are offered", () => {
    expectOffered("level", ["presence", "identity", "wiring"]);
    expectOffered("chains", ["devnet", "testnet", "third"]);
  });
});
