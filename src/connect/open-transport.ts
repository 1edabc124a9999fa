import type {
  EdrNetworkConfig,
  HttpNetworkConfig,
  NetworkConfig,
} from "hardhat/types/config";
import type { Cause } from "../base/problems.ts";
import { createScrubber, type Scrubber } from "../base/scrubber.ts";
import { collectSecrets } from "../base/secrets.ts";
import { isFork } from "../config/hardhat-networks.ts";
import { LayeredUrl } from "../config/layered-url.ts";
import type { RequestProvider, RpcTransport } from "../rpc/types.ts";
import { countForkWork, openFork } from "./open-fork.ts";
import type { Reachable } from "./reachable.ts";
import type { SelectedNetwork } from "./select-networks.ts";

/** How to open a transport to a network's node, or why that is impossible. */
export type OpenedTransport =
  | {
      readonly ok: true;
      /** `maxMs` bounds the network's time further, in ms. */
      readonly open: (maxMs?: number) => Promise<RpcTransport>;
    }
  | ({ readonly ok: false } & Cause);

/**
 * Prepares the way to a selected network. URLs are read here, one network after
 * the other, since a keystore may prompt; the time of a network starts to run
 * when its transport is opened.
 *
 * @throws HardhatPluginError if the URL is not an http(s) URL.
 */
export async function prepareTransport(
  hre: Pick<Reachable, "network">,
  selected: SelectedNetwork,
): Promise<OpenedTransport> {
  if (selected.hardhatNetwork === null) {
    return { ok: false, reason: selected.reason };
  }
  const { hardhatNetwork, networkConfig } = selected;
  if (networkConfig.type === "edr-simulated") {
    return {
      ok: true,
      open: async (maxMs) =>
        await openInProcess(hre, hardhatNetwork, networkConfig, maxMs),
    };
  }
  const { url: variable } = networkConfig;
  const url =
    variable instanceof LayeredUrl
      ? (await variable.resolve())?.value
      : await variable.getUrl();
  return url === undefined
    ? {
        ok: false,
        reason: "its node URL is not set",
        ...(variable instanceof LayeredUrl ? { remedy: variable.hint } : {}),
      }
    : {
        ok: true,
        open: async (maxMs) => await openHttp(url, networkConfig, maxMs),
      };
}

async function openInProcess(
  hre: Pick<Reachable, "network">,
  hardhatNetwork: string,
  networkConfig: EdrNetworkConfig,
  maxMs = MAX_MILLISECONDS,
): Promise<RpcTransport> {
  const { createProviderTransport } = await import(
    "../rpc/provider-transport.ts"
  );
  const limit = Math.min(maxMs, MAX_MILLISECONDS);
  const deadline = Date.now() + limit;
  // The chain's log goes to stdout, which is for the report alone.
  const opening = hre.network.create(
    networkConfig.loggingEnabled
      ? { network: hardhatNetwork, override: { loggingEnabled: false } }
      : hardhatNetwork,
  );
  const isForked = isFork(networkConfig);
  const connection = isForked
    ? await openFork(opening, hardhatNetwork, limit)
    : await opening;
  const { provider } = connection;
  const transport = createProviderTransport(
    isForked ? counted(provider) : provider,
    {
      scrubber: await nodeScrubber(networkConfig),
      deadline: isForked ? deadline : undefined,
    },
  );
  return {
    endpoint: transport.endpoint,
    request: (method, params) => transport.request(method, params),
    close: async () => {
      await transport.close();
      await connection.close();
    },
  };
}

function counted(provider: RequestProvider): RequestProvider {
  return {
    request: async (args) => await countForkWork(provider.request(args)),
  };
}

/**
 * Ways to the further endpoints of a network. The headers in the config are for
 * the network's own URL, so they are not sent to these.
 *
 * @throws HardhatPluginError if one is not an http(s) URL, or not set.
 */
export async function openEndpoints(
  selected: SelectedNetwork,
  maxMs?: number,
): Promise<readonly RpcTransport[]> {
  const { network } = selected;
  if (
    selected.hardhatNetwork === null ||
    selected.networkConfig.type !== "http" ||
    network.endpoints.length === 0
  ) {
    return [];
  }
  const { timeout } = selected.networkConfig;
  const urls = [];
  for (const endpoint of network.endpoints) {
    urls.push(await endpoint.getUrl());
  }
  return await Promise.all(
    urls.map((url) => openHttp(url, { timeout, httpHeaders: {} }, maxMs)),
  );
}

async function openHttp(
  url: string,
  { timeout, httpHeaders }: Pick<HttpNetworkConfig, "timeout" | "httpHeaders">,
  maxMs?: number,
): Promise<RpcTransport> {
  const { createHttpTransport } = await import("../rpc/http-transport.ts");
  return createHttpTransport({
    url,
    headers: httpHeaders,
    ...timeLimits(timeout, maxMs),
  });
}

/**
 * Takes out of texts what the URL and headers of a Hardhat network's node hold,
 * or of the node that a fork uses: nodes repeat them in their errors. Any
 * other simulated chain has no node.
 */
export async function nodeScrubber(
  networkConfig: NetworkConfig,
): Promise<Scrubber | undefined> {
  const node = isFork(networkConfig) ? networkConfig.forking : networkConfig;
  if (node === undefined || !("url" in node)) {
    return undefined;
  }
  const { url, httpHeaders } = node;
  return createScrubber(
    collectSecrets({ url: await url.get(), headers: httpHeaders }),
  );
}

/** A network takes no longer than this, whatever its configured time-out. */
const MAX_MILLISECONDS = 60_000;
/** Of a network's time, what one attempt gets, if that is more than 5 s. */
const ATTEMPT_SHARE = 1 / 4;
const ATTEMPT_MILLISECONDS = 5_000;

/**
 * The time that a network's endpoint has, from now on.
 *
 * @param timeout the network's, in ms
 * @param maxMs bounds it further, in ms
 */
export function timeLimits(
  timeout: number,
  maxMs: number = MAX_MILLISECONDS,
): { readonly deadline: number; readonly attemptTimeoutMs: number } {
  const total = Math.min(timeout, maxMs, MAX_MILLISECONDS);
  return {
    deadline: Date.now() + total,
    attemptTimeoutMs: Math.min(
      total,
      Math.max(ATTEMPT_MILLISECONDS, total * ATTEMPT_SHARE),
    ),
  };
}
