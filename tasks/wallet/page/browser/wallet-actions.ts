import { hexQuantity } from "../../../../src/base/hex.ts";
import { ask } from "../../../../src/rpc/ask.ts";
import { decodeChainId } from "../../../../src/rpc/decode-values.ts";
import type { PageNetwork, PageToken } from "../page-data.ts";
import {
  askWallet,
  explainError,
  isRejectedOrPending,
  isUnknownChain,
  type WalletAnswer,
  walletTransport,
} from "./ask-wallet.ts";
import type { Wallet } from "./providers.ts";
import type { Message } from "./view/dom.ts";
import { walletChainProblem } from "./wallet-chain.ts";

/** Asks a wallet to add a network (EIP-3085) and to switch to it. */
export async function addNetwork(
  wallet: Wallet,
  network: PageNetwork,
  request: NonNullable<PageNetwork["request"]>,
): Promise<Message> {
  const { name, chain } = network;
  const alreadyAdded: Message = {
    tone: "good",
    text: `${wallet.name} already has ${name} and now uses it.`,
  };
  const hasUniqueId = chain.chainsWithSameId.length === 0;
  const switched = hasUniqueId
    ? await switchTo(wallet, chain.chainId)
    : undefined;
  const isAdded =
    switched?.ok !== false &&
    (await walletChainProblem(wallet, network)) === undefined;
  // If another chain has the same id, the wallet is asked anyway, since it compares
  // the symbols.
  if (isAdded && hasUniqueId) {
    return alreadyAdded;
  }
  if (switched?.ok === false && isRejectedOrPending(switched)) {
    return explainError(switched, network);
  }
  const added = await askWallet(wallet, "wallet_addEthereumChain", [request]);
  if (!added.ok) {
    return explainError(added, network);
  }
  const problem = await walletChainProblem(wallet, network);
  if (problem !== undefined) {
    return {
      tone: problem.tone,
      text: `${wallet.name} accepted the request. ${problem.text}`,
    };
  }
  return isAdded
    ? alreadyAdded
    : { tone: "good", text: `${wallet.name} now has ${name} and uses it.` };
}

/** Asks a wallet to show a token (EIP-747), only on the network of the token. */
export async function importToken(
  wallet: Wallet,
  network: PageNetwork,
  { symbol }: PageToken,
  request: NonNullable<PageToken["request"]>,
): Promise<Message> {
  const { name, chain } = network;
  const current = await ask(
    walletTransport(wallet),
    "eth_chainId",
    [],
    decodeChainId,
  );
  if (!current.ok || current.value !== chain.chainId) {
    const switched = await switchTo(wallet, chain.chainId);
    if (!switched.ok) {
      return isUnknownChain(switched)
        ? {
            tone: "unsure",
            text: `${wallet.name} does not have ${name} yet. Add the network first.`,
          }
        : explainError(switched, network);
    }
  }
  const problem = await walletChainProblem(wallet, network);
  if (problem !== undefined) {
    return {
      tone: problem.tone,
      text: `${problem.text} The token was not imported.`,
    };
  }
  const watched = await askWallet(wallet, "wallet_watchAsset", request);
  if (!watched.ok) {
    return explainError(watched, network);
  }
  if (watched.value !== true) {
    return {
      tone: "unsure",
      text:
        watched.value === false
          ? `${wallet.name} did not import ${symbol}.`
          : `${wallet.name} did not report whether it imported ${symbol}. Check in the wallet.`,
    };
  }
  // The wallet may have switched to another chain, and imported the token there.
  const problemAfter = await walletChainProblem(wallet, network);
  return problemAfter === undefined
    ? { tone: "good", text: `${wallet.name} now shows ${symbol}.` }
    : {
        tone: problemAfter.tone,
        text: `${wallet.name} imported ${symbol}, but maybe not on ${name}. Check in the wallet. ${problemAfter.text}`,
      };
}

async function switchTo(
  wallet: Wallet,
  chainId: number,
): Promise<WalletAnswer> {
  return await askWallet(wallet, "wallet_switchEthereumChain", [
    { chainId: hexQuantity(BigInt(chainId)) },
  ]);
}
