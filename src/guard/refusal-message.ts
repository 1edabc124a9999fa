import type { Namesake } from "../node/judge-chain.ts";
import type { Proof } from "./judge-proof.ts";

/** A transaction that is refused, and why. */
export interface RefusalMessageParameters {
  readonly proof: Exclude<Proof, { readonly verdict: "proven" }>;
  readonly network: string;
  readonly hardhatNetwork: string;
  /** Of the node, or of the one that is forked: an origin. */
  readonly endpoint: string;
  readonly isFork: boolean;
  readonly chainId: number;
  readonly namesakes: readonly Namesake[];
  /** The variable that may hold the node's URL. */
  readonly urlVariable: string;
}

/** What was found, what it could lead to, and what to do. */
export function refusalMessage(parameters: RefusalMessageParameters): string {
  const { proof, network, hardhatNetwork, endpoint, isFork } = parameters;
  const { chainId, namesakes, urlVariable } = parameters;
  const node = `${isFork ? "the node that it forks" : "its node"}, ${endpoint},`;
  const found =
    proof.verdict === "wrong"
      ? `${node} is not of the network ${network}`
      : `it is not proven that ${node} is of the network ${network}`;
  const reason = proof.reason.endsWith("?") ? proof.reason : `${proof.reason}.`;
  const others = namesakes.map(({ name }) => name).join(" and ");
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
