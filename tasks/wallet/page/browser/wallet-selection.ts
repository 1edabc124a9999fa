import type { Wallet } from "./providers.ts";

/** The wallets that were found, and the selected one. */
export class WalletSelection {
  readonly #wallets: Wallet[] = [];
  readonly #listeners: (() => void)[] = [];
  #selected: Wallet | undefined;
  #isSelectedByUser = false;

  get count(): number {
    return this.#wallets.length;
  }

  get selected(): Wallet | undefined {
    return this.#selected;
  }

  /** A single wallet is selected. If there are several, the user has to select one. */
  add(wallet: Wallet): void {
    this.#wallets.push(wallet);
    if (!this.#isSelectedByUser) {
      this.#selected = this.count === 1 ? wallet : undefined;
    }
    this.#notify();
  }

  /** Called when the user selects a wallet. */
  select(wallet: Wallet): void {
    this.#isSelectedByUser = true;
    this.#selected = wallet;
    this.#notify();
  }

  /** Adds a listener for found wallets and for the selection. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
