import type { NetworkConfig } from "hardhat/types/config";
import { alphaError } from "../../base/errors.ts";
import { explain } from "../../base/problems.ts";
import { urlSetting } from "../../config/layered-url.ts";
import { describeNetworkError } from "../../http/describe-network-error.ts";
import { describeStatus } from "../../http/judge-response.ts";
import { NODE } from "../../rpc/parse-rpc-answer.ts";
import { withoutSecrets } from "./node-errors.ts";
import { routeOf } from "./node-route.ts";

/** Hardhat's errors for an invalid response, a refused connection and a timeout. */
const INVALID_RESPONSE = 702;
const REFUSED = 703;
const TIMEOUT = 704;
/** The codes of Hardhat's errors for everything else, and for a rate limit. */
const CODES: ReadonlySet<unknown> = new Set([-1, -32005]);

const reasons = new WeakMap<Error, string>();

/**
 * The error of a request that got no response from the node of an Alpha network:
 * where it went, why it failed, and where the URL is set. Hardhat's own errors say
 * none of that, and its CLI takes most of them for bugs. They are not kept as the
 * cause, since they contain what the endpoint sent.
 *
 * @returns any other error unchanged, except that one of a fork has no secrets of its node
 */
export async function describeFailedRequest(
  error: unknown,
  networkName: string,
  networkConfig: NetworkConfig,
): Promise<unknown> {
  if (networkConfig.type !== "http") {
    if (error instanceof Error) {
      return await withoutSecrets(error, networkConfig);
    }
    return error;
  }
  const reason = failureOf(error, networkConfig.timeout);
  if (reason === undefined) {
    return error;
  }
  const { endpoint, proxy } = await routeOf(networkConfig);
  const through = proxy === undefined ? "" : ` (through the proxy ${proxy})`;
  const described = alphaError(
    explain({
      reason: `No response from ${networkName} at ${endpoint}${through}: ${reason}`,
      remedy: `Check the node, or set another URL: ${urlSetting(networkName, networkConfig)}.`,
    }),
  );
  reasons.set(described, reason);
  return described;
}

/** The reason in an error of {@link describeFailedRequest}. */
export function failedRequestReason(error: Error): string | undefined {
  return reasons.get(error);
}

/**
 * The reason why Hardhat's provider got no response; `undefined` for other errors.
 * Hardhat exports neither `HardhatError`, which has a number, nor `ProviderError`,
 * which has a code, and a cause unless the node itself responded with it.
 */
export function failureOf(
  error: unknown,
  timeoutMs: number,
): string | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  if (error.name === "HardhatError") {
    switch (Reflect.get(error, "number")) {
      case INVALID_RESPONSE:
        return "the endpoint sent something that is not a JSON-RPC response";
      case REFUSED:
        return networkFailure(error);
      case TIMEOUT:
        return `the timeout of ${timeoutMs / 1000} s was reached`;
      default:
        return undefined;
    }
  }
  const { cause } = error;
  if (!(cause instanceof Error) || !CODES.has(Reflect.get(error, "code"))) {
    return undefined;
  }
  const status: unknown = Reflect.get(cause, "statusCode");
  if (typeof status === "number" && status > 0) {
    return describeStatus(status, NODE);
  }
  return networkFailure(cause);
}

function networkFailure(error: Error): string | undefined {
  const { reply } = describeNetworkError(error, NODE);
  return reply.ok ? undefined : reply.reason;
}
