import { member, plainText, type Wallet, walletOf } from "./ask-wallet.ts";
import { copyOf, find, good, showMessage, unsure } from "./dom.ts";

const MAX_WALLETS = 20;
const MAX_NAME_LENGTH = 60;
/** Maximum length of the data URL. */
const MAX_ICON_LENGTH = 200_000;
const IMAGE = /^data:image\/[a-z0-9.+-]+[;,]/i;

/** The wallets that the page lists, by the radio button that selects each. */
const listed = new Map<Element | null, Wallet>();

/** The wallet to ask. A `change` of the list of wallets says that it may be another one. */
export function selectedWallet(): Wallet | undefined {
  return listed.get(document.querySelector("#wallets :checked"));
}

/**
 * Lists the wallets that announce themselves to the page. A single one is selected. If there
 * are several, the user has to select one.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export function listWallets(): void {
  const list = find(document, "#wallets");
  const ids = new Set<unknown>();
  list.addEventListener("change", () => {
    const wallet = selectedWallet();
    const message =
      wallet === undefined
        ? unsure(`${listed.size} wallets found. Select a wallet first.`)
        : good(`${wallet.name} is selected.`);
    showMessage(find(document, "#found"), message);
  });
  window.addEventListener("eip6963:announceProvider", (event) => {
    const detail = member(event, "detail");
    const id = member(member(detail, "info"), "uuid");
    const ask = member(member(detail, "provider"), "request");
    const isWallet = typeof id === "string" && typeof ask === "function";
    if (!isWallet || ids.has(id) || ids.size >= MAX_WALLETS) {
      return;
    }
    ids.add(id);
    list.append(walletLabel(detail));
    for (const radio of list.querySelectorAll("input")) {
      // The user's choice stays.
      radio.defaultChecked = listed.size === 1;
    }
    list.dispatchEvent(new Event("change"));
  });
  const look = () => window.dispatchEvent(new Event("eip6963:requestProvider"));
  find(document, "#look-again").addEventListener("click", look);
  look();
}

/** The radio button of a wallet, with its name and icon. */
function walletLabel(detail: unknown): HTMLElement {
  const info = member(detail, "info");
  const name = plainText(member(info, "name"), MAX_NAME_LENGTH);
  const domain = plainText(member(info, "rdns"), MAX_NAME_LENGTH);
  const wallet = walletOf(name || "Unnamed wallet", member(detail, "provider"));
  const texts = { name: wallet.name, domain: domain && `(${domain})` };
  const label = copyOf("wallet", texts);
  listed.set(find(label, "input"), wallet);
  const image = find<HTMLImageElement>(label, "img");
  image.addEventListener("error", () => image.remove());
  const icon = member(info, "icon");
  const isText = typeof icon === "string" && icon.length <= MAX_ICON_LENGTH;
  // Without an image, the place has a symbol.
  image.src = isText && IMAGE.test(icon) ? icon : "data:,";
  return label;
}
