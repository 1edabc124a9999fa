import { isRecord } from "../base/records.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import type { Reply } from "../http/types.ts";
import { judgeRpcError } from "./judge-rpc-error.ts";
import type { RequestProvider, RpcTransport } from "./types.ts";

/** What the transport to a fork needs. */
export interface ProviderTransportOptions {
  /** Takes out of texts what the node's URL and headers hold. */
  readonly scrubber?: Scrubber | undefined;
  /** Until when the node may keep a request waiting, in ms since 1970. */
  readonly deadline?: number | undefined;
}

/**
 * Asks a simulated chain in this process through its connection's provider,
 * behind the interface of the HTTP client. The provider belongs to the
 * connection: closing the transport leaves it open. Nothing is retried, since
 * nothing lies between the question and the chain. A fork asks its node, whose
 * errors go through the scrubber, and which may never answer.
 */
export function createProviderTransport(
  provider: RequestProvider,
  { scrubber, deadline }: ProviderTransportOptions = {},
): RpcTransport {
  const pending = new Set<(reply: Reply) => void>();
  let end: Reply | undefined;
  const endAll = (reply: Reply): void => {
    end ??= reply;
    for (const settle of pending) {
      settle(end);
    }
  };
  const timer =
    deadline === undefined
      ? undefined
      : setTimeout(() => endAll(TIME_USED_UP), deadline - Date.now());

  return {
    endpoint: "in-process",
    async request(method, params) {
      if (end !== undefined) {
        return end;
      }
      return await new Promise((resolve) => {
        const settle = (reply: Reply): void => {
          pending.delete(settle);
          resolve(reply);
        };
        pending.add(settle);
        ask(provider, method, params, scrubber).then(settle, () =>
          settle(CLOSED),
        );
      });
    },
    async close() {
      clearTimeout(timer);
      endAll(CLOSED);
    },
  };
}

const CLOSED: Reply = {
  ok: false,
  kind: "unreachable",
  reason: "the connection was closed before an answer came",
};

const TIME_USED_UP: Reply = {
  ok: false,
  kind: "timeout",
  reason: "the network's time limit was reached: check the node that it forks",
};

async function ask(
  provider: RequestProvider,
  method: string,
  params: readonly unknown[],
  scrubber: Scrubber | undefined,
): Promise<Reply> {
  try {
    const result = await provider.request({ method, params });
    return result === undefined
      ? {
          ok: false,
          kind: "malformed",
          reason: "the simulated chain returned no result",
        }
      : { ok: true, result };
  } catch (error) {
    return describeError(error, scrubber);
  }
}

/** `ProviderError` is not exported by Hardhat: a numeric code tells it. */
function describeError(error: unknown, scrubber: Scrubber | undefined): Reply {
  if (isRecord(error) && typeof error["code"] === "number") {
    return judgeRpcError(error, scrubber).reply;
  }
  const said =
    error instanceof Error
      ? `: ${untrustedText(error.message, { scrubber })}`
      : "";
  return {
    ok: false,
    kind: "unreachable",
    reason: `the simulated chain failed${said}`,
  };
}
