// The entry of the page's script, which is bundled into the page.
import type { PageNetwork } from "../page-data.ts";
import { find } from "./dom.ts";
import { networkCard } from "./network-card.ts";
import { Wallets } from "./wallets.ts";

const networks: readonly PageNetwork[] = JSON.parse(
  find(document, "#data").textContent,
);
const wallets = new Wallets();
for (const [index, network] of networks.entries()) {
  const card = networkCard(network, `network-${index}`, wallets);
  find(document, "main").append(card);
}
wallets.start();
