import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { NO_SECRETS, type Scrubber } from "../../base/scrubber.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { failed } from "../../http/outcomes.ts";
import { withRetries } from "../../http/retries.ts";
import type { AttemptOutcome } from "../../http/types.ts";
import { judgeRpcError } from "../../rpc/judge-rpc-error.ts";
import { judgeRpcAnswer } from "../../rpc/parse-rpc-answer.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { failureOf, type NodeRoute } from "../connections/failed-request.ts";
import { requestByRoute } from "./transaction-route.ts";

const RETRIES = 2;
const RETRY_BASE_MS = 200;
/** Random ids, so that stale cached responses do not match. */
const ID_LIMIT = 2 ** 47;

/**
 * An {@link RpcTransport} that takes the route of a connection's transactions. Its
 * time limit ends requests, but cannot abort them: Hardhat ends them by its own.
 *
 * @param maxMs the time limit of all requests together, in ms from now
 */
export function createRouteTransport<ChainTypeT extends ChainType | string>(
  connection: Pick<NetworkConnection<ChainTypeT>, "provider">,
  { endpoint = "in-process", scrubber = NO_SECRETS }: NodeRoute,
  maxMs: number,
): RpcTransport {
  const end = new AbortController();
  const { signal } = end;
  const endsAt = performance.now() + maxMs;
  const ended = sleep(maxMs, undefined, { signal })
    .finally(() => end.abort())
    .catch(() => undefined);

  const attempt = async (
    ...[method, params, isUsable]: Parameters<RpcTransport["request"]>
  ): Promise<AttemptOutcome> => {
    const id = randomInt(1, ID_LIMIT);
    try {
      const response = await requestByRoute(connection, { id, method, params });
      // A simulated chain responds without these members.
      const answer = Object.assign({ jsonrpc: "2.0", id }, response);
      return judgeRpcAnswer(answer, { id, scrubber, isUsable });
    } catch (error) {
      return judgeThrown(error, scrubber, maxMs);
    }
  };
  return {
    endpoint,
    request: async (...asked) =>
      await withRetries({
        attempt: async () => await Promise.race([attempt(...asked), ended]),
        policy: {
          retries: RETRIES,
          baseMs: RETRY_BASE_MS,
          budgetMs: maxMs,
          endsAt,
        },
        signal,
        whyEnded: () => ({
          ok: false,
          kind: "timeout",
          reason: `no response within ${maxMs / 1000} s`,
        }),
      }),
    async close() {
      end.abort();
    },
  };
}

/** The code of Hardhat's `UnknownError`, for everything that it does not expect. */
const UNKNOWN_CODE = -1;
/** Hardhat's errors for an invalid response and a refused connection. */
const RETRIED_HARDHAT_ERRORS: ReadonlySet<unknown> = new Set([702, 703]);

/**
 * Judges an error of Hardhat's provider or of another plugin's hook. Hardhat exports
 * neither its `ProviderError`, which has a code, nor `HardhatError`, which has a number.
 */
function judgeThrown(
  error: unknown,
  scrubber: Scrubber,
  timeoutMs: number,
): AttemptOutcome {
  if (!(error instanceof Error)) {
    return failed("unreachable", "the request failed", false);
  }
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "number" && code !== UNKNOWN_CODE) {
    return judgeRpcError(error, scrubber);
  }
  return failed(
    "unreachable",
    failureOf(error, timeoutMs) ?? untrustedText(error.message, { scrubber }),
    code === UNKNOWN_CODE ||
      RETRIED_HARDHAT_ERRORS.has(Reflect.get(error, "number")),
  );
}
