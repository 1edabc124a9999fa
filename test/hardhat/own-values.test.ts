import { expect } from "chai";
import {
  encodeFunctionData,
  getContractAddress,
  toFunctionSelector,
} from "viem";
import { startLiveNetwork, urlVariables } from "../e2e/live-network.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { httpProvider } from "../support/anvil.ts";
import { createProject } from "../support/cli.ts";
import { runHardhatHere } from "../support/cli-here.ts";
import { ask, closing } from "../support/connections.ts";
import { compileArtifacts } from "../support/own-artifacts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The tenth account of Hardhat. */
const DEPLOYER = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720";
const ADDRESS = getContractAddress({ from: DEPLOYER, nonce: 0n });
const SOURCE = `
  // SPDX-License-Identifier: CC0-1.0
  pragma solidity ^0.8.0;
  contract Market {
    uint256 public fee = 1;
    uint256 public maxRateBps = 2;
    uint256 public SPEND_LIMIT = 3;
    uint256 public operators = 4;
    uint256 public limited = 5;
    string public feeNote = "low";
    address public feeCollector = msg.sender;
    bool public rateLimited;
    address public nextImplementation = msg.sender;
    struct Pair { bytes admin; bytes peer; }
    function config() external pure returns (Pair memory) { return Pair(hex"11", hex"33"); }
    bytes private texts = hex"61ff";
    function setText(bytes calldata next) external { texts = next; }
    function text() external view returns (string memory) { return string(texts); }
    function pair() external view returns (uint256, string[] memory list) { list = new string[](1); list[0] = string(texts); }
    function callback() external view returns (function() external view returns (uint256)) { return this.endless; }
    function endless() external view returns (uint256 n) { while (true) n += fee; }
    function time() external view returns (uint256) { return block.timestamp; }
  }
`;

describe("the watched values of a contract of one's own", function () {
  this.timeout(60_000);

  const folder = temporaryFolder();
  after(() => folder.remove());

  const { Market = {} } = compileArtifacts({}, SOURCE);
  const bytecode = String(Market["bytecode"]);
  const artifact = folder.write("Market.json", JSON.stringify(Market));

  /** The facts of a sandbox with the contract, by the name of the view. */
  async function factsOf(watch: readonly unknown[], ...texts: string[]) {
    const hre = await createAlphaHreOf({
      networks: {
        devnet: {
          contracts: { Market: { address: ADDRESS, artifact, watch } },
        },
      } as never,
    });
    await using connection = closing(await hre.alpha.connect("devnetSandbox"));
    await ask(connection, "eth_sendTransaction", {
      from: DEPLOYER,
      data: bytecode,
    });
    const { abi } = Market;
    for (const text of texts) {
      await ask(connection, "eth_sendTransaction", {
        from: DEPLOYER,
        to: ADDRESS,
        data: encodeFunctionData({
          abi,
          functionName: "setText",
          args: [text],
        } as never),
      });
    }
    const { networks } = await connection.alpha.verify({ level: "wiring" });
    const prefix = "own.Market.";
    const facts = networks.flatMap((network) => network.facts ?? []);
    return new Map(
      facts
        .filter(({ id }) => id.startsWith(prefix))
        .map((fact) => [fact.id.slice(prefix.length), fact]),
    );
  }

  it("given names and severities, then a change of a fee, a rate or a limit matters as such, unless the config says otherwise", async () => {
    const severities = async (watch: readonly unknown[]) =>
      Object.fromEntries(
        [...(await factsOf(watch))].map(([name, fact]) => [
          name,
          fact.severity,
        ]),
      );

    const names = [
      ...["fee", "maxRateBps", "SPEND_LIMIT", "operators", "limited"],
      ...["feeNote", "feeCollector", "rateLimited"],
    ];
    expect(await severities(names)).to.include({
      fee: "fees",
      maxRateBps: "fees",
      SPEND_LIMIT: "fees",
      operators: "information",
      limited: "information",
      feeNote: "fees",
      feeCollector: "control",
      rateLimited: "control",
    });
    expect(
      await severities([
        { view: "operators", severity: "lists" },
        { view: "fee", severity: "information" },
        { view: "rateLimited", severity: "fees" },
        { view: "maxRateBps" },
      ]),
    ).to.include({
      operators: "lists",
      fee: "information",
      rateLimited: "fees",
      maxRateBps: "fees",
    });
  });

  it("given a view that is called like a value of a kind of proxy, then the view is read", async () => {
    const facts = await factsOf(["nextImplementation"]);

    expect(facts.get("nextImplementation()")?.value).to.equal(DEPLOYER);
    expect(facts.has("nextImplementation")).to.equal(false);
  });

  it("given a struct of bytes, then the value has each of them", async () => {
    const facts = await factsOf(["config"]);

    expect(facts.get("config")?.value).to.deep.equal({
      $sequence: ["0x11", "0x33"],
    });
  });

  it("given a view that returns a function, then its 24 bytes are the value", async () => {
    const { value } = (await factsOf(["callback"])).get("callback") ?? {};

    const selector = toFunctionSelector("endless()").slice("0x".length);
    expect(value).to.equal(`${ADDRESS.toLowerCase()}${selector}`);
  });

  it("given texts that are no UTF-8, or have a mark that decoders drop, then the bytes are the value", async () => {
    const valuesOf = async (...texts: string[]) => {
      const facts = await factsOf(["text", "pair"], ...texts);
      return ["text", "pair"].map((name) => facts.get(name)?.value);
    };

    const pairOf = (text: string) => ({
      $sequence: ["0", { $sequence: [text] }],
    });
    for (const bytes of ["0x61ff", "0x61fe", "0xefbbbf61"]) {
      const found = await (bytes === "0x61ff" ? valuesOf() : valuesOf(bytes));
      expect(found).to.deep.equal([bytes, pairOf(bytes)]);
    }
    expect(await valuesOf("0xc3a9")).to.deep.equal(["é", pairOf("é")]);
  });

  it("given a view without an end, then it is unknown, and the reason says to take it out of the list", async () => {
    const fact = (await factsOf(["endless"])).get("endless");

    expect(fact?.verdict).to.equal("unknown");
    expect(fact?.finding?.code).to.equal("unread");
    expect(fact?.finding?.reason).to.match(
      /out of gas.*: take it out of "watch" of the contract$/,
    );
  });

  it("given a view that returns the time, when a lock is written, then a note names it, and no other", async () => {
    await using node = await startLiveNetwork("devnet");
    const { request } = httpProvider(node.url);
    const transaction = { from: DEPLOYER, data: bytecode };
    await request({ method: "evm_setAutomine", params: [false] });
    await request({ method: "eth_sendTransaction", params: [transaction] });
    await request({ method: "anvil_mine", params: ["0x3", "0xc"] });
    using project = createProject(`
import hardhatAlphaNetworks from "hardhat-alpha-networks";
export default {
  plugins: [hardhatAlphaNetworks],
  alpha: { networks: { devnet: { contracts: { Market: {
    address: "${ADDRESS}", artifact: ${JSON.stringify(artifact)}, watch: ["fee", "time"],
  } } } } },
};
`);
    const { code, stdout, stderr } = await runHardhatHere(
      ["alpha", "verify", "devnet", "--write-lock"],
      { cwd: project.root, env: urlVariables({ devnet: node.url }) },
    );

    expect(code, stdout + stderr).to.equal(0);
    expect(stderr).to.match(
      /devnet: own\.Market\.time differs between the blocks \d+ and \d+\. .* take it out of "watch" of Market/,
    );
    expect(stderr).to.not.contain("own.Market.fee differs");
  });
});
