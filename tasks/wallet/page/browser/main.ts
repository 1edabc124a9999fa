// The entry of the page's script, which is bundled into the page.
import type { PageNetwork } from "../page-data.ts";
import { find } from "./dom.ts";
import { networkCard } from "./network-card.ts";
import { listWallets } from "./wallets.ts";

const networks: readonly PageNetwork[] = JSON.parse(
  find(document, "#data").textContent,
);
for (const [index, network] of networks.entries()) {
  find(document, "main").append(networkCard(network, `network-${index}`));
}
listWallets();
