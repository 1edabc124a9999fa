import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { alphaError } from "../../base/errors.ts";
import { NO_SECRETS, type Scrubber } from "../../base/scrubber.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { contractOfRole } from "../../config/contracts.ts";
import { variableName } from "../../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { expectationsOf } from "../../connect/ask-networks.ts";
import { confirmChain } from "../../connect/confirm.ts";
import {
  type ChainView,
  type ExpectedChain,
  wantsGenesis,
} from "../../connect/judge-chain.ts";
import {
  readChainId,
  readChainView,
  readGenesis,
} from "../../connect/read-node-view.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import { failed } from "../../http/outcomes.ts";
import { withRetries } from "../../http/retries.ts";
import type { AttemptOutcome } from "../../http/types.ts";
import { registryKeyOf } from "../../networks/definition.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeCode } from "../../rpc/decode-values.ts";
import { judgeRpcError } from "../../rpc/judge-rpc-error.ts";
import { judgeRpcAnswer } from "../../rpc/parse-rpc-answer.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import {
  failureOf,
  type NodeRoute,
  routeOf,
} from "../connections/failed-request.ts";
import {
  absentLast,
  type GuardReadings,
  type GuardVerdict,
  judgeConnection,
  type Rejection,
  type Router,
} from "./judge-connection.ts";
import { closeSilentSockets } from "./socket-changes.ts";
import { requestByRoute } from "./transaction-route.ts";

/** The maximum time for the check, if the timeout of the network is not shorter. */
const MAX_MS = 30_000;

/**
 * Checks that a connection reaches the chain of its Alpha network, by the route that
 * its transactions take.
 *
 * @throws HardhatPluginError if it is another chain, or could not be confirmed in time.
 */
export async function checkConnection(
  network: ResolvedAlphaNetwork,
  connection: NodeConnection,
): Promise<void> {
  const { networkName: hardhatNetwork, networkConfig } = connection;
  const { chain } = expectationsOf({ network, hardhatNetwork, networkConfig });
  const route = await routeOf(networkConfig);
  const timeout =
    networkConfig.type === "http" ? networkConfig.timeout : MAX_MS;
  const maxMs = Math.min(timeout, MAX_MS);
  const transport = createRouteTransport(connection, route, maxMs);
  try {
    const verdict = await confirmConnection(
      transport,
      chain,
      routerOf(network),
    );
    if (verdict.verdict !== "confirmed") {
      closeSilentSockets(route.proxy);
      const { name } = network;
      throw alphaError(
        rejectionMessage(verdict, chain, name, hardhatNetwork, route),
      );
    }
  } finally {
    await transport.close();
  }
}

/** The router is deployed on the network's own chain only, so it identifies it. */
function routerOf(network: ResolvedAlphaNetwork): Router {
  const router = contractOfRole(network, "router");
  return {
    path: `alpha.networks.${network.name}.registry.${registryKeyOf(network.definition, "router")}`,
    address: router?.address,
  };
}

/**
 * Reads what identifies the chain of a node, until it is enough for a verdict. The
 * first requests are sent one by one: Hardhat requests the chain id along with each of
 * several first ones. After one that fails, the next ones would change nothing. Later
 * ones are sent at the same time, so that they use several sockets, behind which a load
 * balancer may have other backends.
 */
async function confirmConnection(
  transport: RpcTransport,
  expected: ExpectedChain,
  router: Router,
): Promise<GuardVerdict> {
  const { address } = router;
  const readCode = async () => {
    if (address === undefined) {
      return undefined;
    }
    return await ask(transport, "eth_getCode", [address, "latest"], decodeCode);
  };
  /** Confirms a wrong chain by further readings. */
  const complete = async (
    view: ChainView,
    code: GuardReadings["code"],
  ): Promise<GuardReadings> => {
    const chain = await confirmChain(transport, view, expected);
    const { genesis: block } = view;
    const genesis = block?.ok ? block.value.hash.toLowerCase() : undefined;
    return { chain, genesis, router, code };
  };

  const chainId = await readChainId(transport);
  const needsGenesis = wantsGenesis(expected);
  const genesis =
    chainId.ok && needsGenesis ? await readGenesis(transport) : undefined;
  const isRead = chainId.ok && genesis?.ok !== false;
  const view = { chainId, genesis };
  const readings = [
    await complete(view, isRead ? await readCode() : undefined),
  ];
  for (;;) {
    const verdict = judgeConnection(readings);
    if (verdict.verdict === "confirmed" || verdict.missing === undefined) {
      return verdict;
    }
    const times = Array.from({ length: verdict.missing });
    // All readings of one thing are sent one after the other, since a load balancer that
    // takes turns could answer every second request from another chain. Where chains
    // have the same id, it is not read again: it does not tell them apart.
    const [views, codes] = await Promise.all([
      Promise.all(
        times.map(async () => {
          if (needsGenesis) {
            return { ...view, genesis: await readGenesis(transport) };
          }
          return await readChainView(transport, expected);
        }),
      ),
      Promise.all(times.map(readCode)),
    ]);
    const again = await Promise.all(
      views.map(async (each, index) => await complete(each, codes[index])),
    );
    readings.push(...absentLast(again));
  }
}

/** The error message of a rejected transaction: the reason, the risk, what to do. */
function rejectionMessage(
  { verdict, reason }: Rejection,
  { chainId, chainsWithSameId }: ExpectedChain,
  network: AlphaNetworkName,
  hardhatNetwork: string,
  { endpoint, proxy, isFork }: NodeRoute,
): string {
  const node = `the ${isFork ? "forked " : ""}node${endpoint === undefined ? "" : ` at ${endpoint}`}${proxy === undefined ? "" : ` (through the proxy ${proxy})`}`;
  const problem =
    verdict === "wrong"
      ? `${node} does not serve ${network}`
      : `could not confirm that ${node} serves ${network}`;
  const others = chainsWithSameId.map(({ name }) => name).join(" and ");
  const replay =
    others === ""
      ? `A signed transaction is valid on every chain with the chain id ${chainId}`
      : `Chain id ${chainId} is also the one of ${others}: a transaction that is signed for one of these chains is valid on the other too, for the same account and nonce, so that anyone can send it there (replay)`;
  return [
    `The transaction on "${hardhatNetwork}" was not sent, and not signed by Hardhat or the node: ${problem}: ${reason}${reason.endsWith("?") ? "" : "."}`,
    `${replay}, and cannot be revoked.`,
    `Check the URL (${variableName(network, "RPC_URL")}, or the Hardhat config)${proxy === undefined ? "" : ", HTTP_PROXY, HTTPS_PROXY and NO_PROXY,"} and the node.`,
    `To turn this check off, set alpha.networks.${network}.guard: false in the Hardhat config.`,
  ].join(" ");
}

const RETRIES = 2;
const RETRY_BASE_MS = 200;
/** Random ids, so that stale cached responses do not match. */
const ID_LIMIT = 2 ** 47;

/**
 * An {@link RpcTransport} that takes the route of a connection's transactions. Its
 * time limit ends requests, but cannot abort them: Hardhat ends them by its own.
 *
 * @param maxMs the time limit of all requests together, in ms from now
 */
function createRouteTransport(
  connection: Pick<NodeConnection, "provider">,
  { endpoint = "in-process", scrubber = NO_SECRETS }: NodeRoute,
  maxMs: number,
): RpcTransport {
  const end = new AbortController();
  const { signal } = end;
  const endsAt = performance.now() + maxMs;
  const ended = sleep(maxMs, undefined, { signal })
    .finally(() => end.abort())
    .catch(() => undefined);

  const attempt = async (
    ...[method, params, isUsable]: Parameters<RpcTransport["request"]>
  ): Promise<AttemptOutcome> => {
    const id = randomInt(1, ID_LIMIT);
    try {
      const response = await requestByRoute(connection, { id, method, params });
      // A simulated chain responds without these members.
      const answer = Object.assign({ jsonrpc: "2.0", id }, response);
      return judgeRpcAnswer(answer, { id, scrubber, isUsable });
    } catch (error) {
      return judgeThrown(error, scrubber, maxMs);
    }
  };
  return {
    endpoint,
    request: async (...asked) =>
      await withRetries({
        attempt: async () => await Promise.race([attempt(...asked), ended]),
        policy: {
          retries: RETRIES,
          baseMs: RETRY_BASE_MS,
          budgetMs: maxMs,
          endsAt,
        },
        signal,
        whyEnded: () => ({
          ok: false,
          kind: "timeout",
          reason: `no response within ${maxMs / 1000} s`,
        }),
      }),
    async close() {
      end.abort();
    },
  };
}

/** The code of Hardhat's `UnknownError`, for everything that it does not expect. */
const UNKNOWN_CODE = -1;
/** Hardhat's errors for an invalid response and a refused connection. */
const RETRIED_HARDHAT_ERRORS: ReadonlySet<unknown> = new Set([702, 703]);

/**
 * Judges an error of Hardhat's provider or of another plugin's hook. Hardhat exports
 * neither its `ProviderError`, which has a code, nor `HardhatError`, which has a number.
 */
function judgeThrown(
  error: unknown,
  scrubber: Scrubber,
  timeoutMs: number,
): AttemptOutcome {
  if (!(error instanceof Error)) {
    return failed("unreachable", "the request failed", false);
  }
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "number" && code !== UNKNOWN_CODE) {
    return judgeRpcError(error, scrubber);
  }
  return failed(
    "unreachable",
    failureOf(error, timeoutMs) ?? untrustedText(error.message, { scrubber }),
    code === UNKNOWN_CODE ||
      RETRIED_HARDHAT_ERRORS.has(Reflect.get(error, "number")),
  );
}
