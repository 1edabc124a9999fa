// The entry of the page's script, which is bundled into the page.

import type { PageNetwork, PageToken } from "../page-data.ts";
import type { Wallet } from "./ask-wallet.ts";
import { copyOf, find, type Message, showMessage } from "./dom.ts";
import { watchNetwork } from "./network-state.ts";
import { addNetwork, importToken } from "./wallet-actions.ts";
import { listWallets, selectedWallet } from "./wallets.ts";

/**
 * Makes a button send a request to the selected wallet, and show the result.
 *
 * @param place with the button, and the first `.message` for the result
 * @returns A function that disables it even if there is a wallet, or no longer.
 */
function walletButton(
  place: HTMLElement,
  act: (wallet: Wallet) => Promise<Message>,
): (isBlocked: boolean) => void {
  const button = find(place, "button");
  const result = find(place, ".message");
  /** The wallet that has not answered yet. */
  let pending: Wallet | undefined;
  const done = new Set<Wallet | undefined>();
  let isBlocked = false;
  const update = () => {
    const selected = selectedWallet();
    const isWaiting = selected !== undefined && pending === selected;
    const isDisabled = isWaiting || isBlocked || selected === undefined;
    // `disabled` would remove the keyboard focus. Other wallets can still be asked.
    button.ariaBusy = isWaiting ? "true" : null;
    button.ariaDisabled = isDisabled ? "true" : null;
    button.classList.toggle("done", done.has(selected));
  };
  find(document, "#wallets").addEventListener("change", update);
  update();
  button.addEventListener("click", async () => {
    const wallet = selectedWallet();
    if (wallet === undefined || button.ariaDisabled === "true") {
      return;
    }
    pending = wallet;
    update();
    const text = `Confirm in ${wallet.name}… If it does not ask you, open it, or reload this page.`;
    showMessage(result, { tone: "faint", text });
    const message = await act(wallet);
    // Ignores a late answer if another wallet was asked in the meantime.
    if (pending === wallet) {
      pending = undefined;
      if (message.tone === "good") {
        done.add(wallet);
      }
      update();
      showMessage(result, message);
    }
  });
  return (isNowBlocked) => {
    isBlocked = isNowBlocked;
    update();
  };
}

/** The card of one network. */
function networkCard(network: PageNetwork, id: string): HTMLElement {
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

const networks: readonly PageNetwork[] = JSON.parse(
  find(document, "#data").textContent,
);
for (const [index, network] of networks.entries()) {
  find(document, "main").append(networkCard(network, `network-${index}`));
}
listWallets();
