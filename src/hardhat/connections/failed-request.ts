import type { NetworkConfig } from "hardhat/types/config";
import { alphaError } from "../../base/errors.ts";
import { isHex } from "../../base/hex.ts";
import { explain } from "../../base/problems.ts";
import { isRecord } from "../../base/records.ts";
import { NO_SECRETS, type Scrubber } from "../../base/scrubber.ts";
import { endpointOrigin } from "../../base/secrets.ts";
import { HIDDEN_TEXT, quoteUntrusted } from "../../base/untrusted-text.ts";
import { urlSetting } from "../../config/layered-url.ts";
import { describeNetworkError } from "../../http/describe-network-error.ts";
import { endpointScrubber, environmentProxy } from "../../http/endpoint.ts";
import { describeStatus } from "../../http/judge-response.ts";
import { NODE } from "../../rpc/parse-rpc-answer.ts";
import type { AlphaNetworkConnection } from "./types.ts";

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

/** Where the requests of a Hardhat network go. */
export type NodeRoute = Awaited<ReturnType<typeof routeOf>>;

/**
 * Where the requests of a Hardhat network go: the origins of the node, or of the forked
 * node, and of the proxy in between, as far as there are any; and what removes the
 * secrets of the node's URL, headers and proxy from texts.
 */
export async function routeOf(networkConfig: NetworkConfig) {
  const isFork = networkConfig.type === "edr-simulated";
  const node = isFork ? networkConfig.forking : networkConfig;
  const url = (await node?.url.get()) ?? "";
  const proxy = isFork ? undefined : environmentProxy(url);
  return {
    isFork,
    endpoint: node && endpointOrigin(url),
    proxy: proxy && endpointOrigin(proxy),
    scrubber: node && endpointScrubber(url, node.httpHeaders, proxy),
  };
}

/** The frames of Hardhat's stack traces in contracts without build info. */
const FRAME = /<UnrecognizedContract>\S* \((0x[\da-f]{40})\)/gi;

/**
 * The result of a call or transaction. Its failure is one sentence, with the contracts in
 * which it reverted; the cause is that of Hardhat or of the node, without viem's errors
 * around it, which print whole ABIs.
 */
export async function explained<T>(
  {
    alpha,
    networkName,
    provider,
  }: Pick<AlphaNetworkConnection, "alpha" | "networkName" | "provider">,
  call: Promise<T>,
): Promise<T> {
  return await call.catch(async (error: unknown) => {
    const viem = await import("viem");
    if (!(error instanceof viem.ContractFunctionExecutionError)) {
      throw error;
    }
    const { details, functionName, sender = "", shortMessage } = error;
    const cause = error.walk();
    const reverted = error.walk(
      (one) => one instanceof viem.ContractFunctionRevertedError,
    );
    const { reason = details || shortMessage } = Object(reverted);
    const frames = [...(cause.stack ?? "").matchAll(FRAME)];
    const contracts = frames.map(([, address = ""]) => {
      const [{ key, index } = {}] = alpha.identify(address);
      const at = index === undefined ? "" : `[${index}]`;
      return key === undefined ? address : `${key}${at} (${address})`;
    });
    const where = contracts.join(", called by ");
    const asked = provider.request({ method: "eth_accounts" });
    const accounts = String(await asked.catch(() => sender));
    const isKnown = accounts.toLowerCase().includes(sender.toLowerCase());
    const isStranger = reverted === null && !isKnown;
    const advice = ` ${sender} is not an account of the connection: pass one of its accounts, or impersonate it on a sandbox.`;
    throw alphaError(
      `${functionName} failed on ${networkName}: ${quoteUntrusted(String(reason))}${where && ` in ${where}`}.${isStranger ? advice : ""}`,
      cause,
    );
  });
}
