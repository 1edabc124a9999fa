import { alphaError } from "../base/errors.ts";
import { ownValue } from "../base/records.ts";
import { didYouMean } from "../base/suggest-name.ts";
import { isFork, markedNetwork } from "../config/hardhat-networks.ts";
import {
  DISCOVER_URL_VARIABLE,
  httpUrlProblem,
} from "../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { type Expectations, expectationsOf } from "../connect/ask-networks.ts";
import type { FreshnessLimits } from "../connect/judge-freshness.ts";
import {
  type OpenedTransport,
  openHttp,
  prepareTransport,
  readUrl,
} from "../connect/open-transport.ts";
import type { Reachable } from "../connect/select-networks.ts";

/** The default of networks. */
const MAX_BLOCK_AGE = 600;

/** The chain to ask: a Hardhat network, or a URL. */
export interface ChainSelection {
  readonly hardhatNetwork?: string | undefined;
  readonly rpcUrl?: string | undefined;
}

/** A chain that is selected, and what is known of it before it is asked. */
export interface SelectedChain {
  readonly hardhatNetwork: string | null;
  /** `undefined` if it is none of the Alpha networks. */
  readonly network: ResolvedAlphaNetwork | undefined;
  readonly way: OpenedTransport;
  /** `undefined` if nobody has configured the chain id. */
  readonly expectations: Expectations | undefined;
  /** Where to set another node. */
  readonly remedy: string;
}

/**
 * Selects the chain to ask.
 *
 * @throws HardhatPluginError if both or none are given, the Hardhat config has no such
 * network, or the URL is not an http(s) URL; it is not shown.
 */
export async function selectChain(
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
  const url = rpcUrl ?? (await readUrl(hre.config.alpha.discoverUrl));
  if (url === undefined) {
    throw alphaError(
      `No node to ask. Pass --network with a network of the Hardhat config, or --rpc-url, or set ${DISCOVER_URL_VARIABLE} to a URL that contains a key.`,
    );
  }
  const problem = rpcUrl === undefined ? undefined : httpUrlProblem(rpcUrl);
  if (problem !== undefined) {
    throw alphaError(
      `The node URL, given by --rpc-url, ${problem}. Expected a URL like https://host:port.`,
    );
  }
  const way: OpenedTransport =
    typeof url === "string"
      ? { ok: true, open: () => openHttp(url, { httpHeaders: {} }) }
      : { ok: false, reason: url.reason };
  return {
    hardhatNetwork: null,
    network: undefined,
    way,
    expectations: undefined,
    remedy: `Check the node, or pass another one: --rpc-url, or ${DISCOVER_URL_VARIABLE}.`,
  };
}

async function selectNetwork(
  hre: Reachable,
  hardhatNetwork: string,
): Promise<SelectedChain> {
  const { networks } = hre.config;
  const networkConfig = ownValue(networks, hardhatNetwork);
  if (networkConfig === undefined) {
    const names = Object.keys(networks);
    throw alphaError(
      `The Hardhat config has no network "${hardhatNetwork}". ${didYouMean(hardhatNetwork, names)}Its networks: ${names.join(", ")}.`,
    );
  }
  const { chainId, type } = networkConfig;
  const network = markedNetwork(hre.config, networkConfig);
  const selected = { hardhatNetwork, networkConfig };
  const remedy = `Check the node, or set another one: networks.${hardhatNetwork} in the Hardhat config.`;
  let expectations: Expectations | undefined;
  if (network !== undefined) {
    expectations = expectationsOf({ network, ...selected });
  } else if (chainId !== undefined) {
    const inProcess = type === "edr-simulated";
    const kind = { inProcess, isFork: isFork(networkConfig) };
    expectations = {
      ...expectationsOfId(chainId, kind),
      remedy: inProcess ? undefined : remedy,
    };
  }
  const way = await prepareTransport(hre, selected);
  return { hardhatNetwork, network, way, expectations, remedy };
}

/** The expectations of a chain that is none of the Alpha networks. */
export function expectationsOfId(
  chainId: number,
  kind: Pick<FreshnessLimits, "inProcess" | "isFork"> = { inProcess: false },
): Expectations {
  return {
    chain: { chainId, chainsWithSameId: [] },
    limits: { maxBlockAge: MAX_BLOCK_AGE, startBlock: 0, ...kind },
  };
}
