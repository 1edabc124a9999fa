import { hexQuantity } from "../../../../src/base/hex.ts";
import { ask } from "../../../../src/rpc/ask.ts";
import { decodeChainId } from "../../../../src/rpc/decode-values.ts";
import type { PageNetwork, PageToken } from "../page-data.ts";
import {
  askWallet,
  explainRefusal,
  isUnknownChain,
  isUsersAnswer,
  type WalletAnswer,
  walletTransport,
} from "./ask-wallet.ts";
import type { Message } from "./dom.ts";
import type { Wallet } from "./providers.ts";
import { walletChainProblem } from "./wallet-chain.ts";

/** Asks a wallet to add a network (EIP-3085), and to use it. */
export async function addNetwork(
  wallet: Wallet,
  network: PageNetwork,
  request: NonNullable<PageNetwork["request"]>,
): Promise<Message> {
  const { name, chain } = network;
  const there: Message = {
    tone: "good",
    text: `${wallet.name} has ${name} already, and uses it now.`,
  };
  const hasUniqueId = chain.chainsWithSameId.length === 0;
  const switched = hasUniqueId
    ? await switchTo(wallet, chain.chainId)
    : undefined;
  const isThere =
    switched?.ok !== false &&
    (await walletChainProblem(wallet, network)) === undefined;
  // Where the chain id is another chain's too, the wallet is asked all the same:
  // it compares the symbols.
  if (isThere && hasUniqueId) {
    return there;
  }
  if (switched?.ok === false && isUsersAnswer(switched)) {
    return explainRefusal(switched, network);
  }
  const added = await askWallet(wallet, "wallet_addEthereumChain", [request]);
  if (!added.ok) {
    return explainRefusal(added, network);
  }
  const problem = await walletChainProblem(wallet, network);
  if (problem !== undefined) {
    return {
      tone: problem.tone,
      text: `${wallet.name} took the request. ${problem.text}`,
    };
  }
  return isThere
    ? there
    : { tone: "good", text: `${wallet.name} has ${name} now, and uses it.` };
}

/** Asks a wallet to show a token (EIP-747), on the network and on no other. */
export async function importToken(
  wallet: Wallet,
  network: PageNetwork,
  { label }: PageToken,
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
            text: `${wallet.name} does not have ${name} yet: add the network first.`,
          }
        : explainRefusal(switched, network);
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
    return explainRefusal(watched, network);
  }
  if (watched.value !== true) {
    return {
      tone: "unsure",
      text:
        watched.value === false
          ? `${wallet.name} did not import ${label}.`
          : `${wallet.name} did not say whether it imported ${label}: look there.`,
    };
  }
  // Wallets add to the chain that they are on by then.
  const moved = await walletChainProblem(wallet, network);
  return moved === undefined
    ? { tone: "good", text: `${wallet.name} shows ${label} now.` }
    : {
        tone: moved.tone,
        text: `${wallet.name} imported ${label}, but it cannot be told whether on ${name}: look there. ${moved.text}`,
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
