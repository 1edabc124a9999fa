import { expect } from "chai";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { contractArtifact } from "../../src/contracts/contract-artifact.ts";
import { newerOpcodes } from "../../src/hardhat/solidity/newer-opcodes.ts";
import {
  DEFAULT_HARDFORK,
  evmVersionOf,
  type Hardfork,
} from "../../src/networks/hardforks.ts";
import { constructionSteps } from "../../src/sandbox/contract-steps.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { ask, closing } from "../support/connections.ts";
import { docBlocks } from "../support/doc-blocks.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { compileSolidity } from "../support/solc.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const { plan } = SANDBOX_PLANS.devnet;
const ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/** A contract whose code solc compiles with the newest instructions that it may use. */
const SOURCE = `
contract Note {
    bytes constant DATA = hex"${"5b5f5e5c5d48494a1e".repeat(20)}";
    string public note;
    constructor(bytes memory first) { note = string(first); }
    function set(string memory text) external returns (bytes memory) { note = text; return abi.encode(text); }
    function data() external pure returns (bytes memory) { return DATA; }
}
`;
const HEADER =
  "// SPDX-License-Identifier: CC0-1.0\npragma solidity ^0.8.12;\n";

function compile(source: string, hardfork: Hardfork): Hex {
  const sources = { "a.sol": `${HEADER}${source}` };
  const { contracts, messages } = compileSolidity(
    sources,
    evmVersionOf(hardfork),
  );
  const found = contracts.get("Note");
  if (found === undefined) {
    throw new Error(messages.join("\n"));
  }
  return found.bytecode;
}

describe("the EVM version of a network", () => {
  it("given the README's config and those of the pages, then all with a compiler set the EVM version of the networks", () => {
    const evmVersion = evmVersionOf(DEFAULT_HARDFORK);
    const configs = docBlocks().filter(({ text }) => /solidity: \S/.test(text));

    expect(configs.map(({ document }) => document)).to.include("README.md");
    for (const { document, text } of configs) {
      expect(text, document).to.contain(`evmVersion: "${evmVersion}"`);
    }
  });

  it("is the hardfork of its sandbox, and of its fork if it is configured, unless they have their own", async () => {
    const { config } = await createAlphaHre({
      alpha: {
        forks: true,
        networks: {
          devnet: { hardfork: "shanghai" },
          third: { hardfork: "london" },
        },
      },
      networks: {
        thirdSandbox: {
          type: "edr-simulated",
          chainId: 100,
          hardfork: "cancun",
        },
      },
    });
    const hardforks = ["devnet", "testnet", "third"].map((name) =>
      ["Sandbox", "Fork"].map(
        (kind) => Object(config.networks[`${name}${kind}`]).hardfork,
      ),
    );

    expect(hardforks).to.deep.equal([
      ["shanghai", "shanghai"],
      // With base fees; and the contracts on a live network may need more than its own.
      ["london", "prague"],
      ["cancun", "london"],
    ]);
    const { devnet, testnet } = config.alpha.networks;
    expect([devnet?.hardfork, testnet?.hardfork]).to.deep.equal([
      "shanghai",
      DEFAULT_HARDFORK,
    ]);
    expect(testnet?.origins.get("hardfork")?.kind).to.equal("default");
  });
});

describe("instructions that an EVM version does not have", () => {
  it("given the contract set, are none", async () => {
    for (const { contract } of constructionSteps(plan, ACCOUNT, ACCOUNT)) {
      const { bytecode } = await contractArtifact(contract);
      const found = newerOpcodes(bytecode, DEFAULT_HARDFORK);
      expect([...found], contract).to.deep.equal([]);
    }
  });

  // solc uses no others of its own accord.
  for (const [target, used] of [
    ["merge", []],
    ["osaka", ["PUSH0", "MCOPY"]],
  ] as const) {
    it(`given code for ${target} and any arguments, are those that it uses`, () => {
      const code: Hex = `${compile(SOURCE, target)}${"5b5f5e".repeat(40)}`;
      const found = newerOpcodes(code, DEFAULT_HARDFORK);

      expect([...found.keys()]).to.have.members(used);
      expect(newerOpcodes(code, "osaka").size).to.equal(0);
    });
  }
});

describe("the deployment of a contract", () => {
  /** The warnings that are printed meanwhile. */
  async function warningsDuring(act: () => Promise<void>) {
    const { warn } = console;
    const warnings: string[] = [];
    console.warn = (text: string) => warnings.push(text);
    try {
      await act();
    } finally {
      console.warn = warn;
    }
    return warnings;
  }

  type Request = readonly [method: string, transaction: unknown];
  const creation = (data: Hex): Request => [
    "eth_sendTransaction",
    { from: ACCOUNT, data, gas: "0x4c4b40" },
  ];

  /** The warnings of requests in a project with `contracts/Note.sol:Note`. */
  async function warningsOf(
    network: string,
    bytecode: Hex,
    devnet: { readonly hardfork?: Hardfork } = {},
    requests: readonly Request[] = [creation(bytecode)],
  ): Promise<readonly string[]> {
    const names = { contractName: "Note", sourceName: "contracts/Note.sol" };
    const artifact = { _format: "hh3-artifact-1", ...names, abi: [], bytecode };
    using folder = temporaryFolder({
      "contracts/Note.sol/Note.json": JSON.stringify(artifact),
    });
    const hre = await createAlphaHre({
      paths: { artifacts: folder.root },
      alpha: { networks: { devnet } },
    });
    await using connection = closing(await hre.network.create(network));
    return await warningsDuring(async () => {
      for (const request of requests) {
        await ask(connection, ...request).catch(() => {});
      }
    });
  }

  const argument = `${"20".padStart(64, "0")}${"0".repeat(64)}`;
  const newCode = compile(SOURCE, "cancun");

  it("given instructions that its network does not have, is warned of once, with what to do", async () => {
    const sent = [creation(newCode), creation(`${newCode}${argument}`)];
    const warnings = await warningsOf("devnetSandbox", newCode, {}, sent);

    expect(warnings).to.deep.equal([
      'hardhat-alpha-networks: contracts/Note.sol:Note has instructions of the hardfork cancun (PUSH0, MCOPY), but the EVM version of devnet is istanbul, the oldest that the marketplace\'s contracts need, since none was published. Compile with settings: { evmVersion: "london" }, or set alpha.networks.devnet.hardfork if the network has a newer version.',
    ]);
  });

  it("given a signed transaction, is warned of, too", async () => {
    const signed = await privateKeyToAccount(
      `0x${"5".repeat(64)}`,
    ).signTransaction({
      ...{ chainId: 32457, data: newCode, gas: 3_000_000n, gasPrice: 0n },
    });
    const warnings = await warningsOf("testnetSandbox", newCode, {}, [
      ["eth_sendRawTransaction", signed],
    ]);

    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.contain("the EVM version of testnet is istanbul");
  });

  const readsBaseFee =
    "contract Note { function f() external view returns (uint256) { return block.basefee; } }";
  const oldCode = compile(SOURCE, "merge");
  const cancun = { hardfork: "cancun" } as const;
  for (const [given, network, devnet, code, sent, expected] of [
    [
      "block.basefee before London",
      "devnetSandbox",
      {},
      compile(readsBaseFee, "london"),
      undefined,
      "says that no setting helps",
    ],
    ["code for the EVM version", "devnetSandbox", {}, oldCode],
    [
      "a configured EVM version that has them",
      "devnetSandbox",
      cancun,
      newCode,
    ],
    ["a network that is not an Alpha network", "default", {}, newCode],
    [
      "that of another contract",
      "thirdSandbox",
      {},
      newCode,
      [creation(oldCode)],
    ],
  ] as const) {
    it(`given ${given}, ${expected ?? "is not warned of"}`, async () => {
      const warnings = await warningsOf(network, code, devnet, sent);

      expect(warnings).to.have.length(expected === undefined ? 0 : 1);
      expect(warnings.join()).to.contain(
        expected === undefined ? "" : "Do not read block.basefee, or set",
      );
    });
  }
});
