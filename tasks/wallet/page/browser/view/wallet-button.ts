import type { Wallet } from "../providers.ts";
import type { WalletSelection } from "../wallet-selection.ts";
import {
  buttonOf,
  clearMessage,
  type Message,
  showMessage,
  statusElement,
} from "./dom.ts";

export interface WalletButtonOptions {
  readonly text: string;
  /** What screen readers announce. Default: the text. */
  readonly label?: string;
  readonly className: "primary" | "secondary";
  /** A unique id, for the place of the result. */
  readonly id: string;
  /** Sends the request, and describes its result. */
  readonly act: (wallet: Wallet) => Promise<Message>;
}

/** A button, and the place of its result. */
export interface WalletButton {
  readonly button: HTMLButtonElement;
  readonly result: HTMLElement;
  /** Disables the button for a reason, which a click shows, or enables it. */
  readonly block: (reason: string | undefined) => void;
}

/** A button that sends a request to the selected wallet, and shows the result. */
export function walletButton(
  selection: WalletSelection,
  { text, label = text, className, id, act }: WalletButtonOptions,
): WalletButton {
  const button = buttonOf(text, { label, className });
  const result = statusElement();
  result.id = id;
  button.setAttribute("aria-describedby", id);
  /** The wallet that has not answered yet. */
  let pending: Wallet | undefined;
  let blocked: string | undefined;
  const update = () => {
    // `disabled` would remove the keyboard focus. Other wallets can still be asked.
    const isWaiting = pending !== undefined && pending === selection.selected;
    button.ariaBusy = isWaiting ? "true" : null;
    button.ariaDisabled = isWaiting || blocked !== undefined ? "true" : null;
  };
  selection.onChange(update);
  button.addEventListener("click", async () => {
    if (blocked !== undefined) {
      showMessage(result, { tone: "bad", text: blocked });
      return;
    }
    const wallet = selection.selected;
    if (wallet === undefined) {
      showMessage(result, noWallet(selection));
      return;
    }
    const waiting = `Confirm in ${wallet.name}…`;
    if (pending === wallet) {
      showMessage(result, {
        tone: "faint",
        text: `${waiting} It has not answered yet. Open it, or reload this page to ask again.`,
      });
      return;
    }
    pending = wallet;
    update();
    showMessage(result, { tone: "faint", text: waiting });
    const message = await act(wallet);
    // Ignores a late answer if another wallet was asked in the meantime.
    if (pending === wallet) {
      pending = undefined;
      update();
      showMessage(result, message);
    }
  });
  const block = (reason: string | undefined) => {
    if (blocked !== undefined && result.textContent === blocked) {
      clearMessage(result);
    }
    blocked = reason;
    update();
  };
  return { button, result, block };
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
