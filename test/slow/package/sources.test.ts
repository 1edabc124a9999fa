import { expect } from "chai";
import {
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  publicActions,
} from "viem";
import manifest from "../../../package.json" with { type: "json" };
import { startLiveNetwork, withCode } from "../../e2e/live-network.ts";
import type { Anvil } from "../../support/anvil.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { compileArtifacts } from "../../support/own-artifacts.ts";
import { runNode } from "../../support/run-node.ts";
import { expectValidReport } from "../../support/schema.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { deployByForge, FORGE_SOURCE } from "../forge-deployment.ts";
import { type SavedDeployment, saveDeployments } from "./deployment-stores.ts";
import { npmInstall } from "./npm.ts";
import { givenPackedPackage } from "./pack-package.ts";
import { hardhatCli } from "./template-project.ts";

const { hardhat, viem } = manifest.devDependencies;
const HARDHAT_VIEM = "@nomicfoundation/hardhat-viem";
const OTHER_CODE = "0x600160005260206000f3";
const configWith = (source: object) => `
import hardhatAlphaNetworks from "hardhat-alpha-networks";

export default {
  plugins: [hardhatAlphaNetworks],
  alpha: {
    sources: [${JSON.stringify(source)}],
    networks: { devnet: { startBlock: 0 } },
  },
};
`;
const RECOGNISED = ["present", "recognised"];
/** Sources by what wrote them, with the verdicts of their contracts. */
const CASES: Readonly<
  Record<string, readonly [source: object, verdicts: object]>
> = {
  "rocketh 0.19": [
    { type: "hardhat-deploy", deployments: "rocketh/devnet" },
    { Child: RECOGNISED, Market: RECOGNISED, Shares: RECOGNISED },
  ],
  "hardhat-deploy 1": [
    { type: "hardhat-deploy", deployments: "old/devnet" },
    // It does not save where immutables are.
    { Child: RECOGNISED, Market: ["present", "unknown"], Shares: RECOGNISED },
  ],
  forge: [
    FORGE_SOURCE,
    { Shares: RECOGNISED, Market: RECOGNISED, Market_2: RECOGNISED },
  ],
};

/** Deploys a contract from a node's first account. */
async function deploy(url: string, data: Hex): Promise<Hex> {
  const client = createWalletClient({
    transport: http(url),
    pollingInterval: 50,
  }).extend(publicActions);
  const [account] = await client.getAddresses();
  if (account === undefined) {
    throw new Error("the node has no account");
  }
  const hash = await client.sendTransaction({ account, chain: null, data });
  const receipt = await client.waitForTransactionReceipt({ hash });
  return receipt.contractAddress ?? "0x";
}

/** A library, a contract, and one with immutables, which links the library. */
async function deployAll(
  url: string,
): Promise<Readonly<Record<string, SavedDeployment>>> {
  const { Child, Shares, Market } = compileArtifacts();
  const codeOf = (artifact: typeof Market) =>
    String(artifact?.["bytecode"]) as Hex;
  const child = await deploy(url, codeOf(Child));
  const shares = await deploy(url, codeOf(Shares));
  const linked = codeOf(Market).replaceAll(/__\$\w{34}\$__/g, shares.slice(2));
  const router = encodeAbiParameters([{ type: "address" }], [child]);
  const market = await deploy(url, `${linked as Hex}${router.slice(2)}`);
  const saved = (address: string, artifact: typeof Market) => {
    const { abi, bytecode, deployedBytecode, immutableReferences } =
      artifact ?? {};
    const evm = { deployedBytecode: { immutableReferences } };
    return { address, abi, bytecode, deployedBytecode, evm };
  };
  return {
    Child: saved(child, Child),
    Market: saved(market, Market),
    Shares: saved(shares, Shares),
  };
}

describe("the packed package in a project of each kind of deployment", function () {
  this.timeout(300_000);

  const { folder: all, archive } = givenPackedPackage();
  const project = temporaryFolder({
    "package.json": '{ "private": true, "type": "module" }',
  });
  let anvil: Anvil;
  before(async () => {
    anvil = await startLiveNetwork("devnet");
    await npmInstall(project.root, [
      archive(),
      `hardhat@${hardhat}`,
      `viem@${viem}`,
      `${HARDHAT_VIEM}@${manifest.devDependencies[HARDHAT_VIEM]}`,
    ]);
    const { url } = anvil;
    for (const [store, path] of [
      ["rocketh 0.19", "rocketh"],
      ["hardhat-deploy 1", "old"],
    ] as const) {
      using folder = temporaryFolder();
      const deployments = await deployAll(url);
      const given = {
        url,
        path: project.at(path),
        name: "devnet",
        deployments,
      };
      await saveDeployments(folder, store, given);
    }
    await deployByForge(project, url);
  });
  after(async () => {
    await anvil?.close();
    project.remove();
    all.remove();
  });

  async function verify(kind: string, source: object) {
    const config = `${kind.replaceAll(/\W/g, "-")}.config.ts`;
    project.write(config, configWith(source));
    const { code, stdout, stderr } = await runNode(
      [
        ...[hardhatCli(project.root), "--config", config, "alpha", "verify"],
        ...["devnet", "--level", "identity", "--format", "json"],
      ],
      {
        cwd: project.root,
        env: {
          ...guardedEnvironment(process.env),
          ALPHA_DEVNET_RPC_URL: anvil.url,
        },
      },
    );
    expect(stdout, stderr).to.not.equal("");
    const [network] = expectValidReport("verify", stdout).networks;
    const all = network?.contracts ?? [];
    const own = all.filter((one) => one.kind === "own");
    const isOtherFailed = all.some(
      (one) => one.kind !== "own" && one.finding?.status === "failed",
    );
    const verdicts = own.map(({ key, verdict, identity }) => [
      key,
      [verdict, identity?.verdict],
    ]);
    return { code, own, verdicts: Object.fromEntries(verdicts), isOtherFailed };
  }

  for (const [kind, [source, verdicts]] of Object.entries(CASES)) {
    it(`given contracts deployed with ${kind}, when they are verified, then each is the one of its artifact, but for code that has changed`, async () => {
      const verified = await verify(kind, source);

      expect(verified.verdicts).to.deep.equal(verdicts);
      expect(verified.isOtherFailed).to.equal(false);
      expect(verified.code).to.not.equal(1);

      const [changed] = verified.own;
      const address = (changed?.address ?? "0x") as Hex;
      const { code, verdicts: later } = await withCode(
        anvil.url,
        address,
        OTHER_CODE,
        () => verify(kind, source),
      );
      expect(later).to.deep.equal({
        ...verdicts,
        [changed?.key ?? ""]: ["present", "wrong"],
      });
      expect(code).to.equal(1);
    });
  }
});
