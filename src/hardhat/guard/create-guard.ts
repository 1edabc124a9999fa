import { AsyncLocalStorage } from "node:async_hooks";
import type { HardhatConfig } from "hardhat/types/config";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";
import { isRecord } from "../../base/records.ts";
import { isFork, markedNetwork } from "../../config/hardhat-networks.ts";
import { chainsWithSameId } from "../../config/network-values.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import reads from "./reads.json" with { type: "json" };
import { socketChanges, watchSockets } from "./socket-changes.ts";

/** How long a check holds, in ms: the URL may lead to another node by then. */
const MAX_AGE_MS = 60_000;

interface Check {
  readonly result: Promise<void>;
  /** The time and the sockets when it ended; `undefined` while it runs. */
  ended?: { readonly at: number; readonly sockets: number };
}

/** A request that Hardhat's handlers complete by requests of their own. */
interface OuterRequest {
  readonly connection: object;
  readonly request: Pick<JsonRpcRequest, "method" | "params">;
}

const outer = new AsyncLocalStorage<OuterRequest | undefined>();

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
  /**
   * Checks a connection's chain before a request that is not known to be a read.
   *
   * @throws HardhatPluginError if the chain is not confirmed to be the one of the
   * Alpha network.
   */
  async function check(
    config: HardhatConfig,
    connection: NodeConnection,
    request: Pick<JsonRpcRequest, "method" | "params">,
  ): Promise<void> {
    const network = isRead(request)
      ? undefined
      : guardedNetwork(config, connection);
    if (network === undefined) {
      return;
    }
    watchSockets();
    let current = checks.get(connection);
    if (current === undefined || !isCurrent(current)) {
      const started: Check = {
        // Requests of the check must not wait for it.
        result: outer.run(undefined, async () => {
          const { checkConnection } = await import("./check-connection.ts");
          await checkConnection(network, connection);
        }),
      };
      started.result.then(
        () => {
          started.ended = { at: now(), sockets: socketChanges() };
        },
        () => checks.delete(connection),
      );
      checks.set(connection, started);
      current = started;
    }
    await current.result;
  }

  return {
    check,
    /**
     * Sends a request after the check. If it is one of Hardhat's handlers, which complete
     * a transaction before they sign it, the transaction is checked again: sockets may
     * have been opened since.
     */
    send: async (
      config: HardhatConfig,
      connection: NodeConnection,
      request: JsonRpcRequest,
      next: () => Promise<JsonRpcResponse>,
    ): Promise<JsonRpcResponse> => {
      const around = outer.getStore();
      await check(config, connection, request);
      const response = await outer.run({ connection, request }, next);
      if (around?.connection === connection) {
        await check(config, connection, around.request);
      }
      return response;
    },
    /** Checks a connection again: a node that was away may be another one. */
    forget: (connection: object): void => {
      checks.delete(connection);
    },
  };
}

/**
 * The network that the guard protects on a connection: to a live node or a fork of an
 * Alpha network, unless it is disabled. That of the config counts, too, whatever the
 * connection overrides. Transactions on any other simulated chain are not valid outside
 * of the process.
 */
export function guardedNetwork(
  { alpha, networks }: HardhatConfig,
  { networkName, networkConfig }: NodeConnection,
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

const SIGNERS = ["getSigner", "getSigners"] as const;

/**
 * Runs a check before `connection.ethers` makes a signer, which may sign without a
 * request. hardhat-ethers may add its helpers before or after this plugin.
 */
export function proveSigners(
  connection: object,
  prove: () => Promise<void>,
): void {
  let helpers = proved(Reflect.get(connection, "ethers"), prove);
  Object.defineProperty(connection, "ethers", {
    configurable: true,
    enumerable: helpers !== undefined,
    get: () => helpers,
    set: (value: unknown) => {
      helpers = proved(value, prove);
    },
  });
}

function proved(helpers: unknown, prove: () => Promise<void>): unknown {
  if (!isRecord(helpers)) {
    return helpers;
  }
  for (const name of SIGNERS) {
    const make = helpers[name];
    if (typeof make === "function") {
      Object.assign(helpers, {
        [name]: async (...args: readonly unknown[]) => {
          await prove();
          return await make(...args);
        },
      });
    }
  }
  return helpers;
}

/**
 * The methods that neither sign nor send anything: reads of the usual clients, and the
 * methods of simulated chains. Clients keep adding methods that send, so every other one
 * is checked: one that only reads just costs a check.
 */
const KNOWN: ReadonlySet<string> = new Set(
  Object.entries(reads).flatMap(([namespace, names]) =>
    names.map((name) => `${namespace}_${name}`),
  ),
);

/** Returns whether a JSON-RPC method is known to neither sign nor send anything. */
export function isKnownRead(method: string): boolean {
  return KNOWN.has(method);
}

/** A read that carries a signed authorization (EIP-7702) shows it to the node. */
function isRead({
  method,
  params,
}: Pick<JsonRpcRequest, "method" | "params">): boolean {
  return isKnownRead(method) && !carriesAuthorization(params);
}

function carriesAuthorization(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(carriesAuthorization);
  }
  return (
    isRecord(value) &&
    Object.entries(value).some(([name, member]) => {
      if (name === "authorizationList") {
        return Array.isArray(member) && member.length > 0;
      }
      return carriesAuthorization(member);
    })
  );
}
