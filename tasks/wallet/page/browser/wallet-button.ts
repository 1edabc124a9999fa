import { find, type Message, showMessage } from "./dom.ts";
import type { WalletSelection } from "./wallet-selection.ts";
import type { Wallet } from "./wallets.ts";

/**
 * Makes a button send a request to the selected wallet and show the result, in the
 * element that its description ends with.
 *
 * @returns a function that disables it even if there is a wallet.
 */
export function walletButton(
  button: HTMLElement,
  selection: WalletSelection,
  act: (wallet: Wallet) => Promise<Message>,
): (isBlocked: boolean) => void {
  const id = button.getAttribute("aria-describedby")?.split(" ").at(-1);
  const result = find(document, `#${id}`);
  /** The wallet that has not answered yet. */
  let pending: Wallet | undefined;
  const done = new Set<Wallet | undefined>();
  let isBlocked = false;
  const update = () => {
    const { selected } = selection;
    const isWaiting = selected !== undefined && pending === selected;
    const isDisabled = isWaiting || isBlocked || selected === undefined;
    // `disabled` would remove the keyboard focus. Other wallets can still be asked.
    button.ariaBusy = isWaiting ? "true" : null;
    button.ariaDisabled = isDisabled ? "true" : null;
    button.classList.toggle("done", done.has(selected));
  };
  selection.onChange(update);
  update();
  button.addEventListener("click", async () => {
    const wallet = selection.selected;
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
  return (blocked) => {
    isBlocked = blocked;
    update();
  };
}
