import type { Hex } from "../../../src/base/hex.ts";
import { isRecord } from "../../../src/base/records.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import type { RequestProvider } from "../../../src/rpc/types.ts";
import { httpProvider, placeByDriver, startAnvil } from "../anvil.ts";
import { createProject, runHardhat } from "../cli.ts";
import { type NodeDriver, nodeDriver } from "../node-driver.ts";
import type { NodeProcess } from "../node-process.ts";
import { SANDBOX_PLANS } from "../sandbox-plans.ts";
import { startEthereumJs } from "./ethereumjs.ts";
import { ganacheDriver, startGanache } from "./ganache.ts";
import { startHardhat2Node, startHardhat3Node } from "./hardhat-nodes.ts";

/** The first account of Hardhat's mnemonic, which has funds on every client. */
export const ACCOUNT: Hex = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const ACCOUNT_KEY: Hex =
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

export interface ClientChain {
  readonly network: AlphaNetworkName;
  /** Addresses of contracts at which there is to be no code. */
  readonly missing?: readonly Hex[] | undefined;
  /** The time of a genesis, where it is not to be that of the export. */
  readonly genesisTime?: Hex | undefined;
}

/** A node of a client, with the contract set. Close it. */
export interface ClientNode extends NodeProcess {
  /** Mines a block with the pending transactions. */
  mine(): Promise<void>;
}

/** The software of a node. */
export interface RealClient {
  readonly name: string;
  /** What has to be installed; nothing if it comes with the repository. */
  readonly packages: readonly string[];
  /** @param folder Has the packages installed, and gets the node's files. */
  start(folder: string, chain: ClientChain): Promise<ClientNode>;
  /** Starts a node that has no block but the first, of 1970. */
  startAtGenesis?(folder: string, chain: ClientChain): Promise<ClientNode>;
}

export const REAL_CLIENTS: readonly RealClient[] = [
  {
    name: "anvil",
    packages: [],
    start: async (_folder, chain) =>
      await withContracts(await startAnvil(chainOf(chain)), nodeDriver, chain),
  },
  {
    name: "Hardhat 3 node",
    packages: [],
    start: async (_folder, chain) =>
      await withContracts(
        await startHardhat3Node(chainOf(chain).chainId),
        nodeDriver,
        chain,
      ),
  },
  {
    name: "Hardhat 2 node",
    packages: ["hardhat@2.29.1"],
    start: async (folder, chain) =>
      await withContracts(
        await startHardhat2Node(folder, chainOf(chain).chainId),
        nodeDriver,
        chain,
      ),
  },
  {
    name: "ganache",
    packages: ["ganache@7.9.2"],
    start: async (folder, chain) =>
      await withContracts(
        await startGanache(folder, chainOf(chain).chainId),
        ganacheDriver,
        chain,
      ),
  },
  {
    name: "@ethereumjs/client",
    packages: ["@ethereumjs/client@0.10.5"],
    start: startWithGenesis,
    startAtGenesis,
  },
];

function chainOf({ network }: ClientChain) {
  return SANDBOX_PLANS[network];
}

/** Puts the contracts on a node that can set codes. */
async function withContracts(
  node: NodeProcess,
  driverOf: (provider: RequestProvider) => NodeDriver,
  chain: ClientChain,
): Promise<ClientNode> {
  try {
    const { plan } = chainOf(chain);
    const provider = httpProvider(node.url);
    const driver = driverOf(provider);
    await placeByDriver(driver, provider, plan);
    for (const address of chain.missing ?? []) {
      await driver.setCode(address, "0x");
    }
    return {
      ...node,
      mine: async () => {
        await driver.mine();
      },
    };
  } catch (error) {
    await node.close();
    throw error;
  }
}

async function startWithGenesis(
  folder: string,
  chain: ClientChain,
): Promise<ClientNode> {
  const node = await startAtGenesis(folder, chain);
  try {
    await node.mine();
    return node;
  } catch (error) {
    await node.close();
    throw error;
  }
}

/** Starts a client that cannot set codes, from the exported genesis. */
async function startAtGenesis(
  folder: string,
  { network, missing = [], genesisTime }: ClientChain,
): Promise<ClientNode> {
  const genesis = await exportGenesis(network);
  const { alloc } = genesis;
  if (!isRecord(alloc)) {
    throw new Error("the genesis has no accounts");
  }
  const removed = new Set(missing.map((address) => address.toLowerCase()));
  return await startEthereumJs(folder, {
    ...genesis,
    ...(genesisTime === undefined ? {} : { timestamp: genesisTime }),
    alloc: Object.fromEntries(
      Object.entries(alloc).filter(
        ([address]) => !removed.has(address.toLowerCase()),
      ),
    ),
  });
}

async function exportGenesis(
  network: AlphaNetworkName,
): Promise<Readonly<Record<string, unknown>>> {
  using project = createProject(
    'import alpha from "hardhat-alpha-networks";\nexport default { plugins: [alpha] };',
  );

  const { stdout, stderr } = await runHardhat(
    ["alpha", "export", network, "--format", "genesis"],
    { cwd: project.root },
  );
  const genesis: unknown = JSON.parse(stdout || "null");
  if (!isRecord(genesis)) {
    throw new Error(`alpha export wrote no genesis: ${stderr}`);
  }
  return genesis;
}
