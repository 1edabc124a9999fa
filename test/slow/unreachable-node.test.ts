import { expect } from "chai";
import {
  createProject,
  runHardhat,
  type TemporaryProject,
} from "../support/cli.ts";
import { DEAD_URL } from "../support/listen.ts";

const KEY = "c0ffee254729296a45a3885639ac7e10";
const ADDRESS = `0x${"12".repeat(20)}`;
const SENTENCE = `No response from devnet at ${DEAD_URL}: connection refused: is the node running? Check the node, or set another URL: ALPHA_DEVNET_RPC_URL, or alpha.networks.devnet.url in the Hardhat config.`;

const CONFIG = `
import alphaNetworks from "hardhat-alpha-networks";
import ethers from "@nomicfoundation/hardhat-ethers";
import ignition from "@nomicfoundation/hardhat-ignition-viem";
export default {
  plugins: [alphaNetworks, ethers, ignition],
  alpha: { networks: { devnet: {
    url: process.env.NODE_URL, hardhat: { accounts: ["0x${"11".repeat(32)}"] } } } },
};`;

const MODULE = `
import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
const ABI = [{ type: "function", name: "run", inputs: [], outputs: [], stateMutability: "nonpayable" }];
export default buildModule("Market", (m) => {
  m.call(m.contractAt("Market", ABI, "${ADDRESS}"), "run", []);
  return {};
});`;

/** As users write it: what fails is listed, and the last one ends the script. */
const SCRIPT = `
import { network } from "hardhat";
import { Contract } from "ethers";
const connection = await network.create("devnet");
const { ethers, provider, viem } = connection;
const contract = new Contract("${ADDRESS}", ["function name() view returns (string)"], ethers.provider);
for (const act of [
  () => viem.getWalletClients(),
  async () => await (await viem.getPublicClient()).getBlockNumber(),
  () => ethers.getSigners(),
  () => provider.request({ method: "eth_sendTransaction",
    params: [{ from: "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A", to: "${ADDRESS}", value: "0x1" }] }),
]) {
  await act().catch(({ name, message }) => console.log(name, message));
}
await contract.name();`;

describe("a script whose node is unreachable", function () {
  this.timeout(60_000);

  let project: TemporaryProject;
  before(async () => {
    project = createProject(CONFIG);
    project.write("scripts/run.ts", SCRIPT);
    project.write("ignition/modules/market.ts", MODULE);
  });
  after(() => project?.remove());

  /** Runs what fails because of the node, without a stack or the key in the URL. */
  const failing = async (command: string) => {
    const { code, stdout, stderr } = await runHardhat(command.split(" "), {
      cwd: project.root,
      env: { NODE_URL: `${DEAD_URL}/v1/${KEY}` },
    });
    expect(code).to.equal(1);
    expect(stdout + stderr).not.to.contain("report-bug");
    expect(stdout + stderr).not.to.match(/^\s+at /m);
    expect(stdout + stderr).not.to.contain(KEY);
    return { stdout, stderr };
  };

  it("given a request of viem, ethers or the provider, then hardhat run ends with one sentence: the origin, and where the URL is set", async () => {
    const { stdout, stderr } = await failing("run --no-compile scripts/run.ts");

    const lines = stdout.trim().split("\n");
    expect(lines.slice(0, 3)).to.deep.equal(
      Array(3).fill(`HardhatPluginError ${SENTENCE}`),
    );
    expect(lines.slice(3).join("\n"))
      .to.match(/^\w+ Could not read the gas fee .*ALPHA_DEVNET_RPC_URL/)
      .and.contain(`devnet (${DEAD_URL})`);
    expect(stderr.split("\n")[0]).to.equal(
      `Error in community plugin hardhat-alpha-networks: ${SENTENCE}`,
    );
  });

  it("given hardhat ignition deploy, then it ends with the same sentence", async () => {
    const { stderr } = await failing(
      "ignition deploy ignition/modules/market.ts --network devnet",
    );

    expect(stderr).to.contain(SENTENCE);
  });
});
