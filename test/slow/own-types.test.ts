import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "chai";

import { createProject } from "../support/cli.ts";
import { runNode } from "../support/run-node.ts";
import { TSCONFIG } from "../types/offered.ts";

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
  defineConfig({ alpha: { networks: { devnet: { contracts: { Market: { watch: [{ view: "fee", severity: "fees" }] } } } } } });
  // @ts-expect-error: no such severity
  defineConfig({ alpha: { networks: { devnet: { contracts: { Market: { watch: [{ view: "fee", severity: "high" }] } } } } } });
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

describe("the types of a project with networks and contracts of its own", function () {
  this.timeout(60_000);

  it("given one declaration, then config, runtime, connections, views and instances have their types", async () => {
    // The declarations of the package are not those of the sources.
    using project = createProject("export default {};", { from: "dist" });
    project.write("networks.ts", HEAD + DECLARATION + CODE);
    project.write("contracts.ts", HEAD + OWN_CONTRACTS + CONTRACTS_CODE);
    project.write("tsconfig.json", TSCONFIG);

    const { code, stdout } = await runNode([TSC, "-p", project.root], {
      cwd: project.root,
      env: process.env,
      timeout: 60_000,
    });

    expect([code, stdout]).to.deep.equal([0, ""]);
  });
});
