import type { HardhatConfig } from "hardhat/types/config";
import type { NetworkHooks } from "hardhat/types/hooks";
import type { JsonRpcRequest } from "hardhat/types/providers";
import { isRecord, recordOf } from "../../base/records.ts";
import {
  isFork,
  isSandbox,
  markedNetwork,
} from "../../config/hardhat-networks.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import {
  confirmOverride,
  createAlphaConnection,
  openConnection,
} from "../connections/alpha-connection.ts";
import type { ForkTokens } from "../forks/start-fork.ts";
import {
  createGuard,
  guardedNetwork,
  proveSigners,
} from "../guard/create-guard.ts";
import { passByRoute } from "../guard/transaction-route.ts";
import { setIntervals } from "../transactions/wait-limits.ts";
import { genericHelpers, setDefaultChain } from "../viem/set-default-chain.ts";

/** Methods whose first parameter is a call or a transaction. */
const METHODS: ReadonlySet<string> = new Set([
  "eth_call",
  "eth_estimateGas",
  "eth_createAccessList",
  "eth_sendTransaction",
  "debug_traceCall",
]);

/**
 * Removes an `input` that equals `data` from a request. Foundry's cast sends both,
 * which geth accepts, but EDR rejects ("duplicate field `data`"). If they differ,
 * the request is left unchanged, so that EDR rejects it.
 */
function withoutRepeatedInput(request: JsonRpcRequest): JsonRpcRequest {
  const { method, params } = request;
  if (!METHODS.has(method) || !Array.isArray(params)) {
    return request;
  }
  const [call, ...rest]: readonly unknown[] = params;
  const { input, ...others } = recordOf(call);
  const { data } = others;
  if (typeof input !== "string" || typeof data !== "string") {
    return request;
  }
  if (input.toLowerCase() === data.toLowerCase()) {
    return { ...request, params: [others, ...rest] };
  }
  return request;
}

const FEES = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] as const;

/**
 * Adds multiplied fees to a transaction that sets none, if the `gasFeeMultiplier` of its
 * network is not 1. Any other request is returned unchanged: also if the network config
 * has a fixed `gasPrice`, and for transactions that are signed already or that Hardhat
 * leaves to the node to sign. As in Hardhat, only `undefined` is unset.
 *
 * @returns the request, and what to call with its result.
 * @throws HardhatPluginError if the fees could not be read.
 */
async function multiplyFees(
  config: HardhatConfig,
  connection: NodeConnection,
  request: JsonRpcRequest,
) {
  const { method, params } = request;
  const { networkConfig } = connection;
  const network = markedNetwork(config, networkConfig);
  if (
    network === undefined ||
    method !== "eth_sendTransaction" ||
    !Array.isArray(params)
  ) {
    return { request };
  }
  const [transaction, ...rest]: readonly unknown[] = params;
  if (
    network.values.gasFeeMultiplier === 1 ||
    typeof networkConfig.gasPrice === "bigint" ||
    !isRecord(transaction) ||
    FEES.some((fee) => transaction[fee] !== undefined)
  ) {
    return { request };
  }
  const { multipliedFees } = await import("../transactions/multiplied-fees.ts");
  const { fees, remember } = await multipliedFees(
    connection,
    network,
    transaction,
  );
  const priced = { ...request, params: [{ ...transaction, ...fees }, ...rest] };
  return { request: priced, remember };
}

const guard = createGuard();

/** A wallet client or signer may sign without a request. */
const SIGNATURE = { method: "eth_sign" };

/** hardhat-viem estimates the gas of a deployment first, which may fail. */
const MAY_DEPLOY = /^eth_(?:estimateGas|send(?:Raw)?Transaction)$/;

export default async (): Promise<Partial<NetworkHooks>> => ({
  async newConnection(context, next) {
    const connection = await openConnection(async () => await next(context));
    const { config } = context;
    const { networkConfig } = connection;
    await confirmOverride(config, connection);
    let tokens: ForkTokens = {};
    if (isSandbox(networkConfig)) {
      const { openSandbox } = await import("../../sandbox/populate-sandbox.ts");
      await openSandbox(config, connection);
    }
    if (networkConfig.alphaNetwork !== undefined && isFork(networkConfig)) {
      const { startFork } = await import("../forks/start-fork.ts");
      tokens = await startFork(config, connection, networkConfig);
    }
    connection.alpha = createAlphaConnection(config, connection, tokens);
    const prove = async () => await guard.check(config, connection, SIGNATURE);
    if (guardedNetwork(config, connection) !== undefined) {
      proveSigners(connection, prove);
    }
    // Tasks open sandboxes without hardhat-viem.
    if (connection.alpha !== undefined && connection.viem !== undefined) {
      const { chain } = connection.alpha;
      setDefaultChain(genericHelpers(connection.viem), chain, prove);
    }
    return connection;
  },

  /** Requests to other networks are passed on unchanged. */
  async onRequest(context, connection, request, next) {
    const { networkName, networkConfig } = connection;
    const { type } = networkConfig;
    // A connection may override the field.
    const { alphaNetwork = networkConfig.alphaNetwork } =
      context.config.networks[networkName] ?? {};
    if (alphaNetwork === undefined) {
      return await next(context, connection, request);
    }
    const proof = passByRoute(
      connection,
      request,
      async (asked) => await next(context, connection, asked),
    );
    if (proof !== undefined) {
      return await proof;
    }
    const accepted =
      type === "edr-simulated" ? withoutRepeatedInput(request) : request;
    const network = markedNetwork(context.config, networkConfig);
    if (network !== undefined && MAY_DEPLOY.test(request.method)) {
      const { warnAboutDeployment } = await import(
        "../solidity/newer-opcodes.ts"
      );
      await warnAboutDeployment(context, network, request);
    }
    await guard.check(context.config, connection, request);
    const { request: sent, remember } = await multiplyFees(
      context.config,
      connection,
      accepted,
    );
    const response = await guard.send(
      context.config,
      connection,
      sent,
      async () => {
        try {
          return await next(context, connection, sent);
        } catch (error) {
          // The node did not answer: its errors are responses.
          guard.forget(connection);
          const { describeFailedRequest } = await import(
            "../connections/failed-request.ts"
          );
          throw await describeFailedRequest(error, networkName, networkConfig);
        }
      },
    );
    if ("error" in response && response.error !== undefined) {
      const { withoutSecrets } = await import(
        "../connections/failed-request.ts"
      );
      await withoutSecrets(response.error, networkConfig);
    }
    if (sent.method === "evm_setIntervalMining" && "result" in response) {
      const [interval] = Array.isArray(sent.params) ? sent.params : [];
      setIntervals.set(connection, interval);
    }
    if (remember !== undefined && "result" in response) {
      remember(response.result);
    }
    return response;
  },
});
