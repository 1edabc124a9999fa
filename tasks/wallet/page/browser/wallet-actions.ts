import { hexQuantity } from "../../../../src/base/hex.ts";
import {
  type FoundChain,
  judgeChain,
} from "../../../../src/connect/judge-chain.ts";
import {
  readChainId,
  readChainView,
} from "../../../../src/connect/read-node-view.ts";
import type { Reply } from "../../../../src/http/types.ts";
import type { PageNetwork, PageToken } from "../page-data.ts";
import { explainError, isUsersChoice, type Wallet } from "./ask-wallet.ts";
import { bad, good, type Message, unsure } from "./dom.ts";

/** The wallet does not have the chain that it should switch to (EIP-3326). */
const UNKNOWN_CHAIN = 4902;

/** Asks a wallet to add a network (EIP-3085) and to switch to it. */
export async function addNetwork(
  wallet: Wallet,
  network: PageNetwork,
): Promise<Message> {
  const { name, chain, request } = network;
  // If another chain has the same id, only the request to add tells them apart: by symbol.
  if (chain.chainsWithSameId.length === 0) {
    const switched = await switchTo(wallet, network);
    if (!switched.ok && isUsersChoice(switched.code)) {
      return explainError(switched, network);
    }
    if (switched.ok && !(await walletChainProblem(wallet, network))) {
      return good(`${wallet.name} already has ${name} and now uses it.`);
    }
  }
  const added = await wallet.request("wallet_addEthereumChain", [request]);
  if (!added.ok) {
    return explainError(added, network);
  }
  const problem = await walletChainProblem(wallet, network);
  const text = `${wallet.name} accepted the request. ${problem?.text}`;
  if (problem === undefined) {
    return good(`${wallet.name} now has ${name} and uses it.`);
  }
  return { ...problem, text };
}

/** Asks a wallet to show a token (EIP-747), only on the network of the token. */
export async function importToken(
  wallet: Wallet,
  network: PageNetwork,
  { symbol, request }: PageToken,
): Promise<Message> {
  const { name, chain } = network;
  const current = await readChainId(wallet);
  if (!current.ok || current.value !== chain.chainId) {
    const switched = await switchTo(wallet, network);
    if (!switched.ok) {
      const missing = `${wallet.name} does not have ${name} yet. Add the network first.`;
      const isMissing = switched.code === UNKNOWN_CHAIN;
      return isMissing ? unsure(missing) : explainError(switched, network);
    }
  }
  const problem = await walletChainProblem(wallet, network);
  if (problem !== undefined) {
    return { ...problem, text: `${problem.text} The token was not imported.` };
  }
  const watched = await wallet.request("wallet_watchAsset", request);
  if (!watched.ok) {
    return explainError(watched, network);
  }
  if (watched.result !== true) {
    const text = `${wallet.name} did not confirm that it imported ${symbol}. Check in the wallet.`;
    return unsure(text);
  }
  // The wallet may have switched to another chain, and imported the token there.
  const problemAfter = await walletChainProblem(wallet, network);
  const doubt = `${wallet.name} imported ${symbol}, but maybe not on ${name}. Check in the wallet. ${problemAfter?.text}`;
  if (problemAfter === undefined) {
    return good(`${wallet.name} now shows ${symbol}.`);
  }
  return unsure(doubt);
}

async function switchTo(
  wallet: Wallet,
  { chain }: PageNetwork,
): Promise<Reply> {
  const chainId = hexQuantity(BigInt(chain.chainId));
  return await wallet.request("wallet_switchEthereumChain", [{ chainId }]);
}

/**
 * The reason why the wallet is not proven to be on a network. Compares the chain id and, if
 * other chains have the same id, block 0.
 */
async function walletChainProblem(
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
