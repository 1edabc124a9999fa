import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";

import { variableName } from "../config/variables.ts";
import { expectationsOf } from "../connect/expectations.ts";
import { prepareTransport } from "../connect/open-transport.ts";
import { reachConnection } from "../connect/reach-connection.ts";
import { selectNetworks } from "../connect/select-networks.ts";
import { alphaError } from "../errors.ts";
import type { ExpectedChain } from "../node/judge-chain.ts";
import { endpointOrigin } from "../rpc/secrets/endpoint-origin.ts";
import type { RpcTransport } from "../rpc/types.ts";
import type { Proof } from "./judge-proof.ts";
import { readProof } from "./read-proof.ts";
import { refusalMessage } from "./refusal-message.ts";
import { type RouterPlace, routerOf } from "./router-of.ts";

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
        namesakes: chain.namesakes,
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
