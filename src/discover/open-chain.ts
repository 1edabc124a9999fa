import { alphaError } from "../base/errors.ts";
import type { Cause } from "../base/problems.ts";
import { didYouMean } from "../base/suggest-name.ts";
import { isFork } from "../config/hardhat-networks.ts";
import {
  DISCOVER_URL_VARIABLE,
  httpUrlProblem,
} from "../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import {
  type Expectations,
  expectationsOf,
  tryOpen,
} from "../connect/ask-networks.ts";
import { openHttp, prepareTransport } from "../connect/open-transport.ts";
import type { Reachable } from "../connect/reachable.ts";
import { readChainId } from "../connect/read-node-view.ts";
import type { RpcTransport } from "../rpc/types.ts";

/** As of a network that does not set it. */
const MAX_BLOCK_AGE = 600;

/** Where to ask: a Hardhat network, or a URL. */
export interface ChainSelection {
  readonly hardhatNetwork?: string | undefined;
  readonly rpcUrl?: string | undefined;
}

/** A chain to ask, and what is known of it. */
export interface OpenedChain {
  readonly hardhatNetwork: string | null;
  /** `undefined` if it is none of the Alpha networks. */
  readonly network: ResolvedAlphaNetwork | undefined;
  readonly transport: RpcTransport;
  readonly expectations: Expectations;
  /** Whether nobody has configured the chain id, so that it is what the node says. */
  readonly isChainIdOfNode: boolean;
}

export type ChainToOpen =
  | (OpenedChain & { readonly ok: true })
  | (Pick<OpenedChain, "hardhatNetwork" | "network"> & {
      readonly ok: false;
      readonly cause: Cause;
      /** The origin of a node that answers, but not with a chain id. */
      readonly endpoint?: string;
      readonly chainId?: number;
    });

/**
 * Opens a transport to a chain. A chain whose id nobody has configured has the one that
 * its node gives. Close the transport.
 *
 * @throws HardhatPluginError if both or none are given, the Hardhat config has no such
 * network, or the URL is not an http(s) URL; it is not shown.
 */
export async function openChain(
  hre: Reachable,
  { hardhatNetwork, rpcUrl }: ChainSelection,
): Promise<ChainToOpen> {
  if (rpcUrl !== undefined && hardhatNetwork !== undefined) {
    throw alphaError(
      "--network and --rpc-url cannot be combined: both say which node to ask. Without --network, HARDHAT_NETWORK counts, too.",
    );
  }
  if (hardhatNetwork !== undefined) {
    return await openNetwork(hre, hardhatNetwork);
  }
  const url = rpcUrl ?? (await hre.config.alpha.discoverUrl.resolve())?.value;
  if (url === undefined) {
    throw alphaError(
      `No node to ask. Pass --network with a network of the Hardhat config, or --rpc-url, or set ${DISCOVER_URL_VARIABLE} to a URL that contains a key.`,
    );
  }
  const problem = httpUrlProblem(url);
  if (problem !== undefined) {
    throw alphaError(
      `The node URL, given by --rpc-url, ${problem}. Expected a URL like https://host:port.`,
    );
  }
  return await withChainId(await openHttp(url, { httpHeaders: {} }), {
    hardhatNetwork: null,
    remedy: `Check the node, or pass another one: --rpc-url, or ${DISCOVER_URL_VARIABLE}.`,
  });
}

async function openNetwork(
  hre: Reachable,
  hardhatNetwork: string,
): Promise<ChainToOpen> {
  const { networks, alpha } = hre.config;
  const networkConfig = Object.hasOwn(networks, hardhatNetwork)
    ? networks[hardhatNetwork]
    : undefined;
  if (networkConfig === undefined) {
    const names = Object.keys(networks);
    throw alphaError(
      `The Hardhat config has no network "${hardhatNetwork}". ${didYouMean(hardhatNetwork, names)}Its networks: ${names.join(", ")}.`,
    );
  }
  const { alphaNetwork } = networkConfig;
  const network =
    alphaNetwork === undefined ? undefined : alpha.networks[alphaNetwork];
  const selected = { hardhatNetwork, networkConfig };
  const known = { hardhatNetwork, network };
  const expectations =
    network === undefined
      ? undefined
      : expectationsOf({ network, ...selected });
  const chainId = expectations?.chain.chainId ?? networkConfig.chainId;
  const of = chainId === undefined ? {} : { chainId };
  const way = await prepareTransport(hre, selected);
  if (!way.ok) {
    return { ok: false, ...known, ...of, cause: way };
  }
  const transport = await tryOpen(() => way.open());
  if (typeof transport === "string") {
    return { ok: false, ...known, ...of, cause: { reason: transport } };
  }
  if (expectations !== undefined) {
    return {
      ok: true,
      ...known,
      transport,
      expectations,
      isChainIdOfNode: false,
    };
  }
  const remedy = `Check the node, or set another one: networks.${hardhatNetwork} in the Hardhat config.`;
  if (chainId === undefined) {
    return await withChainId(transport, { hardhatNetwork, remedy });
  }
  const inProcess = networkConfig.type === "edr-simulated";
  return {
    ok: true,
    ...known,
    transport,
    isChainIdOfNode: false,
    expectations: {
      chain: { chainId, chainsWithSameId: [] },
      limits: {
        maxBlockAge: MAX_BLOCK_AGE,
        inProcess,
        isFork: isFork(networkConfig),
        startBlock: 0,
      },
      ...(inProcess ? {} : { remedy }),
    },
  };
}

/** The chain that a node says it serves. */
async function withChainId(
  transport: RpcTransport,
  {
    hardhatNetwork,
    remedy,
  }: { readonly hardhatNetwork: string | null; readonly remedy: string },
): Promise<ChainToOpen> {
  const known = { hardhatNetwork, network: undefined };
  const chainId = await readChainId(transport);
  if (!chainId.ok) {
    await transport.close();
    return {
      ok: false,
      ...known,
      endpoint: transport.endpoint,
      cause: {
        reason: `its chain id could not be read: ${chainId.reason}`,
        remedy,
      },
    };
  }
  return {
    ok: true,
    ...known,
    transport,
    isChainIdOfNode: true,
    expectations: {
      chain: { chainId: chainId.value, chainsWithSameId: [] },
      limits: { maxBlockAge: MAX_BLOCK_AGE, inProcess: false, startBlock: 0 },
      remedy,
    },
  };
}
