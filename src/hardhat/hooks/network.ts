import type { NetworkHooks } from "hardhat/types/hooks";
import {
  isFork,
  isSandbox,
  markedNetwork,
} from "../../config/hardhat-networks.ts";
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
import {
  multiplyFees,
  withoutRepeatedInput,
} from "../transactions/multiply-fees.ts";
import { genericHelpers, setDefaultChain } from "../viem/set-default-chain.ts";

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
    if (remember !== undefined && "result" in response) {
      remember(response.result);
    }
    return response;
  },
});
