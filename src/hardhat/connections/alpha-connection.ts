import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Chain } from "viem";
import { alphaError } from "../../base/errors.ts";
import type { Hex } from "../../base/hex.ts";
import { freezeData, given } from "../../base/records.ts";
import { looksSecret } from "../../base/secrets.ts";
import { type RegistryEntry, registryEntries } from "../../config/contracts.ts";
import { isSandbox, markedNetwork } from "../../config/hardhat-networks.ts";
import {
  hasKeystore,
  type LayeredUrl,
  NODE_PART,
  servedVariable,
  variableName,
} from "../../config/layered-url.ts";
import {
  SANDBOX_START_BLOCK,
  sandboxTokens,
} from "../../config/resolve-values.ts";
import type { ResolvedAlphaNetwork, TokenKind } from "../../config/types.ts";
import { openFork } from "../../connect/open-fork.ts";
import {
  type OpenConnection,
  reachConnection,
} from "../../connect/select-networks.ts";
import { chainContracts } from "../../networks/published-addresses.ts";
import { createAlphaNetwork, createReports } from "../alpha-network.ts";
import type { OpenContractArguments } from "../contracts/open-contract.ts";
import type { ForkTokens } from "../forks/start-fork.ts";
import { forkOpening, type OpeningFork } from "../networks/resolve-networks.ts";
import type { WaitParameters } from "../transactions/wait-limits.ts";
import type { AlphaConnection } from "./types.ts";

/**
 * Creates `connection.alpha` for the Alpha network that the Hardhat network
 * names in `alphaNetwork`; `undefined` if it names none. The chain id decides
 * nothing, since other chains may have the same one. Its look-ups are those of the
 * network, in `alpha-network.ts`.
 *
 * @param forkTokens The payment tokens that were read from a fork.
 */
export function createAlphaConnection<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
  forkTokens: ForkTokens,
): AlphaConnection | undefined {
  const { networkConfig } = connection;
  const network = markedNetwork(config, networkConfig);
  if (network === undefined) {
    return undefined;
  }
  const isSimulated = networkConfig.type === "edr-simulated";
  // Set in a script that runs on a served sandbox.
  const served = isSimulated
    ? undefined
    : process.env[servedVariable(variableName(network.name, NODE_PART))];
  const sandbox = isSandbox(networkConfig);
  const placed = sandbox ? sandboxTokens(network, config.alpha.sandbox) : {};
  const tokens = { ...network.tokens, ...placed, ...forkTokens };
  const first = sandbox || served ? { startBlock: SANDBOX_START_BLOCK } : {};
  const values = { ...network.values, ...first };
  const portal = { ...network.portal, ...first };
  const shown = { ...network, tokens, values, portal };
  const view: unknown = createAlphaNetwork(shown, hasKeystore(config), {
    sandbox,
    chain: chainOfNetwork(network, {
      chainId: networkConfig.chainId,
      // With the URL of the live node, clients of a sandbox would send to the live chain.
      nodeUri: isSimulated ? null : served,
    }),
    contract: async (...parameters: OpenContractArguments) => {
      const { openContract } = await import("../contracts/open-contract.ts");
      return await openContract(config, connection, network, parameters);
    },
    readToken: async (kind: TokenKind) => {
      const { readToken } = await import("../contracts/read-token.ts");
      return await readToken(config, connection, network, kind);
    },
    ...createReports(() => reachConnection(config, connection)),
    fund: async (account: unknown, amounts: unknown) => {
      const { fundAccount } = await import("../fund/fund-account.ts");
      await fundAccount(connection, network, account, amounts);
    },
    waitForTransaction: async (hash: Hex, parameters: WaitParameters = {}) => {
      const { waitForTransaction } = await import(
        "../transactions/wait-for-transaction.ts"
      );
      return await waitForTransaction(connection, network, hash, parameters);
    },
  });
  // TypeScript cannot tell which member of the union it is: only `name` does.
  return view as AlphaConnection;
}

const TIMEOUT_MS = 60_000;

/**
 * Opens a connection. A fork of an Alpha network must open within `maxMs`
 * after its node was confirmed, and Hardhat's errors are replaced by one that
 * names the fork.
 *
 * @throws the error of `open`; HardhatPluginError if a fork does not open.
 */
export async function openConnection<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
  maxMs: number = TIMEOUT_MS,
): Promise<T> {
  const found = Promise.withResolvers<OpeningFork | undefined>();
  const opening = forkOpening.run(found.resolve, open);
  const none = () => found.resolve(undefined);
  opening.then(none, none);
  const fork = await found.promise;
  if (fork === undefined) {
    return await opening;
  }
  const { hardhatNetwork, scrubber } = fork;
  return await openFork(opening, hardhatNetwork, { maxMs, scrubber });
}

/**
 * Closes a connection that an override made one of another Alpha network, or of none: its
 * chain would keep the chain id and the node of its own network, or any chain would do.
 * A live network of the user's may have the chain id of the other.
 *
 * @throws HardhatPluginError if it is one of another network.
 */
export async function confirmOverride(
  { alpha, networks }: HardhatConfig,
  connection: OpenConnection,
): Promise<void> {
  const { networkName, networkConfig } = connection;
  const { alphaNetwork, chainId, type } = networkConfig;
  const configured = networks[networkName]?.alphaNetwork ?? alphaNetwork;
  const network = markedNetwork({ alpha }, networkConfig);
  const isItsChain = type === "http" && network?.values.chainId === chainId;
  if (alphaNetwork === configured || (network && isItsChain)) {
    return;
  }
  await connection.close();
  throw alphaError(
    `The Hardhat network "${networkName}" is one of ${configured}, and a connection cannot override its alphaNetwork to ${alphaNetwork}. Connect to ${alphaNetwork === undefined ? "another Hardhat network" : `a Hardhat network of ${alphaNetwork}`}, or remove the override.`,
  );
}

/** Used if the fee token is not set: viem would default to "ETH". */
const UNKNOWN_FEE_TOKEN = {
  name: "Network Fee Token",
  symbol: "fee token",
  decimals: 18,
};

/**
 * Creates the viem chain of a network from its configuration. Its contracts are those of
 * the registry by role, and the euro token, as far as they are set. None of those that
 * viem uses is known to be deployed. URLs are the portal's public ones; those that may
 * contain a secret, or that only a configuration variable sets, are omitted.
 *
 * @param connection The chain id of the connection and the URL of its node, if it has its
 * own; `null` if it has none.
 */
export function chainOfNetwork(
  network: ResolvedAlphaNetwork,
  connection: {
    readonly chainId?: number | undefined;
    readonly nodeUri?: string | null | undefined;
  } = {},
): Chain {
  const { values, services, tokens } = network;
  const { chainId = values.chainId } = connection;
  const { displayName = network.name } = values;
  const { name, symbol, decimals } = network.feeToken ?? UNKNOWN_FEE_TOKEN;
  const { nodeUri = publicUrl(services["nodeUri"]) } = connection;
  // viem appends paths such as "/tx/…".
  const explorerUri = publicUrl(services["explorerUri"])?.replace(/\/+$/, "");
  const explorer = explorerUri !== undefined && {
    default: { name: `${displayName} Explorer`, url: explorerUri },
  };
  const contracts: Record<string, NonNullable<RegistryEntry["value"]>> = {};
  for (const { role, value } of registryEntries(network)) {
    if (value !== undefined) {
      contracts[role] = value;
    }
  }
  return freezeData<Chain>({
    id: chainId,
    name: displayName,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: { default: { http: given(nodeUri ?? undefined) } },
    ...(explorer && { blockExplorers: explorer }),
    testnet: true,
    contracts: chainContracts({
      contracts,
      tokens: { euro: tokens.euro.address },
    }),
  });
}

/** A URL that is known without reading a keystore, and contains no secret. */
function publicUrl(url: LayeredUrl | undefined): string | undefined {
  const known = url?.known(false);
  if (known?.kind === "literal" && !looksSecret(known.value)) {
    return known.value;
  }
  return undefined;
}
