import {
  type FoundChain,
  judgeChain,
} from "../../../../src/connect/judge-chain.ts";
import { readChainView } from "../../../../src/connect/read-node-view.ts";
import type { PageNetwork } from "../page-data.ts";
import { walletTransport } from "./ask-wallet.ts";
import type { Wallet } from "./providers.ts";
import type { Message } from "./view/dom.ts";

/**
 * Why the wallet is not proven to be on a network. Compares the chain id and, if
 * other chains have the same id, block 0.
 */
export async function walletChainProblem(
  wallet: Wallet,
  network: PageNetwork,
): Promise<Message | undefined> {
  const { name, chain } = network;
  const view = await readChainView(walletTransport(wallet), chain);
  const verdict = judgeChain(view, chain);
  switch (verdict.verdict) {
    case "right":
      return verdict.doubt === undefined
        ? undefined
        : {
            tone: "unsure",
            text: `Could not determine whether your wallet is on ${name} or on another network with chain ID ${chain.chainId}.`,
          };
    case "unknown":
      return {
        tone: "unsure",
        text: "Your wallet did not report which network it is on.",
      };
    case "wrong":
      return describeFound(verdict.found, network);
  }
}

function describeFound(
  found: FoundChain,
  { name, chain: { chainId } }: PageNetwork,
): Message {
  switch (found.by) {
    case "chain-id":
      return {
        tone: "unsure",
        text: `Your wallet is on another network, not on ${name}.`,
      };
    case "genesis":
      return {
        tone: "bad",
        text: `Your wallet's network with chain ID ${chainId} is ${found.name}, not ${name}. Remove ${found.name} from the wallet first, or use another wallet or browser profile.`,
      };
    case "pinned-genesis":
      return {
        tone: "bad",
        text: `Your wallet's network with chain ID ${chainId} is not ${name}. Remove it from the wallet first, or use another wallet or browser profile.`,
      };
  }
}
