import type { Address } from "../../base/address.ts";
import type { Decoded } from "../../base/records.ts";
import type { ChainVerdict, OtherChain } from "../../connect/judge-chain.ts";
import type { AccountCode } from "../../rpc/decode-code.ts";

/** What the guard read from an endpoint. */
export interface GuardReadings {
  readonly chain: ChainVerdict;
  /** The config path of the router's address, for messages. */
  readonly routerPath: string;
  readonly router: Address | undefined;
  /** The router's code; `undefined` if its address is not set. */
  readonly code: Decoded<AccountCode> | undefined;
}

/** Whether an endpoint serves the chain of the network. */
export type GuardVerdict =
  | { readonly verdict: "confirmed" }
  | { readonly verdict: "wrong" | "unknown"; readonly reason: string };

/**
 * Judges whether an endpoint serves the chain of the network: by its chain id, by
 * block 0 if another chain has the same id, and by the network's router. Anything
 * that could not be read is unknown, since a signed transaction cannot be revoked.
 */
export function judgeConnection(readings: GuardReadings): GuardVerdict {
  const { chain, routerPath, router, code } = readings;
  if (chain.verdict !== "right") {
    const { verdict, reason } = chain;
    return { verdict, reason };
  }
  if (chain.doubt !== undefined) {
    return unknown(chain.doubt);
  }
  if (router === undefined || code === undefined) {
    return unknown(
      `the address of the network's router, which identifies it, is not set: set ${routerPath}`,
    );
  }
  if (!code.ok) {
    return unknown(
      `the code of the network's router at ${router}, which identifies it, could not be read: ${code.reason}`,
    );
  }
  return code.value.kind === "code"
    ? { verdict: "confirmed" }
    : unknown(
        `there is no contract at ${router}, the address of the network's router: the node serves another chain or is not in sync, or ${routerPath} is wrong`,
      );
}

function unknown(reason: string): GuardVerdict {
  return { verdict: "unknown", reason };
}

/** A transaction that the guard rejected. */
export interface RejectedTransaction {
  readonly verdict: Exclude<GuardVerdict, { readonly verdict: "confirmed" }>;
  readonly network: string;
  readonly hardhatNetwork: string;
  /** The origin of the node, or of the forked node; `undefined` if unknown. */
  readonly endpoint: string | undefined;
  readonly isFork: boolean;
  readonly chainId: number;
  readonly chainsWithSameId: readonly OtherChain[];
  /** The configuration variable of the node's URL. */
  readonly urlVariable: string;
}

/** The error message of a rejected transaction: the reason, the risk, what to do. */
export function rejectionMessage(rejected: RejectedTransaction): string {
  const { network, hardhatNetwork, endpoint, isFork } = rejected;
  const { chainId, chainsWithSameId, urlVariable } = rejected;
  const { verdict, reason } = rejected.verdict;
  const node = `the ${isFork ? "forked " : ""}node${endpoint === undefined ? "" : ` at ${endpoint}`}`;
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
    `Check the URL (${urlVariable}, or the Hardhat config) and the node.`,
    `To turn this check off, set alpha.networks.${network}.guard: false in the Hardhat config.`,
  ].join(" ");
}
