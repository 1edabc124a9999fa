import { runNode } from "../../support/run-node.ts";
import type { TemporaryFolder } from "../../support/temporary-folder.ts";
import { npm } from "./npm.ts";

/** What a deployment is saved with, as the deploy functions of both give it. */
export interface SavedDeployment {
  readonly address: string;
  readonly abi: unknown;
  readonly bytecode: unknown;
  readonly deployedBytecode: unknown;
  readonly [member: string]: unknown;
}

/** Programs that save deployments with a store, by the packages that they need. */
const STORES = {
  "rocketh 0.19": {
    packages: ["rocketh@0.19.3"],
    program: `
import { createEnvironment } from "rocketh";
import { createFSDeploymentStore } from "./node_modules/rocketh/dist/environment/deployment-store.js";
const { url, path, name, deployments } = JSON.parse(process.argv[2]);
const provider = {
  async request({ method, params = [] }) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    return (await (await fetch(url, { method: "POST", headers, body })).json()).result;
  },
};
const { external, internal } = await createEnvironment(
  { deployments: path, accounts: {}, data: {} },
  { environment: { name, tags: [] }, provider, saveDeployments: true, chain: {} },
  createFSDeploymentStore(),
);
for (const [contract, deployment] of Object.entries(deployments)) {
  await external.save(contract, { argsData: "0x", metadata: "", ...deployment });
}
internal.recordMigration("deploy_market");
`,
  },
  "hardhat-deploy 1": {
    packages: ["hardhat-deploy@1.0.4"],
    // Its store needs nothing of Hardhat 2, and so it is not installed.
    program: `
import Module, { createRequire } from "node:module";
const load = Module._load;
Module._load = (name, ...rest) => (name.startsWith("hardhat/") ? {} : load(name, ...rest));
const { DeploymentsManager } = createRequire(import.meta.url)("hardhat-deploy/dist/src/DeploymentsManager.js");
const { url, path, name, deployments } = JSON.parse(process.argv[2]);
const provider = {
  async send(method, params = []) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    return (await (await fetch(url, { method: "POST", headers, body })).json()).result;
  },
};
const network = { name, saveDeployments: true, tags: {}, config: {}, provider };
const config = { paths: { deployments: path }, networks: {}, namedAccounts: {} };
const manager = new DeploymentsManager({ network, config }, network);
for (const [contract, deployment] of Object.entries(deployments)) {
  await manager.saveDeployment(contract, { args: [], ...deployment });
}
`,
  },
} as const;

/** Saves deployments on the node at a URL, in a new folder with a store's packages. */
export async function saveDeployments(
  folder: TemporaryFolder,
  store: keyof typeof STORES,
  given: {
    readonly url: string;
    /** The folder of all networks. */
    readonly path: string;
    /** The network. */
    readonly name: string;
    readonly deployments: Readonly<Record<string, SavedDeployment>>;
  },
): Promise<void> {
  const { packages, program } = STORES[store];
  folder.write("package.json", '{ "private": true }');
  const file = folder.write("save.mjs", program);
  const { code, output } = await npm(folder.root, [
    ...["install", "--no-audit", "--no-fund", "--prefer-offline"],
    // Neither needs what its plugin is for.
    ...["--legacy-peer-deps", "--ignore-scripts", ...packages],
  ]);
  if (code !== 0) {
    throw new Error(`npm ended with ${code}:\n${output}`);
  }
  const saved = await runNode([file, JSON.stringify(given)], {
    cwd: folder.root,
  });
  if (saved.code !== 0) {
    throw new Error(`${store} ended with ${saved.code}:\n${saved.stderr}`);
  }
}
