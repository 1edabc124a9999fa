import { variableName } from "../../config/layered-url.ts";
import type { ExpectedChain } from "../../connect/judge-chain.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import type { NodeRoute } from "../connections/node-route.ts";
import type { Rejection } from "./judge-connection.ts";

/** Where a transaction goes. */
interface RejectedRoute extends NodeRoute {
  readonly network: AlphaNetworkName;
  readonly hardhatNetwork: string;
}

/** The error message of a rejected transaction: the reason, the risk, what to do. */
export function rejectionMessage(
  { verdict, reason }: Rejection,
  { chainId, chainsWithSameId }: ExpectedChain,
  { network, hardhatNetwork, endpoint, proxy, isFork }: RejectedRoute,
): string {
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
    `Check the URL (${variableName(network, "RPC_URL")}, or the Hardhat config)${proxy === undefined ? "" : ", HTTP_PROXY, HTTPS_PROXY and NO_PROXY,"} and the node.`,
    `To turn this check off, set alpha.networks.${network}.guard: false in the Hardhat config.`,
  ].join(" ");
}
