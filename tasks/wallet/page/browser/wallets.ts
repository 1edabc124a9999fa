import { type Wallet, walletOf } from "./ask-wallet.ts";
import { copyOf, find, good, showMessage, unsure } from "./dom.ts";
import { member, plainText } from "./untrusted.ts";

const MAX_WALLETS = 20;
const MAX_NAME_LENGTH = 60;
/** Of the data URL. */
const MAX_ICON_LENGTH = 200_000;
const IMAGE = /^data:image\/[a-z0-9.+-]+[;,]/i;

/** The wallets that were found, and the one to ask. Another choice is a `change`. */
export class Wallets extends EventTarget {
  /** By the id of the wallet. */
  readonly #found = new Map<string, Wallet>();
  #isSelectedByUser = false;
  selected: Wallet | undefined;

  /**
   * Lists the wallets that announce themselves to the page.
   *
   * @see https://eips.ethereum.org/EIPS/eip-6963
   */
  start(): void {
    const look = () =>
      window.dispatchEvent(new Event("eip6963:requestProvider"));
    window.addEventListener("eip6963:announceProvider", (event) =>
      this.#add(member(event, "detail")),
    );
    find(document, "#look-again").addEventListener("click", look);
    look();
  }

  /** A single wallet is selected. If there are several, the user has to select one. */
  #add(detail: unknown): void {
    const provider = member(detail, "provider");
    const [uuid, name, rdns, icon] = ["uuid", "name", "rdns", "icon"].map(
      (key) => member(member(detail, "info"), key),
    );
    const canAsk = typeof member(provider, "request") === "function";
    const isFull = this.#found.size >= MAX_WALLETS;
    if (
      typeof uuid !== "string" ||
      this.#found.has(uuid) ||
      isFull ||
      !canAsk
    ) {
      return;
    }
    const shownName = plainText(name, MAX_NAME_LENGTH) || "Unnamed wallet";
    const wallet = walletOf(shownName, provider);
    const domain = plainText(rdns, MAX_NAME_LENGTH);
    const texts = { name: shownName, domain: domain && `(${domain})` };
    const label = copyOf("wallet", texts);
    showIcon(icon, find<HTMLImageElement>(label, "img"));
    const radio = find<HTMLInputElement>(label, "input");
    radio.addEventListener("change", () => {
      this.#isSelectedByUser = true;
      this.#select(wallet);
    });
    this.addEventListener("change", () => {
      radio.checked = wallet === this.selected;
    });
    find(document, "#wallets").append(label);
    const only = this.#found.set(uuid, wallet).size === 1 ? wallet : undefined;
    this.#select(this.#isSelectedByUser ? this.selected : only);
  }

  #select(selected: Wallet | undefined): void {
    this.selected = selected;
    const message =
      selected === undefined
        ? unsure(`${this.#found.size} wallets found. Select a wallet first.`)
        : good(`${selected.name} is selected.`);
    showMessage(find(document, "#found"), message);
    this.dispatchEvent(new Event("change"));
  }
}

function showIcon(icon: unknown, image: HTMLImageElement): void {
  image.addEventListener("error", () => image.remove());
  const isText = typeof icon === "string" && icon.length <= MAX_ICON_LENGTH;
  // Without an image, the place has a symbol.
  image.src = isText && IMAGE.test(icon) ? icon : "data:,";
}
