import {
  type FoundChain,
  judgeChain,
} from "../../../../src/connect/judge-chain.ts";
import { readChainView } from "../../../../src/connect/read-node-view.ts";
import type { PageNetwork } from "../page-data.ts";
import type { Wallet } from "./ask-wallet.ts";
import { bad, type Message, unsure } from "./dom.ts";

/**
 * The reason why the wallet is not proven to be on a network. Compares the chain id and, if
 * other chains have the same id, block 0.
 */
export async function walletChainProblem(
  wallet: Wallet,
  { name, chain }: PageNetwork,
): Promise<Message | undefined> {
  const view = await readChainView(wallet, chain);
  const judged = judgeChain(view, chain);
  if (judged.verdict === "unknown") {
    return unsure("Your wallet did not report which network it is on.");
  }
  if (judged.verdict === "right") {
    const doubt = `Could not determine whether your wallet is on ${name} or on another network with chain ID ${chain.chainId}.`;
    return judged.doubt === undefined ? undefined : unsure(doubt);
  }
  const text = `Your wallet is on ${otherNetwork(judged.found)}, not on ${name}.`;
  const remedy =
    "Remove that network from the wallet first, or use another wallet or browser profile.";
  if (judged.found.by === "chain-id") {
    return unsure(text);
  }
  return bad(`${text} ${remedy}`);
}

/** A chain that is not the expected one. */
export function otherNetwork(found: FoundChain): string {
  if (found.by === "genesis") {
    return found.name;
  }
  if (found.by === "chain-id") {
    return `another network (chain ID ${found.chainId})`;
  }
  return "another network with the same chain ID";
}
