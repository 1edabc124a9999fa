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
import {
  type OpenedTransport,
  openHttp,
  prepareTransport,
} from "../connect/open-transport.ts";
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

/** A chain that is selected, and what is known of it before it is asked. */
interface SelectedChain {
  readonly hardhatNetwork: string | null;
  /** `undefined` if it is none of the Alpha networks. */
  readonly network: ResolvedAlphaNetwork | undefined;
  readonly way: OpenedTransport;
  /** `undefined` if nobody has configured the chain id. */
  readonly expectations: Expectations | undefined;
  /** Where to set another node. */
  readonly remedy: string;
}

/** A transport to a chain, and what to expect of it; or why there is none. */
export type OpenedChain = Pick<SelectedChain, "hardhatNetwork" | "network"> & {
  readonly chainId: number | null;
  readonly endpoint: string | null;
} & (
    | {
        readonly ok: true;
        readonly transport: RpcTransport;
        readonly expectations: Expectations;
        /** Whether nobody has configured the chain id, so that it is what the node says. */
        readonly isChainIdOfNode: boolean;
      }
    | { readonly ok: false; readonly cause: Cause }
  );

/**
 * Opens a transport to a chain. A chain whose id nobody has configured has the one that
 * its node gives. Close the transport.
 *
 * @throws HardhatPluginError if both or none are given, the Hardhat config has no such
 * network, or the URL is not an http(s) URL; it is not shown.
 */
export async function openChain(
  hre: Reachable,
  selection: ChainSelection,
): Promise<OpenedChain> {
  const selected = await selectChain(hre, selection);
  const { hardhatNetwork, network, way, expectations, remedy } = selected;
  const chainId = expectations?.chain.chainId ?? null;
  const known = { hardhatNetwork, network, chainId, endpoint: null };
  if (!way.ok) {
    return { ok: false, ...known, cause: way };
  }
  const transport = await tryOpen(() => way.open());
  if (typeof transport === "string") {
    return { ok: false, ...known, cause: { reason: transport } };
  }
  const { endpoint } = transport;
  const opened = { ...known, endpoint, transport };
  if (expectations !== undefined) {
    return { ok: true, ...opened, expectations, isChainIdOfNode: false };
  }
  const read = await readChainId(transport);
  if (!read.ok) {
    await transport.close();
    const reason = `its chain id could not be read: ${read.reason}`;
    return { ok: false, ...known, endpoint, cause: { reason, remedy } };
  }
  return {
    ok: true,
    ...opened,
    chainId: read.value,
    expectations: { ...expectationsOfId(read.value), remedy },
    isChainIdOfNode: true,
  };
}

async function selectChain(
  hre: Reachable,
  { hardhatNetwork, rpcUrl }: ChainSelection,
): Promise<SelectedChain> {
  if (rpcUrl !== undefined && hardhatNetwork !== undefined) {
    throw alphaError(
      "--network and --rpc-url cannot be combined: both say which node to ask. Without --network, HARDHAT_NETWORK counts, too.",
    );
  }
  if (hardhatNetwork !== undefined) {
    return await selectNetwork(hre, hardhatNetwork);
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
  return {
    hardhatNetwork: null,
    network: undefined,
    way: { ok: true, open: () => openHttp(url, { httpHeaders: {} }) },
    expectations: undefined,
    remedy: `Check the node, or pass another one: --rpc-url, or ${DISCOVER_URL_VARIABLE}.`,
  };
}

async function selectNetwork(
  hre: Reachable,
  hardhatNetwork: string,
): Promise<SelectedChain> {
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
  const { alphaNetwork, chainId, type } = networkConfig;
  const network =
    alphaNetwork === undefined ? undefined : alpha.networks[alphaNetwork];
  const selected = { hardhatNetwork, networkConfig };
  const remedy = `Check the node, or set another one: networks.${hardhatNetwork} in the Hardhat config.`;
  const inProcess = type === "edr-simulated";
  const foreign =
    chainId === undefined
      ? undefined
      : {
          ...expectationsOfId(chainId, inProcess, isFork(networkConfig)),
          ...(inProcess ? {} : { remedy }),
        };
  return {
    hardhatNetwork,
    network,
    way: await prepareTransport(hre, selected),
    expectations:
      network === undefined
        ? foreign
        : expectationsOf({ network, ...selected }),
    remedy,
  };
}

/** What to expect of a chain that is none of the Alpha networks. */
function expectationsOfId(
  chainId: number,
  inProcess = false,
  isForked = false,
): Expectations {
  return {
    chain: { chainId, chainsWithSameId: [] },
    limits: {
      maxBlockAge: MAX_BLOCK_AGE,
      inProcess,
      isFork: isForked,
      startBlock: 0,
    },
  };
}
