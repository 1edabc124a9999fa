import { copyOf, find, good, showMessage, unsure } from "./dom.ts";
import { discoverWallets, type Wallet } from "./wallets.ts";

/** The wallets that were found, and the one to ask. */
export class WalletSelection {
  readonly #radios = new Map<Wallet, HTMLInputElement>();
  readonly #listeners: (() => void)[] = [];
  #isSelectedByUser = false;
  selected: Wallet | undefined;

  /** Lists the wallets that announce themselves to the page. */
  start(): void {
    const look = discoverWallets((wallet) => this.#add(wallet));
    find(document, "#look-again").addEventListener("click", look);
    look();
  }

  /** Calls a listener when another wallet is selected, or found. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** A single wallet is selected. If there are several, the user has to select one. */
  #add(wallet: Wallet): void {
    const { name, domain, icon } = wallet;
    const label = copyOf("wallet", { name, domain: domain && `(${domain})` });
    if (icon !== undefined) {
      const image = new Image();
      image.addEventListener("error", () => image.remove());
      image.alt = "";
      image.src = icon;
      find(label, ".icon").append(image);
    }
    const radio = find<HTMLInputElement>(label, "input");
    radio.addEventListener("change", () => {
      this.#isSelectedByUser = true;
      this.#select(wallet);
    });
    find(document, "#wallets").append(label);
    this.#radios.set(wallet, radio);
    const only = this.#radios.size === 1 ? wallet : undefined;
    this.#select(this.#isSelectedByUser ? this.selected : only);
  }

  #select(selected: Wallet | undefined): void {
    this.selected = selected;
    for (const [wallet, radio] of this.#radios) {
      radio.checked = wallet === selected;
    }
    showMessage(
      find(document, "#found"),
      selected === undefined
        ? unsure(`${this.#radios.size} wallets found. Select a wallet first.`)
        : good(`${selected.name} is selected.`),
    );
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
