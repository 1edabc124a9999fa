import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import {
  EXTRA_TOKEN,
  PUBLISHED_BOOK,
  publishedNetworks,
} from "../discover/marketplaces.ts";
import { startLiveNetwork, urlVariables } from "../e2e/live-network.ts";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { docBlocks } from "../support/doc-blocks.ts";
import type { ProcessResult } from "../support/run-node.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

const ROUTER = `0x${"11".repeat(20)}`;
const OWNER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** The config of a project with Solidity tests; `more` is source text. */
const configOf = (more: string) => `
import { fileURLToPath } from "node:url";
import hardhatAlphaNetworks from "hardhat-alpha-networks";
import { configVariable, defineConfig } from "hardhat/config";
export default defineConfig({
  plugins: [hardhatAlphaNetworks],
  solidity: {
    version: "0.8.37",
    path: fileURLToPath(import.meta.resolve("solc/soljson.js")),
    settings: { evmVersion: "london" },
  },
  ${more}
});
`;

const HEADER = `// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.12;
`;
const CHEATCODES = `interface Cheatcodes {
    function createSelectFork(string calldata) external returns (uint256);
}
Cheatcodes constant cheats = Cheatcodes(address(uint160(uint256(keccak256("hevm cheat code")))));
`;

const importOf = (name: string) =>
  `import {${name}} from "hardhat-alpha-networks/contracts/${name}.sol";\n`;

const SAPPHIRE = publishedNetworks().find(
  ({ name }) => name === "oasis_sapphire_testnet",
);
if (SAPPHIRE === undefined) {
  throw new Error("the book has no such network");
}
const TEMPLATES = [
  ...SAPPHIRE.plan.erc20Templates,
  ...SAPPHIRE.furtherTemplates,
];

const NETWORKS = `${HEADER}${importOf("AlphaMarket")}${importOf("AlphaSandbox")}${importOf("DevnetSandbox")}${importOf("ThirdSandbox")}
import {IPaymentToken} from "hardhat-alpha-networks/contracts/interfaces/IPaymentToken.sol";

contract DevnetTest is DevnetSandbox {
    function test_addressesOfTheConfig() public view {
        require(address(router) == ${ROUTER});
        require(router.factory() == address(erc721Factory));
        require(erc721Factory.router() == ${ROUTER});
        require(router.isFixedRateContract(address(fixedPrice)));
        require(router.isDispenserContract(address(dispenser)));
        require(router.getOPCCollector() == address(communityFeeCollector));
        require(router.isApprovedToken(address(euro)) && router.isApprovedToken(address(alpha)));
        require(address(token) == address(alpha));
    }

    function test_templates() public view {
        require(erc20Templates.length == 2 && erc721Templates.length == 1);
        require(erc721Factory.getTokenTemplate(2).templateAddress == erc20Templates[1]);
        require(erc721Factory.getNFTTemplate(1).templateAddress == erc721Templates[0]);
    }

    function test_ownerAndAccounts() public view {
        require(router.routerOwner() == ${OWNER});
        require(accounts.length == 20 && accounts[1] == ${OWNER} && owner == ${OWNER});
        require(publisher == accounts[2] && buyer == accounts[3]);
        require(accounts[0].balance == 10_000 ether);
        require(euro.balanceOf(accounts[0]) > 0 && alpha.balanceOf(accounts[19]) > 0);
        require(euro.decimals() == 2);
    }

    function test_fund() public {
        require(euro.balanceOf(address(this)) == 1_000_000 * 100);
        require(alpha.balanceOf(address(this)) == 1_000_000 ether);
        address other = address(0xB0B);
        fund(alpha, other, 7);
        require(alpha.balanceOf(other) == 7);
        fund(alpha, other, 0);
        require(alpha.balanceOf(other) == 0 && alpha.balanceOf(accounts[0]) > 0);
    }

    function test_impersonate() public {
        impersonate(owner);
        router.addApprovedToken(address(0xB0B));
        require(router.isApprovedToken(address(0xB0B)));
        try router.addApprovedToken(address(0xA11CE)) {
            revert("not the owner");
        } catch {}
        startImpersonate(owner);
        require(!router.isApprovedToken(address(0xA11CE)));
        router.addApprovedToken(address(0xA11CE));
        stopImpersonate();
        try router.addApprovedToken(address(0xCA7)) {
            revert("not the owner any more");
        } catch {}
    }

    function test_publishAndBuy() public {
        for (uint256 i = 0; i < 2; i++) {
            IPaymentToken paid = i == 0 ? euro : alpha;
            AlphaMarket.Asset memory asset = AlphaMarket.asset(i == 0 ? publisher : address(this));
            asset.symbol = "WEATHER";
            AlphaMarket.Published memory published = publishAsset(asset);
            require(keccak256(bytes(published.datatoken.symbol())) == keccak256("WEATHER-1"));
            uint256 price = 25 * 10 ** paid.decimals() / 10;
            AlphaMarket.Offer memory offer =
                createFixedRate(published.datatoken, AlphaMarket.FixedRate(paid, price, asset.owner));
            uint256 before = paid.balanceOf(buyer);
            uint256 cost = buy(buyer, offer, 200 ether);
            require(before - paid.balanceOf(buyer) == cost, "another cost");
            require(cost == 200 * price + 200 * price / 1000, "not the price and the community's fee");
            require(offer.datatoken.balanceOf(buyer) == 200 ether);
        }
    }

    function test_twoOffersOfOneDatatoken() public {
        AlphaMarket.Published memory published = publishAsset(AlphaMarket.asset(publisher));
        AlphaMarket.Offer memory first =
            createFixedRate(published.datatoken, AlphaMarket.FixedRate(euro, 10 ** euro.decimals(), publisher));
        AlphaMarket.Offer memory second =
            createFixedRate(published.datatoken, AlphaMarket.FixedRate(alpha, 1 ether, publisher));
        buy(buyer, first, 1 ether);
        buy(buyer, second, 1 ether);
        require(published.datatoken.balanceOf(buyer) == 2 ether);
    }

    function fundToken(address paymentToken) external {
        fund(IPaymentToken(paymentToken), address(this), 1);
    }

    function test_fundOther() public {
        try this.fundToken(address(router)) {
            revert("funded");
        } catch Error(string memory reason) {
            require(keccak256(bytes(reason)) == keccak256("The token to fund is not an ERC-20 contract"));
        }
    }
}

contract ThirdTest is ThirdSandbox {
    function test_chainId() public view {
        require(block.chainid == 100 && router.factory() == address(erc721Factory));
        require(address(router) == ${SANDBOX_PLANS.third.plan.router});
    }
}

contract OptimismTest is AlphaSandbox("op-sepolia") {
    function test_contracts() public {
        require(block.chainid == 11155420);
        require(address(euro) == address(0));
        require(router.isApprovedToken(address(alpha)) && router.getApprovedTokens().length == 1);
        fund(alpha, address(0xB0B), 7);
        require(alpha.balanceOf(address(0xB0B)) == 7);
    }
}

contract SapphireTest is AlphaSandbox("sapphire") {
    function test_contracts() public view {
        require(block.chainid == 23295 && address(router) == ${SAPPHIRE.plan.router});
        require(erc20Templates.length == ${TEMPLATES.length} && erc20Templates[${TEMPLATES.length - 1}] == ${TEMPLATES.at(-1)});
        require(address(euro) == ${EXTRA_TOKEN.address} && euro.decimals() == 6);
        require(router.isApprovedToken(address(euro)));
    }
}
`;

const ADDRESSES = `
  test: { solidity: { profiles: { default: {}, ci: { forking: { rpcEndpoints: { mine: "http://127.0.0.1:1" } } } } } },
  alpha: {
    networks: {
      devnet: { registry: { Router: "${ROUTER}" } },
      testnet: false,
      "op-sepolia": { like: "testnet", chainId: 11155420 },
      sapphire: {
        like: "third",
        chainId: 23295,
        tokens: { euro: { name: "Euro", address: "${EXTRA_TOKEN.address}", decimals: 6 } },
      },
    },
    sources: [{ type: "address-json", file: ${JSON.stringify(PUBLISHED_BOOK)}, network: ["op-sepolia", "sapphire"] }],
    sandbox: { owner: "${OWNER}", euroDecimals: 2 },
  },`;

describe("Solidity tests", function () {
  this.timeout(180_000);

  const projects: TemporaryProject[] = [];
  after(() => {
    for (const { remove } of projects) {
      remove();
    }
  });

  function projectWith(more: string, source: string): TemporaryProject {
    const project = createProject(configOf(more));
    projects.push(project);
    mkdirSync(join(project.root, "contracts"));
    writeFileSync(join(project.root, "contracts", "Some.t.sol"), source);
    return project;
  }

  const test = async (
    { root }: TemporaryProject,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ProcessResult> =>
    await runHardhat(["test", "solidity", ...args], {
      cwd: root,
      env,
      timeout: 120_000,
    });

  /** Runs tests that pass. */
  const passing = async (
    count: number,
    ...run: Parameters<typeof test>
  ): Promise<ProcessResult> => {
    const result = await test(...run);
    expect(result.code, `${result.stdout}\n${result.stderr}`).to.equal(0);
    expect(result.stdout).to.contain(`${count} passing`);
    return result;
  };

  it("given other addresses, owner and decimals, and networks of the project's own, then the tests have the contracts there, also with another test profile and if tests are compiled separately", async () => {
    const project = projectWith(ADDRESSES, NETWORKS);
    writeFileSync(
      project.configFile,
      configOf(ADDRESSES).replace(
        "version:",
        "splitTestsCompilation: true, version:",
      ),
    );

    await passing(11, project, ["--test-profile", "ci"]);
  });

  it("given networks that are off, without addresses or without a sandbox, and no plugin, then the tests fail with what to do", async () => {
    const source = (name: string) =>
      `${importOf(name)}contract ${name}Test is ${name} { function test_a() public {} }\n`;
    const project = projectWith(
      `alpha: { preset: false, networks: { testnet: false } },`,
      `${HEADER}${source("DevnetSandbox")}${source("TestnetSandbox")}`,
    );

    const { code, stdout } = await test(project);
    expect(code).to.equal(1);
    expect(stdout).to.match(
      /The sandbox of devnet needs addresses that are not set: registry\.Alpha, /,
    );
    expect(stdout).to.contain(
      "Unknown network testnet. The networks of the Hardhat config are: devnet, third",
    );
    const without = projectWith("", HEADER + source("ThirdSandbox"));
    writeFileSync(
      without.configFile,
      configOf("").replace("plugins: [hardhatAlphaNetworks]", "plugins: []"),
    );
    const result = await test(without);
    expect(result.code).to.equal(1);
    expect(result.stdout).to.contain(
      "The sandboxes are missing: add hardhat-alpha-networks to the plugins of the Hardhat config",
    );
  });

  it("given the Solidity of the documentation and the default EVM version, then it compiles, and its tests pass", async () => {
    const project = projectWith("", "");
    writeFileSync(project.configFile, configOf("").replace(/settings: .*/, ""));
    const blocks = docBlocks().filter(
      ({ language }) => language === "solidity",
    );
    for (const { text } of blocks) {
      const [, file = ""] =
        /^\/\/ (contracts\/\w+(?:\.t)?\.sol)\n/.exec(text) ?? [];
      writeFileSync(join(project.root, file), text);
    }

    const { stdout } = await passing(2, project);

    expect(stdout).to.contain("test_publish()");
    expect(readdirSync(join(project.root, "contracts"))).to.have.length(4);
  });

  /** A contract whose return value solc copies with MCOPY. */
  const COPY =
    "contract Copy { function f(bytes memory b) public pure returns (bytes memory) { return abi.encode(b); } }";

  it("given a test that fails, then it is shown where, and which contracts need a newer EVM version", async () => {
    const project = projectWith(
      "",
      `${HEADER}${importOf("DevnetSandbox")}
contract FailingTest is DevnetSandbox {
    function test_approve() public {
        approve(address(0xB0B));
    }
    function approve(address added) private {
        router.addApprovedToken(added);
    }
    function test_decimals() public view {
        require(euro.decimals() == 18, "not 18");
    }
}
`,
    );
    const config = configOf("").replace("london", "cancun");
    writeFileSync(project.configFile, config);
    const source = join(project.root, "contracts", "Copy.sol");
    writeFileSync(source, `${HEADER}${COPY}`);

    const { code, stdout, stderr } = await test(project);

    expect(code).to.equal(1);
    expect(stdout).not.to.contain("Stack Trace Warning");
    const lines = stdout.split("\n").map((line) => line.trim());
    const linesAfter = (error: string, count: number) =>
      lines.slice(lines.indexOf(error) + 1).slice(0, count);
    expect(linesAfter("Error: not 18", 1)).to.deep.equal([
      "at FailingTest.test_decimals (contracts/Some.t.sol:13)",
    ]);
    expect(linesAfter("Error: OceanRouter: NOT OWNER", 3)).to.deep.equal([
      `at <UnrecognizedContract>.<unknown> (${SANDBOX_PLANS.devnet.plan.router.toLowerCase()})`,
      "at FailingTest.approve (contracts/Some.t.sol:10)",
      "at FailingTest.test_approve (contracts/Some.t.sol:7)",
    ]);
    expect(stderr).to.match(
      /contracts\/Copy\.sol:Copy has instructions of the hardfork cancun \(.*MCOPY.*\), but the EVM version of devnet, testnet, third is istanbul/,
    );
    expect(stderr).not.to.contain("Some.t.sol");
  });

  describe("on forks", () => {
    const FORK = `
  test: {
    solidity: {
      forking: {
        url: configVariable("ALPHA_DEVNET_RPC_URL"),
        rpcEndpoints: { third: configVariable("ALPHA_THIRD_RPC_URL") },
      },
    },
  },`;
    const SOURCE = `${HEADER}${CHEATCODES}
import {AlphaDevnet, AlphaThird} from "hardhat-alpha-networks/contracts/AlphaNetworks.sol";
import {IERC721Factory} from "hardhat-alpha-networks/contracts/interfaces/IERC721Factory.sol";
import {IFactoryRouter} from "hardhat-alpha-networks/contracts/interfaces/IFactoryRouter.sol";
contract ForkTest {
    function test_url() public {
        require(block.chainid == AlphaDevnet.ChainId);
        require(IFactoryRouter(AlphaDevnet.Router).factory() == AlphaDevnet.ERC721Factory);
        IERC721Factory factory = IERC721Factory(AlphaDevnet.ERC721Factory);
        address nft = factory.deployERC721Contract("A", "A", 1, address(0), address(0), "", true, address(0xB0B));
        require(nft.code.length > 0 && factory.getCurrentNFTCount() == 1);
    }
    function test_endpoint() public {
        cheats.createSelectFork("third");
        require(block.chainid == AlphaThird.ChainId);
        require(IFactoryRouter(AlphaThird.Router).factory() == AlphaThird.ERC721Factory);
    }
}
`;

    it("given the URLs of live nodes, then the tests run on their state", async () => {
      await using devnet = await startLiveNetwork("devnet");
      await using third = await startLiveNetwork("third");
      const urls = urlVariables({ devnet: devnet.url, third: third.url });

      await passing(2, projectWith(FORK, SOURCE), [], urls);
    });
  });
});
