import { discoverWallets, type Wallet } from "../providers.ts";
import type { WalletSelection } from "../wallet-selection.ts";
import {
  buttonOf,
  element,
  type Message,
  sectionOf,
  showMessage,
  statusElement,
} from "./dom.ts";
import { icon } from "./icons.ts";

/** The list of wallets to select from. */
export function walletSection(selection: WalletSelection): HTMLElement {
  const list = element("div", { className: "wallets" });
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
    children: [
      element("legend", { className: "spoken", text: "Wallet" }),
      list,
    ],
  });
  const heading = element("h2", { text: "Your wallet" });
  return sectionOf(heading, "your-wallet", [
    heading,
    group,
    element("div", { className: "found", children: [status, again] }),
  ]);
}

function messageOf({ count, selected }: WalletSelection): Message {
  if (selected !== undefined) {
    return { tone: "good", text: `${selected.name} is selected.` };
  }
  return {
    tone: "unsure",
    text:
      count === 0
        ? "No wallet found. Install one or enable it for this page, then look for wallets again. On a phone, open this page in the browser of your wallet app."
        : `${count} wallets found. Select one.`,
  };
}

function walletLabel(wallet: Wallet, selection: WalletSelection): HTMLElement {
  const { name, domain } = wallet;
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
      iconOf(wallet),
      element("span", {
        children: [
          element("strong", { text: name }),
          ...(domain === ""
            ? []
            : [element("span", { className: "faint", text: ` (${domain})` })]),
        ],
      }),
    ],
  });
}

/** The wallet's icon, or a placeholder if it has none that the browser can show. */
function iconOf(wallet: Wallet): HTMLElement {
  const place = element("span", { className: "icon" });
  if (wallet.icon === undefined) {
    place.append(icon("wallet"));
    return place;
  }
  const image = element("img");
  image.addEventListener("error", () => image.replaceWith(icon("wallet")));
  image.alt = "";
  image.src = wallet.icon;
  place.append(image);
  return place;
}
