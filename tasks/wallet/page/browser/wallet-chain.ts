import {
  type FoundChain,
  judgeChain,
} from "../../../../src/connect/judge-chain.ts";
import { readChainView } from "../../../../src/connect/read-node-view.ts";
import type { PageNetwork } from "../page-data.ts";
import { walletTransport } from "./ask-wallet.ts";
import { bad, type Message, unsure } from "./dom.ts";
import type { Wallet } from "./wallets.ts";

/**
 * Why the wallet is not proven to be on a network. Compares the chain id and, if
 * other chains have the same id, block 0.
 */
export async function walletChainProblem(
  wallet: Wallet,
  { name, chain }: PageNetwork,
): Promise<Message | undefined> {
  const view = await readChainView(walletTransport(wallet), chain);
  const judged = judgeChain(view, chain);
  switch (judged.verdict) {
    case "right":
      return judged.doubt === undefined
        ? undefined
        : unsure(
            `Could not determine whether your wallet is on ${name} or on another network with chain ID ${chain.chainId}.`,
          );
    case "unknown":
      return unsure("Your wallet did not report which network it is on.");
    case "wrong": {
      const text = `Your wallet is on ${otherNetwork(judged.found)}, not on ${name}.`;
      return judged.found.by === "chain-id"
        ? unsure(text)
        : bad(
            `${text} Remove that network from the wallet first, or use another wallet or browser profile.`,
          );
    }
  }
}

/** A chain that is not the expected one. */
export function otherNetwork(found: FoundChain): string {
  switch (found.by) {
    case "chain-id":
      return `another network (chain ID ${found.chainId})`;
    case "genesis":
      return found.name;
    case "pinned-genesis":
      return "another network with the same chain ID";
  }
}
