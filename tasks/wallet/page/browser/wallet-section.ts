import {
  buttonOf,
  element,
  type Message,
  sectionOf,
  showMessage,
  statusElement,
} from "./dom.ts";
import { discoverWallets, type Wallet } from "./providers.ts";
import type { WalletSelection } from "./wallet-selection.ts";

/** The list of wallets to select from. */
export function walletSection(selection: WalletSelection): HTMLElement {
  const list = element("div");
  const status = statusElement();
  const again = buttonOf("Look for wallets again", { className: "quiet" });
  selection.onChange(() => showMessage(status, messageOf(selection)));
  const requestWallets = discoverWallets((wallet) => {
    list.append(walletLabel(wallet, selection));
    selection.add(wallet);
  });
  const look = () => {
    showMessage(status, messageOf(selection));
    requestWallets();
  };
  again.addEventListener("click", look);
  look();
  const group = element("fieldset", {
    children: [element("legend", { text: "Wallet" }), list],
  });
  return sectionOf("your-wallet", "Your wallet", [group, status, again]);
}

function messageOf({ count, selected }: WalletSelection): Message {
  if (selected !== undefined) {
    return { tone: "good", text: `${selected.name} is selected.` };
  }
  return {
    tone: "unsure",
    text:
      count === 0
        ? "No wallet found. Install one or enable it for this page, then look for wallets again."
        : `${count} wallets found. Select one.`,
  };
}

function walletLabel(wallet: Wallet, selection: WalletSelection): HTMLElement {
  const { name, domain, icon } = wallet;
  const radio = element("input");
  radio.type = "radio";
  radio.name = "wallet";
  radio.addEventListener("change", () => selection.select(wallet));
  selection.onChange(() => {
    radio.checked = selection.selected === wallet;
  });
  return element("label", {
    children: [
      radio,
      ...(icon === undefined ? [] : [imageOf(icon)]),
      element("span", { text: domain === "" ? name : `${name} (${domain})` }),
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
