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
import { judgeProof, type Proof, refusalMessage } from "./judge-proof.ts";

/**
 * Proves that a connection reaches the chain of its Alpha network. It takes one
 * HTTP request; a fork is asked in process.
 *
 * @throws HardhatPluginError if the chain is another one, or cannot be proven.
 */
export async function proveConnection<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
): Promise<void> {
  const { networkName, networkConfig } = connection;
  const { reachable, selection } = reachConnection(config, connection);
  for (const selected of selectNetworks(reachable.config, selection)) {
    const { network } = selected;
    const { chain } = expectationsOf(selected);
    const way = await prepareTransport(reachable, selected);
    const { proof, endpoint } = way.ok
      ? await prove(await way.open(), chain, routerOf(network))
      : {
          proof: unreachable(way.reason),
          endpoint: "of which nothing is known",
        };
    if (proof.verdict === "proven") {
      continue;
    }
    const isFork = networkConfig.type === "edr-simulated";
    const fork = isFork ? await networkConfig.forking?.url.get() : undefined;
    throw alphaError(
      refusalMessage({
        proof,
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

async function prove(
  transport: RpcTransport,
  chain: ExpectedChain,
  router: RouterPlace,
): Promise<{ readonly proof: Proof; readonly endpoint: string }> {
  try {
    const proof = await readProof(transport, chain, router);
    return { proof, endpoint: transport.endpoint };
  } finally {
    await transport.close();
  }
}

function unreachable(reason: string): Proof {
  return { verdict: "unproven", reason };
}

const CHAIN_ID: RpcCall = { method: "eth_chainId", params: [] };
const GENESIS: RpcCall = {
  method: "eth_getBlockByNumber",
  params: ["0x0", false],
};

/**
 * Asks an endpoint for what proves its chain, all at once. What speaks against
 * the chain is asked for a second time: of several backends one may be wrong.
 */
async function readProof(
  transport: RpcTransport,
  expected: ExpectedChain,
  { path, address }: RouterPlace,
): Promise<Proof> {
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
  const [chainId, genesis, found] = await Promise.all([
    ask(node, CHAIN_ID.method, CHAIN_ID.params, decodeChainId),
    block && ask(node, block.method, block.params, decodeBlock),
    code && readCode(code),
  ]);
  const chain = await confirmChain(node, { chainId, genesis }, expected);
  const isAbsent = found?.ok === true && found.value.kind !== "code";
  return judgeProof({
    chain,
    routerPath: path,
    router: address,
    code:
      code !== undefined && isAbsent && chain.verdict === "right"
        ? await readCode(code)
        : found,
  });
}

/** After these a second way of asking would meet the same silence. */
const SILENCE: ReadonlySet<string> = new Set([
  "unreachable",
  "timeout",
  "rate-limited",
]);

/**
 * The transport after several questions were asked in one request: each of them,
 * asked for the first time, has its answer already. What the batch did not
 * answer, as some nodes refuse batches, is asked for alone.
 */
async function prefetch(
  transport: RpcTransport,
  calls: readonly RpcCall[],
): Promise<RpcTransport> {
  const replies = (await transport.batch?.(calls)) ?? [];
  const known = new Map<string, Reply>();
  for (const [index, { method, params }] of calls.entries()) {
    const reply = replies[index];
    if (reply !== undefined && (reply.ok || SILENCE.has(reply.kind))) {
      known.set(JSON.stringify([method, params]), reply);
    }
  }
  return {
    endpoint: transport.endpoint,
    request: async (method, params) => {
      const question = JSON.stringify([method, params]);
      const reply = known.get(question);
      known.delete(question);
      return reply ?? (await transport.request(method, params));
    },
    close: () => transport.close(),
  };
}

/** A network's router: where its address is configured, and the address. */
export interface RouterPlace {
  readonly path: string;
  readonly address: Address | undefined;
}

/** The registry's router of a network, which its own chain alone has. */
function routerOf(network: ResolvedAlphaNetwork): RouterPlace {
  const router = contractOfRole(network, "router");
  return {
    path: `alpha.networks.${network.name}.registry.${router?.key ?? "Router"}`,
    address: router?.address,
  };
}
