import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { contractArtifact } from "../../src/contracts/contract-artifact.ts";
import { newerOpcodes } from "../../src/hardhat/solidity/newer-opcodes.ts";
import {
  DEFAULT_HARDFORK,
  evmVersionOf,
  HARDFORKS,
  type Hardfork,
} from "../../src/networks/hardforks.ts";
import { constructionSteps } from "../../src/sandbox/contract-steps.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { errorOf } from "../support/rejection-of.ts";
import { createSandbox } from "../support/sandbox-connection.ts";
import { market } from "../support/sandbox-market.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { compileSolidity } from "../support/solc.ts";

const { plan, chainId } = SANDBOX_PLANS.devnet;
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
  it("given none, is the oldest on which its contracts publish data assets", async () => {
    const publishOn = async (hardfork: string) => {
      const { connection } = await createSandbox(plan, { chainId, hardfork });
      try {
        return await market(connection.provider, plan).publish({
          publisher: ACCOUNT,
          paymentToken: plan.token,
          paymentDecimals: 18,
          price: 10n ** 18n,
        });
      } finally {
        await connection.close();
      }
    };

    expect((await publishOn(DEFAULT_HARDFORK)).exchangeId).to.match(/^0x/);
    expect(await errorOf(() => publishOn("petersburg"))).to.be.an("error");
    expect(HARDFORKS[0]).to.equal(DEFAULT_HARDFORK);
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
    const hardforkOf = (name: string) => {
      const network = config.networks[name];
      return network?.type === "edr-simulated" ? network.hardfork : undefined;
    };

    expect(
      ["devnet", "testnet", "third"].map((name) => [
        hardforkOf(`${name}Sandbox`),
        hardforkOf(`${name}Fork`),
      ]),
    ).to.deep.equal([
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
    ["merge", {}],
    ["shanghai", { PUSH0: "shanghai" }],
    ["osaka", { PUSH0: "shanghai", MCOPY: "cancun" }],
  ] as const) {
    it(`given code for ${target} and any arguments, are those that it uses and older hardforks do not have`, () => {
      const code: Hex = `${compile(SOURCE, target)}${"5b5f5e".repeat(40)}`;
      for (const [position, hardfork] of HARDFORKS.entries()) {
        const newer: readonly string[] = HARDFORKS.slice(position + 1);
        expect(
          [...newerOpcodes(code, hardfork)],
          hardfork,
        ).to.have.deep.members(
          Object.entries(used).filter(([, since]) => newer.includes(since)),
        );
      }
    });
  }

  for (const [name, statement, needed] of [
    ["BASEFEE", "return block.basefee", "london"],
    ["BLOBBASEFEE", "return block.blobbasefee", "cancun"],
    ["TLOAD", "uint256 x; assembly { x := tload(0) } return x", "cancun"],
    ["CLZ", "uint256 x; assembly { x := clz(gas()) } return x", "osaka"],
  ] as const) {
    it(`given ${name} in a function, names it and its hardfork`, () => {
      const source = `contract Note { function f() external view returns (uint256) { ${statement}; } }`;
      const found = newerOpcodes(compile(source, "osaka"), DEFAULT_HARDFORK);

      expect(found.get(name)).to.equal(needed);
      expect(found.get("PUSH0")).to.equal("shanghai");
    });
  }

  it("given a library that is not linked yet, are those behind it, too", () => {
    const code = `0x73__$${"a".repeat(34)}$__5c`;

    expect([...newerOpcodes(code, "london")]).to.deep.equal([
      ["TLOAD", "cancun"],
    ]);
  });
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

  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "alpha-artifacts-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A project that has compiled a contract, `contracts/Note.sol:Note`. */
  async function projectWith(
    bytecode: Hex,
    devnet: { readonly hardfork?: Hardfork } = {},
  ) {
    const artifacts = mkdtempSync(join(folder, "project-"));
    const sources = join(artifacts, "contracts/Note.sol");
    mkdirSync(sources, { recursive: true });
    const names = { contractName: "Note", sourceName: "contracts/Note.sol" };
    const artifact = { _format: "hh3-artifact-1", ...names, abi: [], bytecode };
    writeFileSync(join(sources, "Note.json"), JSON.stringify(artifact));
    return await createAlphaHre({
      paths: { artifacts },
      alpha: { networks: { devnet } },
    });
  }

  async function warningsOf(
    network: string,
    devnet: { readonly hardfork?: Hardfork },
    code: Hex,
    sent: readonly Hex[] = [code],
  ): Promise<readonly string[]> {
    const hre = await projectWith(code, devnet);
    const connection = await hre.network.create(network);
    const warnings = await warningsDuring(async () => {
      for (const data of sent) {
        const params = [{ from: ACCOUNT, data, gas: "0x4c4b40" }];
        const method = "eth_sendTransaction";
        await connection.provider.request({ method, params }).catch(() => {});
      }
    });
    await connection.close();
    return warnings;
  }

  const argument = `${"20".padStart(64, "0")}${"0".repeat(64)}`;
  const newCode = compile(SOURCE, "cancun");

  it("given instructions that its network does not have, is warned of once, with what to do", async () => {
    const sent: readonly Hex[] = [newCode, `${newCode}${argument}`];
    const warnings = await warningsOf("devnetSandbox", {}, newCode, sent);

    expect(warnings).to.deep.equal([
      'hardhat-alpha-networks: contracts/Note.sol:Note has instructions of the hardfork cancun (PUSH0, MCOPY), but the EVM version of devnet is istanbul, the oldest that the marketplace\'s contracts need, since none was published. Compile with settings: { evmVersion: "london" }, or set alpha.networks.devnet.hardfork if the network has a newer version.',
    ]);
  });

  it("given a signed transaction, is warned of, too", async () => {
    const { alpha } = await projectWith(newCode);
    const connection = await alpha.connect("testnetSandbox");
    const { provider } = connection;
    const account = privateKeyToAccount(`0x${"5".repeat(64)}`);
    const signed = await account.signTransaction({
      chainId: 32457,
      data: newCode,
      gas: 3_000_000n,
      gasPrice: 0n,
    });
    const warnings = await warningsDuring(async () => {
      const params = [signed];
      await errorOf(() =>
        provider.request({ method: "eth_sendRawTransaction", params }),
      );
    });
    await connection.close();

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
    ["that of another contract", "thirdSandbox", {}, newCode, [oldCode]],
  ] as const) {
    it(`given ${given}, ${expected ?? "is not warned of"}`, async () => {
      const warnings = await warningsOf(network, devnet, code, sent);

      expect(warnings).to.have.length(expected === undefined ? 0 : 1);
      expect(warnings.join()).to.contain(
        expected === undefined ? "" : "Do not read block.basefee, or set",
      );
    });
  }
});
