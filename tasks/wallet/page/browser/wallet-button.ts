import type { Wallet } from "./ask-wallet.ts";
import { find, type Message, showMessage } from "./dom.ts";
import type { Wallets } from "./wallets.ts";

/**
 * Makes a button send a request to the selected wallet, and show the result.
 *
 * @param place with the button, and the first `.message` for the result
 * @param isBlocked Whether it is disabled even if there is a wallet.
 */
export function walletButton(
  place: HTMLElement,
  wallets: Wallets,
  act: (wallet: Wallet) => Promise<Message>,
  isBlocked: () => boolean = () => false,
): void {
  const button = find(place, "button");
  const result = find(place, ".message");
  /** The wallet that has not answered yet. */
  let pending: Wallet | undefined;
  const done = new Set<Wallet | undefined>();
  const update = () => {
    const { selected } = wallets;
    const isWaiting = selected !== undefined && pending === selected;
    const isDisabled = isWaiting || isBlocked() || selected === undefined;
    // `disabled` would remove the keyboard focus. Other wallets can still be asked.
    button.ariaBusy = isWaiting ? "true" : null;
    button.ariaDisabled = isDisabled ? "true" : null;
    button.classList.toggle("done", done.has(selected));
  };
  wallets.addEventListener("change", update);
  update();
  button.addEventListener("click", async () => {
    const wallet = wallets.selected;
    if (wallet === undefined || button.ariaDisabled === "true") {
      return;
    }
    pending = wallet;
    update();
    const text = `Confirm in ${wallet.name}… If it does not ask you, open it, or reload this page.`;
    showMessage(result, { tone: "faint", text });
    const message = await act(wallet);
    // Ignores a late answer if another wallet was asked in the meantime.
    if (pending === wallet) {
      pending = undefined;
      if (message.tone === "good") {
        done.add(wallet);
      }
      update();
      showMessage(result, message);
    }
  });
}
