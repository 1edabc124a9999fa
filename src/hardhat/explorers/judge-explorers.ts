import type { ChainDescriptorConfig } from "hardhat/types/config";
import { recordOf } from "../../base/records.ts";
import type { NetworkDefinition } from "../../networks/definition.ts";

/** The explorers on which hardhat-verify publishes sources. */
export const EXPLORERS = ["etherscan", "blockscout", "sourcify"] as const;

export type Explorer = (typeof EXPLORERS)[number];

/** What hardhat-verify asks if no other URL is configured. */
const DEFAULT_APIS = {
  etherscan: "https://api.etherscan.io/v2/api",
  blockscout: "https://chains.blockscout.com/api/chains",
  sourcify: "https://sourcify.dev/server",
} as const satisfies Record<Explorer, string>;

/** Hosts that identify chains by their chain id alone, or only know the other chain. */
const HOSTS_OF_OTHER_CHAINS = [
  "etherscan.io",
  "gnosisscan.io",
  "blockscout.com",
  "gnosischain.com",
  "sourcify.dev",
];

/** A chain with the chain id of an Alpha network, which explorers know instead. */
export interface ChainOnExplorers {
  readonly chainId: number;
  /** The other chain's name. */
  readonly name: string;
}

/**
 * The chain that explorers show for the chain id of a Hardhat network, if that is
 * another one than the Alpha network that the Hardhat network is marked as.
 */
export function otherChainOf(
  { values, chainsWithSameId }: NetworkDefinition,
  chainId: number | undefined,
): ChainOnExplorers | undefined {
  const [other] = chainsWithSameId;
  return other === undefined || (chainId ?? values.chainId) !== values.chainId
    ? undefined
    : { chainId: values.chainId, name: other.name };
}

/**
 * The host on which an explorer would publish sources for the other chain, or
 * `undefined` if the user configured an explorer that may be the network's own.
 *
 * @param descriptor Hardhat's descriptor of the chain id.
 * @param verify The resolved `verify` of hardhat-verify.
 */
export function hostOfOtherChain(
  explorer: Explorer,
  descriptor: Pick<ChainDescriptorConfig, "blockExplorers"> | undefined,
  verify: unknown,
): string | undefined {
  const configured =
    explorer === "sourcify"
      ? recordOf(recordOf(verify)[explorer])["apiUrl"]
      : descriptor?.blockExplorers[explorer]?.apiUrl;
  const url = String(configured ?? DEFAULT_APIS[explorer]);
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  return !URL.canParse(url) ||
    HOSTS_OF_OTHER_CHAINS.some(
      (known) => host === known || host.endsWith(`.${known}`),
    )
    ? host
    : undefined;
}

/** Why sources are not published, and what to do instead. */
export function refusalMessage(
  explorer: Explorer,
  network: string,
  host: string,
  { chainId, name }: ChainOnExplorers,
): string {
  return `Sources of contracts on "${network}" are not published with verify.${explorer}: ${host} would show them on ${name}, which has the same chain id ${chainId}. Disable it with verify.${explorer}.enabled: false. To verify the contract set, use: npx hardhat alpha verify`;
}
