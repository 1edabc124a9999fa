// The entry of the page's script, which is bundled into the page.
import type { PageNetwork } from "../page-data.ts";
import { find } from "./dom.ts";
import { networkCard } from "./network-card.ts";
import { watchNetwork } from "./network-state.ts";
import { addNetwork, importToken } from "./wallet-actions.ts";
import { walletButton } from "./wallet-button.ts";
import { WalletSelection } from "./wallet-selection.ts";

const networks: readonly PageNetwork[] = JSON.parse(
  find(document, "#data").textContent ?? "",
);
const selection = new WalletSelection();
for (const [index, network] of networks.entries()) {
  const id = `network-${index}`;
  const card = networkCard(network, id);
  find(document, "main").append(card);
  const { request, tokens } = network;
  const block = walletButton(find(card, ".primary"), selection, (wallet) =>
    addNetwork(wallet, network),
  );
  block(request === null);
  watchNetwork(card, network, (isWrongChain) =>
    block(isWrongChain || request === null),
  );
  for (const [position, token] of tokens.entries()) {
    const button = find(card, `#${id}-token-${position}-import`);
    walletButton(button, selection, (wallet) =>
      importToken(wallet, network, token),
    );
  }
}
selection.start();
