import { isRecord } from "../base/records.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { CLOSED, failed, succeeded } from "../http/outcomes.ts";
import type { Reply } from "../http/types.ts";
import { judgeRpcError } from "./judge-rpc-error.ts";
import type { RequestProvider, RpcTransport } from "./types.ts";

/** Options of the transport to a fork. */
export interface ProviderTransportOptions {
  /** Removes the secrets of the node's URL and headers from texts. */
  readonly scrubber?: Scrubber | undefined;
  /** The time at which pending requests fail, in ms since 1970. */
  readonly deadline?: number | undefined;
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * An {@link RpcTransport} to a simulated chain through the provider of its connection,
 * which stays open when the transport is closed. Only results that cannot be used are
 * requested again, since there is no network in between. A fork sends requests to its
 * node, whose errors are scrubbed and which may never respond.
 */
export function createProviderTransport(
  provider: RequestProvider,
  { scrubber, deadline, signal }: ProviderTransportOptions = {},
): RpcTransport {
  const { promise: ended, resolve } = Promise.withResolvers<Reply>();
  let end: Reply | undefined;
  const endAll = (reply: Reply): void => {
    end ??= reply;
    resolve(end);
  };
  const timer =
    deadline === undefined
      ? undefined
      : setTimeout(() => endAll(TIMED_OUT), deadline - Date.now());

  const close = (): void => endAll(CLOSED);
  signal?.addEventListener("abort", close, { once: true });
  if (signal?.aborted === true) {
    close();
  }

  return {
    endpoint: "in-process",
    request: async (method, params, isUsable = () => true) => {
      const request = async () =>
        end ??
        (await Promise.race([ended, ask(provider, method, params, scrubber)]));
      const reply = await request();
      return reply.ok && !isUsable(reply.result) ? await request() : reply;
    },
    async close() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", close);
      close();
    },
  };
}

const TIMED_OUT: Reply = {
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
    if (result === undefined) {
      return failed(
        "malformed",
        "the simulated chain returned no result",
        false,
      ).reply;
    }
    return succeeded(result, scrubber);
  } catch (error) {
    return describeError(error, scrubber);
  }
}

/** Hardhat does not export `ProviderError`, so it is recognised by its code. */
function describeError(error: unknown, scrubber: Scrubber | undefined): Reply {
  if (isRecord(error) && typeof error["code"] === "number") {
    return judgeRpcError(error, scrubber).reply;
  }
  const detail =
    error instanceof Error
      ? `: ${untrustedText(error.message, { scrubber })}`
      : "";
  const reason = `the simulated chain failed${detail}`;
  return failed("unreachable", reason, false).reply;
}
