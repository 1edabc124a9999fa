import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { endpointOrigin } from "../../base/secrets.ts";
import { contractOfRole } from "../../config/contracts.ts";
import { variableName } from "../../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { expectationsOf } from "../../connect/ask-networks.ts";
import { confirmChain } from "../../connect/confirm-chain.ts";
import { type ExpectedChain, wantsGenesis } from "../../connect/judge-chain.ts";
import { prepareTransport } from "../../connect/open-transport.ts";
import { reachConnection } from "../../connect/reachable.ts";
import { selectNetworks } from "../../connect/select-networks.ts";
import type { Reply } from "../../http/types.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeBlock } from "../../rpc/decode-block.ts";
import { decodeCode } from "../../rpc/decode-code.ts";
import { decodeChainId } from "../../rpc/decode-values.ts";
import type { RpcCall, RpcTransport } from "../../rpc/types.ts";
import {
  type GuardVerdict,
  judgeConnection,
  rejectionMessage,
} from "./judge-connection.ts";

/**
 * Checks that a connection reaches the chain of its Alpha network. This sends one
 * HTTP request; a fork is read in process.
 *
 * @throws HardhatPluginError if it is another chain, or could not be confirmed.
 */
export async function checkConnection<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
): Promise<void> {
  const { networkName, networkConfig } = connection;
  const { reachable, selection } = reachConnection(config, connection);
  for (const selected of selectNetworks(reachable.config, selection)) {
    const { network } = selected;
    const { chain } = expectationsOf(selected);
    const way = await prepareTransport(reachable, selected);
    const { verdict, endpoint } = way.ok
      ? await check(await way.open(), chain, routerOf(network))
      : { verdict: unreachable(way.reason), endpoint: undefined };
    if (verdict.verdict === "confirmed") {
      continue;
    }
    const isFork = networkConfig.type === "edr-simulated";
    const fork = isFork ? await networkConfig.forking?.url.get() : undefined;
    throw alphaError(
      rejectionMessage({
        verdict,
        network: network.name,
        hardhatNetwork: networkName,
        endpoint: fork === undefined ? endpoint : endpointOrigin(fork),
        isFork,
        chainId: chain.chainId,
        chainsWithSameId: chain.chainsWithSameId,
        urlVariable: variableName(network.name, "RPC_URL"),
      }),
    );
  }
}

async function check(
  transport: RpcTransport,
  chain: ExpectedChain,
  router: Router,
): Promise<{ readonly verdict: GuardVerdict; readonly endpoint: string }> {
  try {
    const verdict = await readAndJudge(transport, chain, router);
    return { verdict, endpoint: transport.endpoint };
  } finally {
    await transport.close();
  }
}

function unreachable(reason: string): GuardVerdict {
  return { verdict: "unknown", reason };
}

const CHAIN_ID: RpcCall = { method: "eth_chainId", params: [] };
const GENESIS: RpcCall = {
  method: "eth_getBlockByNumber",
  params: ["0x0", false],
};

/**
 * Requests everything in one batch. A result that does not confirm the chain is
 * requested again, since one of several backends may be wrong.
 */
async function readAndJudge(
  transport: RpcTransport,
  expected: ExpectedChain,
  { path, address }: Router,
): Promise<GuardVerdict> {
  const block = wantsGenesis(expected) ? GENESIS : undefined;
  const code: RpcCall | undefined =
    address === undefined
      ? undefined
      : { method: "eth_getCode", params: [address, "latest"] };
  const node = await prefetch(
    transport,
    [CHAIN_ID, block, code].filter((call) => call !== undefined),
  );
  const readCode = async ({ method, params }: RpcCall) =>
    await ask(node, method, params, decodeCode);
  const [chainId, genesis, firstCode] = await Promise.all([
    ask(node, CHAIN_ID.method, CHAIN_ID.params, decodeChainId),
    block && ask(node, block.method, block.params, decodeBlock),
    code && readCode(code),
  ]);
  const chain = await confirmChain(node, { chainId, genesis }, expected);
  const isAbsent = firstCode?.ok === true && firstCode.value.kind !== "code";
  return judgeConnection({
    chain,
    routerPath: path,
    router: address,
    code:
      code !== undefined && isAbsent && chain.verdict === "right"
        ? await readCode(code)
        : firstCode,
  });
}

/** Failures that the same calls without a batch would run into, too. */
const NOT_RETRIED: ReadonlySet<string> = new Set([
  "unreachable",
  "timeout",
  "rate-limited",
]);

/**
 * Sends the calls as one batch, and returns a transport that serves the first
 * request for each of them from the result. Calls that the batch left unanswered
 * are sent one by one, since some nodes reject batches.
 */
async function prefetch(
  transport: RpcTransport,
  calls: readonly RpcCall[],
): Promise<RpcTransport> {
  const replies = (await transport.batch?.(calls)) ?? [];
  const prefetched = new Map<string, Reply>();
  for (const [index, { method, params }] of calls.entries()) {
    const reply = replies[index];
    if (reply !== undefined && (reply.ok || NOT_RETRIED.has(reply.kind))) {
      prefetched.set(JSON.stringify([method, params]), reply);
    }
  }
  return {
    endpoint: transport.endpoint,
    request: async (method, params) => {
      const key = JSON.stringify([method, params]);
      const reply = prefetched.get(key);
      prefetched.delete(key);
      return reply ?? (await transport.request(method, params));
    },
    close: () => transport.close(),
  };
}

/** The router in a network's registry. */
export interface Router {
  /** The config path of its address. */
  readonly path: string;
  readonly address: Address | undefined;
}

/** The router is deployed on the network's own chain only, so it identifies it. */
function routerOf(network: ResolvedAlphaNetwork): Router {
  const router = contractOfRole(network, "router");
  return {
    path: `alpha.networks.${network.name}.registry.${router?.key ?? "Router"}`,
    address: router?.address,
  };
}
