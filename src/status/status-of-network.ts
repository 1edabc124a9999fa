import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { ExpectedChain } from "../node/judge-chain.ts";
import type { FreshnessLimits } from "../node/judge-freshness.ts";
import type { NetworkStatus } from "../report/status-report.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { compareEndpoints } from "./compare-endpoints.ts";
import { statusOfNode } from "./status-of-node.ts";

/** One network whose node is asked, and what is expected of it. */
export interface NetworkToQuery {
  readonly network: ResolvedAlphaNetwork["name"];
  readonly hardhatNetwork: string | null;
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
  /** Ways to the network's other endpoints. */
  readonly others?: readonly RpcTransport[];
}

/**
 * The sync status of the node that a transport reaches, compared with the
 * network's other endpoints where there are some.
 */
export async function statusOfNetwork(
  transport: RpcTransport,
  { network, hardhatNetwork, chain, limits, others = [] }: NetworkToQuery,
): Promise<NetworkStatus> {
  const [main, ...rest] = await Promise.all(
    [transport, ...others].map(
      async (way) => await statusOfNode(way, chain, limits),
    ),
  );
  const head = {
    network,
    hardhatNetwork,
    endpoint: transport.endpoint,
  };
  if (main === undefined) {
    return { ...head, state: "unknown", reason: "it was not asked" };
  }
  if (rest.length === 0) {
    return { ...head, ...main };
  }
  const compared = await compareEndpoints(
    { transport, status: main },
    others.flatMap((way, index) => {
      const status = rest[index];
      return status === undefined ? [] : [{ transport: way, status }];
    }),
  );
  return { ...head, ...compared.main, endpoints: compared.others };
}
