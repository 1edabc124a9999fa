import type { Address } from "../../base/address.ts";
import type { Decoded } from "../../base/records.ts";
import type { ChainVerdict, OtherChain } from "../../connect/judge-chain.ts";
import type { AccountCode } from "../../rpc/decode-code.ts";

/** What an endpoint says of the chain that it serves. */
export interface ProofReadings {
  readonly chain: ChainVerdict;
  /** The registry's path of the router's address, for people to find it. */
  readonly routerPath: string;
  readonly router: Address | undefined;
  /** The code there; `undefined` where there is no address to ask for. */
  readonly code: Decoded<AccountCode> | undefined;
}

/** Whether the endpoint serves the chain that is meant, and why it is not known to. */
export type Proof =
  | { readonly verdict: "proven" }
  | {
      /** `wrong`: another chain. `unproven`: nobody knows. */
      readonly verdict: "wrong" | "unproven";
      readonly reason: string;
    };

/**
 * Whether it is proven which chain an endpoint serves: by its chain id, its block
 * 0 where another chain has the same chain id, and the network's router.
 * Everything else refuses, since a signed transaction cannot be taken back.
 */
export function judgeProof(readings: ProofReadings): Proof {
  const { chain, routerPath, router, code } = readings;
  if (chain.verdict !== "right") {
    const { verdict, reason } = chain;
    return verdict === "wrong" ? { verdict, reason } : unproven(reason);
  }
  if (chain.doubt !== undefined) {
    return unproven(chain.doubt);
  }
  if (router === undefined || code === undefined) {
    return unproven(
      `the address of the network's router, which would show it, is unset: set ${routerPath}`,
    );
  }
  if (!code.ok) {
    return unproven(
      `the network's router at ${router}, which would show it, could not be read: ${code.reason}`,
    );
  }
  return code.value.kind === "code"
    ? { verdict: "proven" }
    : unproven(
        `it has no contract at ${router}, where the network's router stands: it is another chain, or a node that is not in sync, or ${routerPath} is not right`,
      );
}

function unproven(reason: string): Proof {
  return { verdict: "unproven", reason };
}

/** A transaction that is refused, and why. */
export interface RefusalMessageParameters {
  readonly proof: Exclude<Proof, { readonly verdict: "proven" }>;
  readonly network: string;
  readonly hardhatNetwork: string;
  /** Of the node, or of the one that is forked: an origin. */
  readonly endpoint: string;
  readonly isFork: boolean;
  readonly chainId: number;
  readonly chainsWithSameId: readonly OtherChain[];
  /** The variable that may hold the node's URL. */
  readonly urlVariable: string;
}

/** What was found, what it could lead to, and what to do. */
export function refusalMessage(parameters: RefusalMessageParameters): string {
  const { proof, network, hardhatNetwork, endpoint, isFork } = parameters;
  const { chainId, chainsWithSameId, urlVariable } = parameters;
  const node = `${isFork ? "the node that it forks" : "its node"}, ${endpoint},`;
  const found =
    proof.verdict === "wrong"
      ? `${node} is not of the network ${network}`
      : `it is not proven that ${node} is of the network ${network}`;
  const reason = proof.reason.endsWith("?") ? proof.reason : `${proof.reason}.`;
  const others = chainsWithSameId.map(({ name }) => name).join(" and ");
  const replay =
    others === ""
      ? `Signed, it is valid on every chain with the chain id ${chainId}`
      : `Chain id ${chainId} is also ${others}'s: signed for one of the chains, it is valid on the other too, for the same account and nonce, and anybody can send it there (replay)`;
  return [
    `No transaction was sent on "${hardhatNetwork}", and none signed by Hardhat or the node: ${found}: ${reason}`,
    `${replay}, and it cannot be taken back.`,
    `Check the URL (${urlVariable}, or the Hardhat config) and the node;`,
    `alpha.networks.${network}.guard: false in the Hardhat config turns this check off.`,
  ].join(" ");
}
