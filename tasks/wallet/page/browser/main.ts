// The entry of the page's script, which is bundled into the page.
import type { PageData } from "../page-data.ts";
import { networkCard } from "./view/network-card.ts";
import { walletSection } from "./view/wallet-section.ts";
import { WalletSelection } from "./wallet-selection.ts";

const { networks }: PageData = JSON.parse(
  document.getElementById("data")?.textContent ?? "",
);
const selection = new WalletSelection();
document
  .getElementById("main")
  ?.append(
    walletSection(selection),
    ...networks.map((network, index) => networkCard(selection, network, index)),
  );
