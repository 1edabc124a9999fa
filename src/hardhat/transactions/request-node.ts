import { HardhatPluginError } from "hardhat/plugins";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Decoded } from "../../base/records.ts";
import { endpointOrigin } from "../../base/secrets.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { nodeScrubber } from "../../connect/open-transport.ts";
import type { Reply } from "../../http/types.ts";
import { failedRequestReason } from "../connections/failed-request.ts";

/**
 * Sends a request through the provider of a connection, so that Hardhat's checks
 * and other plugins' hooks apply. Errors of the node and of the transport result
 * in a reason. Secrets of the node's URL and headers are removed.
 *
 * @throws any other error, such as a wrong chain id or a closed connection.
 */
export async function requestNode(
  { provider, networkConfig }: NodeConnection,
  method: string,
  params: readonly unknown[] = [],
): Promise<Reply> {
  try {
    const result = await provider.request({ method, params: [...params] });
    const scrubber = await nodeScrubber(networkConfig);
    return { ok: true, result: scrubber?.json(result) ?? result };
  } catch (error) {
    if (!isNodeFailure(error)) {
      throw error;
    }
    const scrubber = await nodeScrubber(networkConfig);
    const failure =
      failedRequestReason(error) ?? untrustedText(error.message, { scrubber });
    const reason = `${method} failed: ${failure}`;
    return { ok: false, kind: "rpc-error", reason };
  }
}

/**
 * Whether a provider's error comes from the node or the transport, so that a
 * retry may succeed. Errors that Hardhat or a plugin raises itself (another chain
 * id, a closed connection) do not.
 */
function isNodeFailure(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (failedRequestReason(error) !== undefined ||
      // HardhatError is not exported for plugins, so instanceof is not possible.
      (error.name !== "HardhatError" &&
        !HardhatPluginError.isHardhatPluginError(error)))
  );
}

/** The Hardhat network and the origin of its endpoint, for error messages. */
export async function describeNode({
  networkName,
  networkConfig,
}: NodeConnection): Promise<string> {
  const endpoint =
    networkConfig.type === "http"
      ? endpointOrigin(await networkConfig.url.getUrl())
      : "in-process";
  return `${networkName} (${endpoint})`;
}

/** The part of a connection that requests and their error messages need. */
export type NodeConnection = Pick<
  NetworkConnection<ChainType | string>,
  "networkName" | "networkConfig" | "provider"
>;

/**
 * Sends a request and decodes the result. An invalid result is not quoted, since it may
 * contain a secret of the URL.
 */
export async function readDecoded<T>(
  connection: NodeConnection,
  method: string,
  params: readonly unknown[],
  decode: (value: unknown) => Decoded<T>,
): Promise<Decoded<T>> {
  const reply = await requestNode(connection, method, params);
  const decoded = reply.ok ? decode(reply.result) : reply;
  return reply.ok && !decoded.ok
    ? { ok: false, reason: `${method} returned an invalid result` }
    : decoded;
}
