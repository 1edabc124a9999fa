// The page's script starts here. All of it is bundled into the page.
import type { PageData } from "../page-data.ts";
import { networkSection } from "./network-section.ts";
import { WalletChoice } from "./wallet-choice.ts";
import { walletSection } from "./wallet-section.ts";

const { networks }: PageData = JSON.parse(
  document.getElementById("data")?.textContent ?? "",
);
const choice = new WalletChoice();
document
  .getElementById("main")
  ?.append(
    walletSection(choice),
    ...networks.map((network, index) => networkSection(choice, network, index)),
  );
