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
  readonly #radios = new Map<Wallet, HTMLInputElement>();
  readonly #ids = new Set<unknown>();
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
    const isWallet =
      typeof uuid === "string" &&
      typeof member(provider, "request") === "function";
    const isFull = this.#ids.size >= MAX_WALLETS;
    if (!isWallet || isFull || this.#ids.has(uuid)) {
      return;
    }
    this.#ids.add(uuid);
    const shownName = plainText(name, MAX_NAME_LENGTH) || "Unnamed wallet";
    const wallet = walletOf(shownName, provider);
    const domain = plainText(rdns, MAX_NAME_LENGTH);
    const texts = { name: shownName, domain: domain && `(${domain})` };
    const label = copyOf("wallet", texts);
    showIcon(icon, find(label, ".icon"));
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
    const message =
      selected === undefined
        ? unsure(`${this.#radios.size} wallets found. Select a wallet first.`)
        : good(`${selected.name} is selected.`);
    showMessage(find(document, "#found"), message);
    this.dispatchEvent(new Event("change"));
  }
}

function showIcon(icon: unknown, place: HTMLElement): void {
  const isText = typeof icon === "string" && icon.length <= MAX_ICON_LENGTH;
  if (isText && IMAGE.test(icon)) {
    const image = new Image();
    image.addEventListener("error", () => image.remove());
    image.alt = "";
    image.src = icon;
    place.append(image);
  }
}
