import type { Wallet } from "./ask-wallet.ts";
import { find, type Message, showMessage } from "./dom.ts";
import { selectedWallet } from "./wallets.ts";

/**
 * Makes a button send a request to the selected wallet, and show the result.
 *
 * @param place with the button, and the first `.message` for the result
 * @returns A function that disables it even if there is a wallet, or no longer.
 */
export function walletButton(
  place: HTMLElement,
  act: (wallet: Wallet) => Promise<Message>,
): (isBlocked: boolean) => void {
  const button = find(place, "button");
  const result = find(place, ".message");
  /** The wallet that has not answered yet. */
  let pending: Wallet | undefined;
  const done = new Set<Wallet | undefined>();
  let isBlocked = false;
  const update = () => {
    const selected = selectedWallet();
    const isWaiting = selected !== undefined && pending === selected;
    const isDisabled = isWaiting || isBlocked || selected === undefined;
    // `disabled` would remove the keyboard focus. Other wallets can still be asked.
    button.ariaBusy = isWaiting ? "true" : null;
    button.ariaDisabled = isDisabled ? "true" : null;
    button.classList.toggle("done", done.has(selected));
  };
  find(document, "#wallets").addEventListener("change", update);
  update();
  button.addEventListener("click", async () => {
    const wallet = selectedWallet();
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
  return (isNowBlocked) => {
    isBlocked = isNowBlocked;
    update();
  };
}
