import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { isFork, markedNetwork } from "../../config/hardhat-networks.ts";
import { chainsWithSameId } from "../../config/network-values.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { socketChanges, watchSockets } from "./socket-changes.ts";

/** How long a check holds, in ms: the URL may lead to another node by then. */
const MAX_AGE_MS = 60_000;

interface Check {
  readonly result: Promise<void>;
  /** What held when it ended; `undefined` while it runs. */
  ended?: { readonly at: number; readonly sockets: number };
}

/**
 * Creates a guard that checks a connection before its transactions; concurrent ones
 * share a check. It is repeated after a minute, and after any socket was opened or
 * closed, behind which a load balancer may have another node. A failed check is repeated
 * for the next transaction, since the node may be back or corrected by then.
 *
 * @param now the time in ms
 */
export function createGuard(now = () => performance.now()) {
  const checks = new WeakMap<object, Check>();
  const isCurrent = ({ ended }: Check): boolean =>
    ended === undefined ||
    (now() - ended.at < MAX_AGE_MS && ended.sockets === socketChanges());
  return {
    /**
     * Checks a connection's chain before a request that is not known to be a read.
     *
     * @throws HardhatPluginError if the chain is not confirmed to be the one of the
     * Alpha network.
     */
    check: async <ChainTypeT extends ChainType | string>(
      config: HardhatConfig,
      connection: NetworkConnection<ChainTypeT>,
      method: string,
    ): Promise<void> => {
      const network = isKnownRead(method)
        ? undefined
        : guardedNetwork(config, connection);
      if (network === undefined) {
        return;
      }
      watchSockets();
      let check = checks.get(connection);
      if (check === undefined || !isCurrent(check)) {
        const started: Check = { result: runCheck(network, connection) };
        started.result.then(
          () => {
            started.ended = { at: now(), sockets: socketChanges() };
          },
          () => checks.delete(connection),
        );
        checks.set(connection, started);
        check = started;
      }
      await check.result;
    },
    /** Checks a connection again: a node that was away may be another one. */
    forget: (connection: object): void => {
      checks.delete(connection);
    },
  };
}

async function runCheck<ChainTypeT extends ChainType | string>(
  network: ResolvedAlphaNetwork,
  connection: NetworkConnection<ChainTypeT>,
): Promise<void> {
  const { checkConnection } = await import("./check-connection.ts");
  await checkConnection(network, connection);
}

/**
 * The network that the guard protects on a connection: to a live node or a fork of an
 * Alpha network, unless it is disabled. That of the config counts, too, whatever the
 * connection overrides. Transactions on any other simulated chain are not valid outside
 * of the process.
 */
function guardedNetwork<ChainTypeT extends ChainType | string>(
  { alpha, networks }: HardhatConfig,
  { networkName, networkConfig }: NetworkConnection<ChainTypeT>,
): ResolvedAlphaNetwork | undefined {
  if (networkConfig.type !== "http" && !isFork(networkConfig)) {
    return undefined;
  }
  return [networkConfig, networks[networkName] ?? networkConfig]
    .flatMap((each) => markedNetwork({ alpha }, each) ?? [])
    .find(
      (network) =>
        network.guard ||
        // By default, the chain id of the connection decides, too.
        (network.origins.get("guard")?.kind === "default" &&
          chainsWithSameId(network, networkConfig.chainId).length > 0),
    );
}

/**
 * The methods that neither sign nor send anything: reads of the usual clients, and the
 * methods of simulated chains. Clients keep adding methods that send, so every other one
 * is checked: one that only reads just costs a check.
 */
const READS = new RegExp(
  `^(?:${[
    "eth_(?:accounts|blobBaseFee|blockNumber|call|callMany|chainId|coinbase|config)",
    "eth_(?:createAccessList|estimateGas|feeHistory|gasPrice|get\\w+|hashrate)",
    "eth_(?:maxPriorityFeePerGas|mining|new\\w*Filter|protocolVersion|simulateV1)",
    "eth_(?:subscribe|syncing|uninstallFilter|unsubscribe)",
    "(?:net|web3)_\\w+",
    "rpc_modules",
    "debug_(?:get|storageRange|trace)\\w*",
    "trace_(?!raw)\\w+",
    "txpool_(?:content|contentFrom|inspect|status)",
    "(?:anvil|evm|hardhat)_(?:(?!send|sign)\\w)+",
  ].join("|")})$`,
);

/** Whether a JSON-RPC method is known to neither sign nor send anything. */
export function isKnownRead(method: string): boolean {
  return READS.test(method);
}
