import type { OtherChain } from "../../connect/judge-chain.ts";
import type { Rejection } from "./judge-connection.ts";

/** A transaction that the guard rejected. */
export interface RejectedTransaction {
  readonly verdict: Rejection;
  readonly network: string;
  readonly hardhatNetwork: string;
  /** The origin of the node, or of the forked node; `undefined` if unknown. */
  readonly endpoint: string | undefined;
  /** The origin of the proxy in between; `undefined` if there is none. */
  readonly proxy: string | undefined;
  readonly isFork: boolean;
  readonly chainId: number;
  readonly chainsWithSameId: readonly OtherChain[];
  /** The configuration variable of the node's URL. */
  readonly urlVariable: string;
}

/** The error message of a rejected transaction: the reason, the risk, what to do. */
export function rejectionMessage(rejected: RejectedTransaction): string {
  const { network, hardhatNetwork, endpoint, proxy, isFork } = rejected;
  const { chainId, chainsWithSameId, urlVariable } = rejected;
  const { verdict, reason } = rejected.verdict;
  const node = `the ${isFork ? "forked " : ""}node${endpoint === undefined ? "" : ` at ${endpoint}`}${proxy === undefined ? "" : ` (through the proxy ${proxy})`}`;
  const problem =
    verdict === "wrong"
      ? `${node} does not serve ${network}`
      : `could not confirm that ${node} serves ${network}`;
  const others = chainsWithSameId.map(({ name }) => name).join(" and ");
  const replay =
    others === ""
      ? `A signed transaction is valid on every chain with the chain id ${chainId}`
      : `Chain id ${chainId} is also the one of ${others}: a transaction that is signed for one of these chains is valid on the other too, for the same account and nonce, so that anyone can send it there (replay)`;
  return [
    `The transaction on "${hardhatNetwork}" was not sent, and not signed by Hardhat or the node: ${problem}: ${reason}${reason.endsWith("?") ? "" : "."}`,
    `${replay}, and cannot be revoked.`,
    `Check the URL (${urlVariable}, or the Hardhat config)${proxy === undefined ? "" : ", HTTP_PROXY, HTTPS_PROXY and NO_PROXY,"} and the node.`,
    `To turn this check off, set alpha.networks.${network}.guard: false in the Hardhat config.`,
  ].join(" ");
}
