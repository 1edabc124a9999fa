import type {
  EdrNetworkConfig,
  HttpNetworkConfig,
  NetworkConfig,
  ResolvedConfigurationVariable,
} from "hardhat/types/config";
import type { Cause } from "../base/problems.ts";
import { recordOf } from "../base/records.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { isFork } from "../config/hardhat-networks.ts";
import { badVariables, LayeredUrl, urlSetting } from "../config/layered-url.ts";
import type { RequestProvider, RpcTransport } from "../rpc/types.ts";
import { countForkWork, forkSignal, openFork } from "./open-fork.ts";
import type { NetworkRoute, Reachable } from "./select-networks.ts";

/** How to open a transport to a network's node, or why that is impossible. */
export type OpenedTransport =
  | {
      readonly ok: true;
      readonly open: (limits?: QueryLimits) => Promise<RpcTransport>;
    }
  | ({ readonly ok: false } & Cause);

/** Limits of a query, in addition to those of each network. */
export interface QueryLimits {
  /** In ms. */
  readonly maxMs?: number | undefined;
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Prepares the transport to a selected network. URLs are resolved here, one network
 * after the other, since a keystore may prompt. The time limit of a network starts when
 * its transport is opened.
 *
 * @throws HardhatPluginError if the URL is a text in the config, and not an http(s) URL.
 */
export async function prepareTransport(
  hre: Pick<Reachable, "network">,
  selected: NetworkRoute,
): Promise<OpenedTransport> {
  if (selected.hardhatNetwork === null) {
    return { ok: false, reason: selected.reason };
  }
  const { hardhatNetwork, networkConfig } = selected;
  if (networkConfig.type === "edr-simulated") {
    return {
      ok: true,
      open: async (limits) =>
        await openInProcess(hre, hardhatNetwork, networkConfig, limits),
    };
  }
  const url = await readUrl(networkConfig.url);
  if (typeof url === "object") {
    return { ok: false, reason: url.reason, remedy: url.remedy };
  }
  if (url === undefined) {
    return {
      ok: false,
      reason: "its node URL is not set",
      remedy: `Set ${urlSetting(hardhatNetwork, networkConfig)}.`,
    };
  }
  return {
    ok: true,
    open: async (limits) => await openHttp(url, networkConfig, limits),
  };
}

async function openInProcess(
  hre: Pick<Reachable, "network">,
  hardhatNetwork: string,
  networkConfig: EdrNetworkConfig,
  { maxMs = MAX_MILLISECONDS, signal }: QueryLimits = {},
): Promise<RpcTransport> {
  const { createProviderTransport } = await import(
    "../rpc/provider-transport.ts"
  );
  const limit = Math.min(maxMs, MAX_MILLISECONDS);
  const deadline = Date.now() + limit;
  const isForked = isFork(networkConfig);
  const connection = await forkSignal.run(signal, async () => {
    const opening = hre.network.create(
      withoutLog(hardhatNetwork, networkConfig),
    );
    if (isForked) {
      return await openFork(opening, hardhatNetwork, { maxMs: limit });
    }
    return await opening;
  });
  const provider = networkConfig.throwOnCallFailures
    ? connection.provider
    : withCallFailures(connection.provider);
  const transport = createProviderTransport(
    isForked
      ? { request: (args) => countForkWork(provider.request(args)) }
      : provider,
    {
      scrubber: await nodeScrubber(networkConfig),
      deadline: isForked ? deadline : undefined,
      signal,
    },
  );
  return {
    ...transport,
    close: async () => {
      await transport.close();
      await connection.close();
    },
  };
}

/**
 * The parameters of a connection for a task. The log of a simulated chain would go to
 * stdout, where the task's output is.
 */
export function withoutLog(network: string, networkConfig?: NetworkConfig) {
  return networkConfig?.type === "edr-simulated" && networkConfig.loggingEnabled
    ? { network, override: { loggingEnabled: false } }
    : network;
}

/** The code of geth for a call that failed. */
const CALL_FAILED = -32000;

/**
 * Has failed calls throw. With `throwOnCallFailures: false`, which is an option of a
 * simulated network, what they revert with is the result, as if it were returned.
 */
function withCallFailures(provider: RequestProvider): RequestProvider {
  return {
    request: async ({ method, params = [] }) => {
      const result = await provider.request({ method, params });
      if (method === "eth_call") {
        const trace = await provider.request({
          method: "debug_traceCall",
          params: [...params.slice(0, 2), CALL_TRACER],
        });
        const { error, output: data } = recordOf(trace);
        if (error !== undefined) {
          const failure = new Error(String(error));
          throw Object.assign(failure, { code: CALL_FAILED, data });
        }
      }
      return result;
    },
  };
}

const CALL_TRACER = {
  tracer: "callTracer",
  tracerConfig: { onlyTopCall: true },
};

/** A transport to a URL. */
export async function openHttp(
  url: string,
  {
    timeout = MAX_MILLISECONDS,
    httpHeaders,
  }: Partial<Pick<HttpNetworkConfig, "timeout">> &
    Pick<HttpNetworkConfig, "httpHeaders">,
  limits?: QueryLimits,
): Promise<RpcTransport> {
  const { createHttpTransport } = await import("../rpc/http-transport.ts");
  return createHttpTransport({
    url,
    headers: httpHeaders,
    ...timeLimits(timeout, limits),
  });
}

/**
 * Knows the secrets of a Hardhat network's node, or of a fork's node, and of the proxy
 * on the way: nodes repeat them in errors. Other simulated chains have no node.
 */
export async function nodeScrubber(
  networkConfig: NetworkConfig,
): Promise<Scrubber | undefined> {
  const node = isFork(networkConfig) ? networkConfig.forking : networkConfig;
  if (node === undefined || !("url" in node)) {
    return undefined;
  }
  const { endpointScrubber } = await import("../http/endpoint.ts");
  return endpointScrubber(await node.url.get(), node.httpHeaders);
}

/** The maximum time for a network, whatever its configured timeout. */
const MAX_MILLISECONDS = 60_000;
/** The share of a network's time for one attempt, if that is more than 5 s. */
const ATTEMPT_SHARE = 1 / 4;
const ATTEMPT_MILLISECONDS = 5_000;

/**
 * The time limits of a network's endpoint, starting now.
 *
 * @param timeout the timeout of the network, in ms
 */
export function timeLimits(
  timeout: number,
  { maxMs = MAX_MILLISECONDS, signal }: QueryLimits = {},
) {
  const total = Math.min(timeout, maxMs, MAX_MILLISECONDS);
  return {
    signal,
    deadline: Date.now() + total,
    attemptTimeoutMs: Math.min(
      total,
      Math.max(ATTEMPT_MILLISECONDS, total * ATTEMPT_SHARE),
    ),
  };
}

/** The URL of a Hardhat network's node. */
interface NodeUrl extends ResolvedConfigurationVariable {
  /** Set if it is a variable of the user's config. */
  readonly name?: string;
}

/** The reason why a URL is not known, and the variable that should have it. */
export interface BadVariable extends Cause {
  readonly variable: string;
}

/**
 * A URL; `undefined` if it is not set. May prompt for the password of a keystore. The
 * value of a variable is not configuration: without a good one, only what needs the URL
 * is unknown.
 *
 * @throws HardhatPluginError if the URL is a text in the config, and not an http(s) URL.
 */
export async function readUrl(
  url: NodeUrl,
): Promise<string | BadVariable | undefined> {
  try {
    if (url instanceof LayeredUrl) {
      return (await url.resolve())?.value;
    }
    return await url.getUrl();
  } catch (error) {
    return badVariableOf(url, error);
  }
}

/**
 * The variable for which a URL could not be read.
 *
 * @throws the error if it is not that of a variable.
 */
export function badVariableOf(url: NodeUrl, error: unknown): BadVariable {
  const variable = badVariables.get(Object(error)) ?? url.name;
  if (variable === undefined) {
    throw error;
  }
  const message = untrustedText(String(Object(error).message));
  return {
    reason: message.includes(variable)
      ? message
      : `the variable ${variable} could not be read: ${message}`,
    remedy: `Set the environment variable ${variable}.`,
    variable,
  };
}
