import {
  buttonOf,
  element,
  type Message,
  sectionOf,
  showMessage,
  statusPlace,
} from "./dom.ts";
import { discoverWallets, type Wallet } from "./providers.ts";
import type { WalletChoice } from "./wallet-choice.ts";

/** The list of wallets that are there, to choose from. */
export function walletSection(choice: WalletChoice): HTMLElement {
  const list = element("div");
  const status = statusPlace();
  const again = buttonOf("Look for wallets again", { className: "quiet" });
  choice.onChange(() => showMessage(status, messageOf(choice)));
  const requestWallets = discoverWallets((wallet) => {
    list.append(walletLabel(wallet, choice));
    choice.add(wallet);
  });
  const look = () => {
    showMessage(status, messageOf(choice));
    requestWallets();
  };
  again.addEventListener("click", look);
  look();
  const group = element("fieldset", {
    children: [element("legend", { text: "Wallet to ask" }), list],
  });
  return sectionOf("your-wallet", "Your wallet", [group, status, again]);
}

function messageOf({ count, chosen }: WalletChoice): Message {
  if (chosen !== undefined) {
    return { tone: "good", text: `${chosen.name} will be asked.` };
  }
  return {
    tone: "unsure",
    text:
      count === 0
        ? "No wallet has announced itself to this page. Install one, or switch it on for this page, and look again."
        : `${count} wallets are here: choose one.`,
  };
}

function walletLabel(wallet: Wallet, choice: WalletChoice): HTMLElement {
  const { name, maker, icon } = wallet;
  const radio = element("input");
  radio.type = "radio";
  radio.name = "wallet";
  radio.addEventListener("change", () => choice.choose(wallet));
  choice.onChange(() => {
    radio.checked = choice.chosen === wallet;
  });
  return element("label", {
    children: [
      radio,
      ...(icon === undefined ? [] : [imageOf(icon)]),
      element("span", { text: maker === "" ? name : `${name} (${maker})` }),
    ],
  });
}

function imageOf(icon: string): HTMLElement {
  const image = element("img");
  image.src = icon;
  image.alt = "";
  image.width = 24;
  image.height = 24;
  return image;
}
