import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import type { TemporaryProject } from "../../support/cli.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { type ProcessResult, runNode } from "../../support/run-node.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import {
  type SandboxProcess,
  startSandboxProcess,
} from "../../support/sandbox-process.ts";
import { createExample } from "../examples/example-project.ts";
import { isRegistryInReach, npmInstall } from "../package/npm.ts";

/** By the name that each is installed under: the first is the example's. */
const VERSIONS = {
  "@oceanprotocol/lib": "5.1.3",
  "ocean-4": "4.3.7",
  "ocean-3": "3.4.6",
} as const;
/** What `getConfig` takes; its list has no testnet. */
const LOOK_UPS = [
  ["devnet", 32456],
  ["devnet", "pontus-x-devnet"],
  ["devnet", "development"],
  ["testnet", "unknown"],
  ["third", 100],
  ["third", "gen-x-testnet"],
] as const;
const LIVE_NODES = {
  32456: "https://rpc.dev.pontus-x.eu",
  100: "https://rpc.genx.minimal-gaia-x.eu",
};
const SCRIPT = `
const { ConfigHelper, configHelperNetworks } = require(process.argv[1]);
const helper = new ConfigHelper();
const found = JSON.parse(process.argv[2]).map((key) => helper.getConfig(key));
const byChainId = helper.getConfig(32457);
configHelperNetworks.push({
  ...configHelperNetworks[0],
  chainId: 32457,
  network: "pontus-x-testnet",
});
const added = helper.getConfig(32457);
process.stdout.write("\\n" + JSON.stringify({ found, byChainId, added }));
`;

describe("ocean.js on served sandboxes", function () {
  this.timeout(300_000);

  const folder = mkdtempSync(join(tmpdir(), "alpha-ocean-"));
  let project: TemporaryProject;
  let sandboxes: SandboxProcess;
  const addressFile = join(folder, "address.json");

  before(async function () {
    if (!(await isRegistryInReach(folder))) {
      this.skip();
    }
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    await npmInstall(folder, [
      ...["--legacy-peer-deps", "--ignore-scripts"],
      ...Object.entries(VERSIONS).map(([name, version]) =>
        name === "@oceanprotocol/lib"
          ? `${name}@${version}`
          : `${name}@npm:@oceanprotocol/lib@${version}`,
      ),
    ]);
    project = createExample("ocean-js");
    cpSync(
      join(project.root, "publish-and-buy.mjs"),
      join(folder, "example.mjs"),
    );
    sandboxes = await startSandboxProcess(
      ["--all", "--port", "0", "--address-file", addressFile],
      { cwd: project.root },
    );
  });

  after(async () => {
    await sandboxes?.end("SIGTERM");
    project?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const node = async (...args: readonly string[]): Promise<ProcessResult> =>
    await runNode(args, {
      cwd: folder,
      env: { ...guardedEnvironment(process.env), ADDRESS_FILE: addressFile },
      timeout: 60_000,
    });

  it("given the example's commands, then each publishes and buys on its network", async () => {
    const readme = readFileSync(join(project.root, "README.md"), "utf8");
    expect(readme).to.contain(
      ` @oceanprotocol/lib@${VERSIONS["@oceanprotocol/lib"]}\n`,
    );
    const keys = [...readme.matchAll(/publish-and-buy\.mjs (\S+) http/g)].map(
      ([, key = ""]) => key,
    );
    expect(keys).to.have.length(3);
    for (const [index, url] of [...sandboxes.urls.values()].entries()) {
      const { code, stdout, stderr } = await node(
        "example.mjs",
        keys[index] ?? "",
        url,
      );

      expect(stderr).to.equal("");
      expect(stdout).to.match(
        new RegExp(
          `^Published 0x\\w{40} on ${keys[index]}\\.\\nBought 1\\.0 of it for 2\\.5025 OCEAN\\.\\n$`,
        ),
      );
      expect(code).to.equal(0);
    }
  });

  for (const [name, version] of Object.entries(VERSIONS)) {
    it(`given ocean.js ${version}, then it finds the addresses of all networks in the address file`, async () => {
      const keys = LOOK_UPS.map(([, key]) => key);

      const { code, stdout, stderr } = await node(
        "--eval",
        SCRIPT,
        name,
        JSON.stringify(keys),
      );

      expect(code, stderr).to.equal(0);
      const { found, byChainId, added } = JSON.parse(
        stdout.split("\n").at(-1) ?? "",
      );
      for (const [index, [network]] of LOOK_UPS.entries()) {
        expect(lower(found[index])).to.deep.include(
          lower(addressesOf(network)),
        );
      }
      expect(lower(added)).to.deep.include(lower(addressesOf("testnet")));
      // What the documentation says that users have to know.
      expect(byChainId).to.equal(null);
      const nodes: readonly string[] = found.map(
        ({ nodeUri }: { nodeUri: string }) => nodeUri,
      );
      const local = "http://127.0.0.1:8545";
      expect(nodes).to.deep.equal([
        ...[LIVE_NODES[32456], LIVE_NODES[32456], local],
        local,
        ...[LIVE_NODES[100], LIVE_NODES[100]],
      ]);
    });
  }
});

/** A network's addresses under the names of ocean.js. */
function addressesOf(network: keyof typeof SANDBOX_PLANS) {
  const { chainId, plan } = SANDBOX_PLANS[network];
  return {
    chainId,
    startBlock: 0,
    nftFactoryAddress: plan.erc721Factory,
    routerFactoryAddress: plan.router,
    fixedRateExchangeAddress: plan.fixedPrice,
    dispenserAddress: plan.dispenser,
    oceanTokenAddress: plan.token,
    opfCommunityFeeCollector: plan.communityFeeCollector,
  };
}

const lower = (value: unknown) =>
  JSON.parse(JSON.stringify(value).toLowerCase());
