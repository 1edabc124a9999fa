import type { RpcTransport } from "../rpc/types.ts";
import type { NetworkStatus, NodeStatus, StatusReport } from "./report.ts";

/** One of several queries in a row, and what it says while it goes on. */
export interface WatchedQuery {
  /** How long a node may leave it without an answer, in ms. */
  readonly interval: number;
  /** The findings of the query before. */
  readonly before: StatusReport | undefined;
  /** Told each second, while a node does not answer. */
  readonly onSilent: (report: StatusReport) => void;
}

/** A transport to a node, which notes the answers of the node itself. */
export interface QueriedNode extends RpcTransport {
  /** For how many seconds it has left requests without an answer, if for so many ms. */
  silentSeconds(ms: number): number;
}

/** How much sooner than its time a timer may end, in ms. */
const EARLY = 50;

/** The node that a transport reaches. */
export function queriedNode(transport: RpcTransport): QueriedNode {
  let pending = 0;
  let since = 0;
  const note = (isHeard: boolean, more: 1 | -1) => {
    since = isHeard ? performance.now() : since;
    pending += more;
  };
  const noting = ({ separate, ...way }: RpcTransport): RpcTransport => ({
    ...way,
    request: async (...asked) => {
      note(pending === 0, 1);
      const reply = await way.request(...asked);
      note(reply.ok || reply.kind === "rpc-error", -1);
      return reply;
    },
    ...(separate && { separate: (share) => noting(separate(share)) }),
  });
  return {
    ...noting(transport),
    silentSeconds: (ms) => {
      const seconds = Math.floor((performance.now() - since + EARLY) / 1_000);
      return pending > 0 && seconds * 1_000 >= ms ? seconds : 0;
    },
  };
}

/** The last status of a network, in which nodes without an answer are unknown. */
export function statusMeanwhile(
  names: Pick<NetworkStatus, "network" | "hardhatNetwork">,
  nodes: readonly QueriedNode[],
  { interval, before }: WatchedQuery,
): NetworkStatus {
  const isSame = (one: NetworkStatus) =>
    one.network === names.network &&
    one.hardhatNetwork === names.hardhatNetwork;
  const { services, endpoints, ...main } =
    before?.networks.find(isSame) ?? FIRST_QUERY;
  const now = <T extends NodeStatus>(was: T, index: number) => {
    const { endpoint = "", silentSeconds } = nodes[index] ?? {};
    const seconds = silentSeconds?.(interval) ?? 0;
    const reason = `no answer for ${seconds} s`;
    if (seconds === 0) {
      return was;
    }
    return { endpoint, state: "unknown", reason } as const;
  };
  return {
    ...now(main, 0),
    ...names,
    ...(services && { services }),
    ...(endpoints && {
      endpoints: endpoints.map((one, index) => now(one, index + 1)),
    }),
  };
}

const FIRST_QUERY: Omit<NetworkStatus, "network" | "hardhatNetwork"> = {
  endpoint: null,
  state: "unknown",
  reason: "its first query goes on",
};
