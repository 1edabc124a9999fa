import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { alphaError } from "../../base/errors.ts";
import { contractOfRole } from "../../config/contracts.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { expectationsOf } from "../../connect/ask-networks.ts";
import { registryKeyOf } from "../../networks/definition.ts";
import { routeOf } from "../connections/node-route.ts";
import { confirmConnection } from "./confirm-connection.ts";
import type { Router } from "./judge-connection.ts";
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
      const to = { network: network.name, hardhatNetwork, ...route };
      throw alphaError(rejectionMessage(verdict, chain, to));
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
