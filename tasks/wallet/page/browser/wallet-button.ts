import { buttonOf, type Message, showMessage, statusPlace } from "./dom.ts";
import type { Wallet } from "./providers.ts";
import type { WalletChoice } from "./wallet-choice.ts";

/** What a button asks of the chosen wallet. */
export interface WalletButton {
  readonly text: string;
  /** What a screen reader says in place of the text, where that is not enough. */
  readonly label?: string;
  /** Asks the wallet, and says what came of it. */
  readonly act: (wallet: Wallet) => Promise<Message>;
}

/** A button that asks the chosen wallet, and the place that tells its answer. */
export function walletButton(
  choice: WalletChoice,
  { text, label = text, act }: WalletButton,
): readonly Node[] {
  const button = buttonOf(text, { label });
  const place = statusPlace();
  /** The wallet that has not answered yet. */
  let asked: Wallet | undefined;
  const update = () => {
    // Not `disabled`, which would take the keyboard's focus away. A wallet that
    // never answers holds up no other wallet.
    const isWaiting = asked !== undefined && asked === choice.chosen;
    button.ariaDisabled = isWaiting ? "true" : null;
  };
  choice.onChange(update);
  button.addEventListener("click", async () => {
    const wallet = choice.chosen;
    if (wallet === undefined) {
      showMessage(place, noWallet(choice));
      return;
    }
    const waiting = `Answer in ${wallet.name}…`;
    if (asked === wallet) {
      showMessage(place, {
        tone: "faint",
        text: `${waiting} It has not answered yet: open it, or load this page anew to ask again.`,
      });
      return;
    }
    asked = wallet;
    update();
    showMessage(place, { tone: "faint", text: waiting });
    const message = await act(wallet);
    // A late answer does not replace that of the wallet which was asked since.
    if (asked === wallet) {
      asked = undefined;
      update();
      showMessage(place, message);
    }
  });
  return [button, place];
}

function noWallet({ count }: WalletChoice): Message {
  return {
    tone: "unsure",
    text:
      count === 0
        ? "No wallet is here to be asked. See the top of the page."
        : "Choose a wallet first, at the top of the page.",
  };
}
