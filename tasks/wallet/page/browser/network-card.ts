import type { PageNetwork, PageToken } from "../page-data.ts";
import { copyOf, find } from "./dom.ts";
import { watchNetwork } from "./network-state.ts";
import { addNetwork, importToken } from "./wallet-actions.ts";
import { walletButton } from "./wallet-button.ts";

/** The card of one network. */
export function networkCard(network: PageNetwork, id: string): HTMLElement {
  const { name, feeToken, explorer, request, tokens, problems } = network;
  const { chainId, chainsWithSameId } = network.chain;
  const why = network.wasWrongChain ? "was-wrong-chain" : "incomplete";
  const texts = {
    ...network,
    unavailable: request === null ? copyOf(why, { name }).textContent : "",
    fee: request && feeToken && `Includes its fee token, ${feeToken}.`,
    chainId,
    hexChainId: `(0x${chainId.toString(16)})`,
  };
  const card = copyOf("network", texts, id);
  if (explorer !== null) {
    find<HTMLAnchorElement>(card, "a").href = explorer;
  }
  for (const other of chainsWithSameId) {
    const warning = copyOf("warning", { other: other.name, chainId });
    find(card, ".warnings").append(warning);
  }
  for (const [index, token] of tokens.entries()) {
    const item = tokenItem(network, token, `${id}-token-${index}`);
    walletButton(item, (wallet) => importToken(wallet, network, token));
    find(card, "ul").append(item);
    const decimals = token.decimals ?? "unknown";
    find(card, ".support").before(copyOf("contract", { ...token, decimals }));
  }
  const reasons = problems.map((problem) => copyOf("problem", { problem }));
  find(card, ".facts").after(...reasons);
  const block = walletButton(card, (wallet) => addNetwork(wallet, network));
  block(request === null);
  watchNetwork(card, network, ({ state }) =>
    block(request === null || state === "other-network"),
  );
  return card;
}

function tokenItem(
  { name: network, feeToken }: PageNetwork,
  token: PageToken,
  id: string,
): HTMLElement {
  const { symbol, address, request } = token;
  // The details have the whole address.
  const shortAddress = address && `${address.slice(0, 6)}…${address.slice(-4)}`;
  const item = copyOf("token", { ...token, network, shortAddress }, id);
  find(item, ".not-fee-token").hidden = symbol !== feeToken;
  find(item, ".unavailable").hidden = request !== null;
  find(item, ".row").hidden = request === null;
  return item;
}
