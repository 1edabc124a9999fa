import type { NodeStatus, ServiceStatus } from "../report/status-report.ts";
import { askService } from "./ask-service.ts";
import { decodeSubgraph, SUBGRAPH_QUERY } from "./decode-subgraph.ts";
import { judgeSubgraph } from "./judge-subgraph.ts";
import { serviceReader } from "./service-reader.ts";
import { serviceUrl } from "./service-url.ts";
import { type TimeLimits, withClient } from "./with-client.ts";

/** Where portals find the marketplace's subgraph, below `subgraphUri`. */
const SUBGRAPH_PATH = "/subgraphs/name/oceanprotocol/ocean-subgraph";

/**
 * A subgraph's status by its `_meta`, compared with the node's head. The node is
 * asked at the same time, so its head may be the later one: a lag is proven only
 * by an answer of the subgraph to a question put after the head was known.
 */
export async function statusOfSubgraph(
  url: string,
  limits: TimeLimits,
  node: Promise<NodeStatus>,
): Promise<Omit<ServiceStatus, "service" | "endpoint">> {
  const exchange = {
    method: "POST",
    body: JSON.stringify({ query: SUBGRAPH_QUERY }),
    reader: serviceReader("subgraph"),
  } as const;
  return await withClient(
    serviceUrl(url, SUBGRAPH_PATH),
    limits,
    async (client) => {
      const answer = await askService(client, exchange, decodeSubgraph);
      const { latencyMs } = answer;
      const latency = latencyMs === undefined ? {} : { latencyMs };
      if (!answer.ok) {
        return { state: "unknown", ...latency, reason: answer.reason };
      }
      const status = await node;
      let meta = answer.value;
      let verdict = judgeSubgraph(meta, status);
      if (verdict.state === "lagging") {
        const again = await askService(client, exchange, decodeSubgraph);
        if (!again.ok) {
          return {
            state: "unknown",
            ...latency,
            reason: `it seemed to be ${verdict.lagBlocks} blocks behind; asked again, it gave no answer: ${again.reason}`,
          };
        }
        meta = again.value;
        verdict = judgeSubgraph(meta, status);
      }
      const { state, lagBlocks, ...words } = verdict;
      return {
        state,
        ...(meta.block === undefined ? {} : { block: meta.block.toString() }),
        ...(lagBlocks === undefined ? {} : { lagBlocks: lagBlocks.toString() }),
        ...latency,
        ...words,
      };
    },
  );
}
