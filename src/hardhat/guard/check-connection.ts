import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { alphaError } from "../../base/errors.ts";
import { contractOfRole } from "../../config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { expectationsOf } from "../../connect/ask-networks.ts";
import { registryKeyOf } from "../../networks/definition.ts";
import { routeOf } from "../connections/node-route.ts";
import { judgeConnection, type Router } from "./judge-connection.ts";
import { readConnection } from "./read-connection.ts";
import { rejectionMessage } from "./rejection-message.ts";
import { createRouteTransport } from "./route-transport.ts";
import { closeSilentSockets } from "./socket-changes.ts";

/** The maximum time for the check, if the timeout of the network is not shorter. */
const MAX_MS = 30_000;

/**
 * Checks that a connection reaches the chain of its Alpha network, by the route that
 * its transactions take.
 *
 * @throws HardhatPluginError if it is another chain, or could not be confirmed in time.
 */
export async function checkConnection<ChainTypeT extends ChainType | string>(
  network: ResolvedAlphaNetwork,
  connection: NetworkConnection<ChainTypeT>,
): Promise<void> {
  const { networkName: hardhatNetwork, networkConfig } = connection;
  const { chain } = expectationsOf({ network, hardhatNetwork, networkConfig });
  const { scrubber, ...node } = await routeOf(networkConfig);
  const transport = createRouteTransport(connection, {
    endpoint: node.endpoint ?? "in-process",
    scrubber,
    maxMs:
      networkConfig.type === "http"
        ? Math.min(networkConfig.timeout, MAX_MS)
        : MAX_MS,
  });
  try {
    const verdict = judgeConnection(
      await readConnection(transport, chain, routerOf(network)),
    );
    if (verdict.verdict !== "confirmed") {
      closeSilentSockets(node.proxy);
      throw alphaError(
        rejectionMessage(verdict, chain, {
          network: network.name,
          hardhatNetwork,
          ...node,
        }),
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
