import type { NetworkConfig } from "hardhat/types/config";
import { isHex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import { NO_SECRETS, type Scrubber } from "../../base/scrubber.ts";
import { HIDDEN_TEXT } from "../../base/untrusted-text.ts";
import { routeOf } from "./node-route.ts";

/**
 * Hides the words of a node's error that contain a secret of the connection, in its
 * message and in the texts of its data, which ethers and others print. Everything else
 * stays as it is, hexadecimal data included: programs recognise errors by it.
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
  if ("data" in error) {
    error.data = dataWithoutSecrets(error.data, scrubber);
  }
  return error;
}

/** Members by which programs find revert data and reasons, whatever is in the URL. */
const PROTOCOL_NAMES = new Set(["code", "data", "message", "reason", "result"]);

function dataWithoutSecrets(data: unknown, scrubber: Scrubber): unknown {
  if (typeof data === "string") {
    return textWithoutSecrets(data, scrubber);
  }
  if (Array.isArray(data)) {
    return data.map((one) => dataWithoutSecrets(one, scrubber));
  }
  if (!isRecord(data)) {
    return data;
  }
  const members = Object.entries(data).map(([name, value]) => [
    PROTOCOL_NAMES.has(name) ? name : textWithoutSecrets(name, scrubber),
    dataWithoutSecrets(value, scrubber),
  ]);
  return Object.fromEntries(members);
}

function textWithoutSecrets(text: string, scrubber: Scrubber): string {
  const words = text.replaceAll(/\S+/g, (word) =>
    isHex(word) ? word : scrubber.text(word),
  );
  const others = words.replaceAll(/\b0x[\da-f]*\b/gi, "");
  return scrubber.contains(others) ? HIDDEN_TEXT : words;
}
