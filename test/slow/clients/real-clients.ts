import type { Hex } from "../../../src/base/hex.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import type { RequestProvider } from "../../../src/rpc/types.ts";
import {
  httpProvider,
  placeByDriver,
  startAnvil,
} from "../../support/anvil.ts";
import { createProject, runHardhat } from "../../support/cli.ts";
import { type NodeDriver, nodeDriver } from "../../support/node-driver.ts";
import type { NodeProcess } from "../../support/node-process.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { startEthereumJs } from "./ethereumjs.ts";
import { ganacheDriver, startGanache } from "./ganache.ts";
import { startHardhat2Node, startHardhat3Node } from "./hardhat-nodes.ts";

/** The first account of Hardhat's mnemonic, which has funds on every client. */
export const ACCOUNT: Hex = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
export const ACCOUNT_KEY: Hex =
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

interface ClientChain {
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
  start(
    folder: string,
    chain: Pick<ClientChain, "network">,
  ): Promise<ClientNode>;
  /** A node without contracts: `node` itself, or another one. */
  without(
    node: ClientNode,
    folder: string,
    chain: ClientChain & { readonly missing: readonly Hex[] },
  ): Promise<ClientNode>;
  /** Starts a node that has no block but the first, of 1970. */
  startAtGenesis?(folder: string, chain: ClientChain): Promise<ClientNode>;
}

export const REAL_CLIENTS: readonly RealClient[] = [
  withContracts("anvil", [], (_folder, chainId) => startAnvil({ chainId })),
  withContracts("Hardhat 3 node", [], startHardhat3Node),
  withContracts("Hardhat 2 node", ["hardhat@2.29.1"], startHardhat2Node),
  withContracts("ganache", ["ganache@7.9.2"], startGanache, ganacheDriver),
  {
    name: "@ethereumjs/client",
    packages: ["@ethereumjs/client@0.10.5"],
    start: startWithGenesis,
    without: (_node, folder, chain) => startWithGenesis(folder, chain),
    startAtGenesis,
  },
];

/** A client whose nodes can set codes, which puts the contracts there. */
function withContracts(
  name: string,
  packages: readonly string[],
  startNode: (folder: string, chainId: number) => Promise<NodeProcess>,
  driverOf: (provider: RequestProvider) => NodeDriver = nodeDriver,
): RealClient {
  return {
    name,
    packages,
    without: async (node, _folder, { missing }) => {
      const driver = driverOf(httpProvider(node.url));
      for (const address of missing) {
        await driver.setCode(address, "0x");
      }
      return node;
    },
    start: async (folder, { network }) => {
      const { chainId, plan } = SANDBOX_PLANS[network];
      const node = await startNode(folder, chainId);
      try {
        const provider = httpProvider(node.url);
        const driver = driverOf(provider);
        await placeByDriver(driver, provider, plan);
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
    },
  };
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
  const removed = new Set(missing.map((address) => address.toLowerCase()));
  const alloc = Object.entries(Object(genesis["alloc"])).filter(
    ([address]) => !removed.has(address.toLowerCase()),
  );
  return await startEthereumJs(folder, {
    ...genesis,
    ...(genesisTime === undefined ? {} : { timestamp: genesisTime }),
    alloc: Object.fromEntries(alloc),
  });
}

async function exportGenesis(
  network: AlphaNetworkName,
): Promise<Readonly<Record<string, unknown>>> {
  using project = createProject(
    'import alpha from "hardhat-alpha-networks";\nexport default { plugins: [alpha] };',
  );
  const { stdout } = await runHardhat(
    ["alpha", "export", network, "--format", "genesis"],
    { cwd: project.root },
  );
  return JSON.parse(stdout);
}
