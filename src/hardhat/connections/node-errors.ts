import type { NetworkConfig } from "hardhat/types/config";
import { NO_SECRETS } from "../../base/scrubber.ts";
import { HIDDEN_TEXT } from "../../base/untrusted-text.ts";
import { routeOf } from "./node-route.ts";

/**
 * Hides the words of a node's error message that contain a secret of the connection, and
 * leaves everything else as it is: programs recognise errors by the other words.
 */
export async function withoutSecrets<T extends { message: string }>(
  error: T,
  networkConfig: NetworkConfig,
): Promise<T> {
  const { scrubber = NO_SECRETS } = await routeOf(networkConfig);
  const { message } = error;
  if (scrubber.contains(message)) {
    const words = message.replaceAll(/\S+/g, scrubber.text);
    // A secret may be spread over several words.
    error.message = scrubber.contains(words) ? HIDDEN_TEXT : words;
    if (error instanceof Error && error.stack !== undefined) {
      error.stack = error.stack.replace(message, () => error.message);
    }
  }
  return error;
}
