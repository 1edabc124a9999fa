import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import { NETWORK_DEFINITIONS } from "../../src/networks/definitions.ts";
import { createProject, type TemporaryProject } from "../support/cli.ts";
import { runNode } from "../support/run-node.ts";
import { offeredIn, TSCONFIG } from "../types/offered.ts";

const TSC = join(
  dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))),
  "bin/tsc",
);

const DECLARATION = `
  declare module "hardhat-alpha-networks" {
    interface OwnAlphaNetworks { sapphire: "testnet"; "private-chain": "third" }
  }
`;

const HEAD = `
  import "hardhat-alpha-networks";
  import hre, { network } from "hardhat";
  import { defineConfig } from "hardhat/config";
  import type { AlphaNetworkName, PortalConfig, Registry } from "hardhat-alpha-networks/types";
  const { alpha } = await network.create();
  const name: string = "x";
`;

/** Code that compiles with the declaration, where each expected error is one, too. */
const CODE = `
  export const config = defineConfig({
    alpha: {
      networks: {
        devnet: false,
        sapphire: {
          like: "testnet",
          chainId: 23294,
          registry: { Alpha: "0x1", ERC20Template: ["0x1", "0x2"] },
          portal: { nodeUri: "https://a.example" },
        },
        "private-chain": { like: "third", chainId: 5, registry: { AlphaToken: "0x1" } },
      },
      forks: { blockNumbers: { sapphire: 5 } },
      sources: [
        { type: "address-json", file: "a.json", network: "sapphire" },
        { type: "ignition", file: "b.json", network: "sapphire", keys: { a: "Router" } },
      ],
    },
    networks: {
      mine: { type: "http", url: "", alphaNetwork: "sapphire" },
    },
  });
  // @ts-expect-error: it is like testnet
  defineConfig({ alpha: { networks: { sapphire: { like: "third", chainId: 5 } } } });
  // @ts-expect-error: without a chain id
  defineConfig({ alpha: { networks: { sapphire: { like: "testnet" } } } });
  // @ts-expect-error: a network that was not declared
  defineConfig({ alpha: { networks: { saphire: { like: "testnet", chainId: 5 } } } });
  // @ts-expect-error: a key of the third network's registry
  defineConfig({ alpha: { networks: { sapphire: { like: "testnet", chainId: 5, registry: { AlphaToken: "0x" } } } } });

  const router: string = hre.alpha.network("sapphire").registry.Router;
  const token: string = hre.alpha.network("private-chain").address("AlphaToken");
  const names: AlphaNetworkName[] = ["devnet", "testnet", "third", "sapphire", "private-chain"];
  const registry: Registry<"sapphire"> = hre.alpha.network("testnet").registry;
  const portal: PortalConfig<"private-chain"> = await hre.alpha.network("third").portalConfig();
  const connection = await hre.alpha.connect("sapphireSandbox");
  const same: "sapphire" = connection.alpha.name;
  const fork: "private-chain" = (await hre.alpha.connect("private-chainFork")).alpha.name;
  if (alpha?.name === "sapphire") {
    const key: "sapphire" = alpha.name;
    const contract = await alpha.contract("Router");
    await contract.read.factory();
    // @ts-expect-error: a key of the third network's registry
    alpha.registry.AlphaToken;
  }
  // @ts-expect-error: no such network
  hre.alpha.network("ruby");
  void [router, token, names, registry, portal, same, fork, name];
`;

const PLACES = {
  network: 'hre.alpha.network("/*|*/");',
  registry: 'hre.alpha.network("sapphire").registry./*|*/;',
  portal: 'hre.alpha.network("private-chain").portal./*|*/;',
  like: 'defineConfig({ alpha: { networks: { sapphire: { like: "/*|*/" } } } });',
  config:
    "defineConfig({ alpha: { networks: { sapphire: { registry: { /*|*/ } } } } });",
  networks: "defineConfig({ alpha: { networks: { /*|*/ } } });",
  mark: 'defineConfig({ networks: { a: { type: "http", url: "", alphaNetwork: "/*|*/" } } });',
} as const;

/** What Hardhat writes when it compiles a contract, and the project's declaration. */
const OWN_CONTRACTS = `
  declare module "hardhat/types/artifacts" {
    interface ArtifactMap {
      Market: {
        readonly contractName: "Market";
        readonly abi: readonly [
          { readonly type: "function"; readonly name: "fee"; readonly inputs: readonly []; readonly outputs: readonly [{ readonly type: "uint256"; readonly name: "" }]; readonly stateMutability: "view" },
          { readonly type: "function"; readonly name: "setFee"; readonly inputs: readonly [{ readonly type: "uint256"; readonly name: "fee" }]; readonly outputs: readonly []; readonly stateMutability: "nonpayable" },
        ];
      };
    }
  }
  declare module "hardhat-alpha-networks" {
    interface OwnAlphaContracts { Market: "Market"; Token: false }
  }
`;

const CONTRACTS_CODE = `
  defineConfig({ alpha: { networks: { devnet: { contracts: { Market: { address: "0x", watch: ["fee"] }, Token: "0x" } } } } });
  // @ts-expect-error: a name that was not declared
  defineConfig({ alpha: { networks: { devnet: { contracts: { Markt: "0x" } } } } });
  // @ts-expect-error: no such view
  defineConfig({ alpha: { networks: { devnet: { contracts: { Market: { watch: ["fees"] } } } } } });
  // @ts-expect-error: no view
  defineConfig({ alpha: { networks: { devnet: { contracts: { Market: { watch: ["setFee"] } } } } } });
  const live = (await hre.alpha.connect("devnet")).alpha;
  const market = await live.contract("Market");
  const fee: bigint = await market.read.fee();
  const address: string = live.address("Market");
  const token: string = live.contracts.Token;
  // @ts-expect-error: no such function
  market.read.fees;
  // @ts-expect-error: a name that was not declared
  live.address("Markt");
  // @ts-expect-error: a name that was not declared
  live.contracts.Markt;
  void [fee, address, token];
`;

/** What tsc prints for a project with this code. */
async function compile(
  project: TemporaryProject | undefined,
  code: string,
): Promise<string> {
  const { root = "" } = project ?? {};
  writeFileSync(join(root, "script.ts"), HEAD + code);
  writeFileSync(join(root, "tsconfig.json"), TSCONFIG);
  const { stdout } = await runNode([TSC, "-p", root], {
    cwd: root,
    env: process.env,
    timeout: 60_000,
  });
  return stdout;
}

describe("the types of a project with networks and contracts of its own", function () {
  this.timeout(60_000);

  let project: TemporaryProject | undefined;

  before(() => {
    // The declarations of the package are not those of the sources.
    project = createProject("export default {};", { from: "dist" });
  });

  after(() => project?.remove());

  for (const [title, code] of [
    ["networks, then config, runtime and connections", DECLARATION + CODE],
    [
      "contracts, then names, views and instances",
      OWN_CONTRACTS + CONTRACTS_CODE,
    ],
  ] as const) {
    it(`given one declaration of ${title} have their types`, async () => {
      expect(await compile(project, code)).to.equal("");
    });
  }

  it("given no declaration, then the compiler rejects the networks", async () => {
    const errors = await compile(project, CODE);

    expect(errors).to.contain("'sapphire' does not exist in type");
  });

  it("given one declaration, then an editor offers their names, keys and fields", () => {
    const offered = project && offeredIn(project, HEAD + DECLARATION, PLACES);
    const { testnet, third } = NETWORK_DEFINITIONS;
    const names = ["devnet", "testnet", "third", "sapphire", "private-chain"];

    for (const place of ["network", "networks", "mark"]) {
      expect(offered?.get(place)?.map(unquoted)).to.have.members(names);
    }
    expect(offered?.get("registry")).to.have.members(
      Object.keys(testnet.registry),
    );
    expect(offered?.get("config")).to.have.members(
      Object.keys(testnet.registry),
    );
    expect(offered?.get("portal")).to.have.members(Object.keys(third.portal));
    expect(offered?.get("like")).to.have.members(["testnet"]);
  });
});

const unquoted = (name: string) => name.replaceAll('"', "");
