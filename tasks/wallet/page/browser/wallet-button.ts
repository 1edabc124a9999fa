import { buttonOf, type Message, showMessage, statusElement } from "./dom.ts";
import type { Wallet } from "./providers.ts";
import type { WalletSelection } from "./wallet-selection.ts";

export interface WalletButton {
  readonly text: string;
  /** What screen readers announce. Default: the text. */
  readonly label?: string;
  /** Sends the request, and describes its result. */
  readonly act: (wallet: Wallet) => Promise<Message>;
}

/** A button that sends a request to the selected wallet, and shows the result. */
export function walletButton(
  selection: WalletSelection,
  { text, label = text, act }: WalletButton,
): readonly Node[] {
  const button = buttonOf(text, { label });
  const status = statusElement();
  /** The wallet that has not answered yet. */
  let pending: Wallet | undefined;
  const update = () => {
    // `disabled` would remove the keyboard focus. Other wallets can still be asked.
    const isWaiting = pending !== undefined && pending === selection.selected;
    button.ariaDisabled = isWaiting ? "true" : null;
  };
  selection.onChange(update);
  button.addEventListener("click", async () => {
    const wallet = selection.selected;
    if (wallet === undefined) {
      showMessage(status, noWallet(selection));
      return;
    }
    const waiting = `Confirm in ${wallet.name}…`;
    if (pending === wallet) {
      showMessage(status, {
        tone: "faint",
        text: `${waiting} It has not answered yet. Open it, or reload this page to ask again.`,
      });
      return;
    }
    pending = wallet;
    update();
    showMessage(status, { tone: "faint", text: waiting });
    const message = await act(wallet);
    // Ignores a late answer if another wallet was asked in the meantime.
    if (pending === wallet) {
      pending = undefined;
      update();
      showMessage(status, message);
    }
  });
  return [button, status];
}

function noWallet({ count }: WalletSelection): Message {
  return {
    tone: "unsure",
    text:
      count === 0
        ? "No wallet found. See the top of the page."
        : "Select a wallet at the top of the page first.",
  };
}
