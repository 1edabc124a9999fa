import type { Wallet } from "./providers.ts";

/** The wallets that are there, and the one to ask. */
export class WalletChoice {
  readonly #wallets: Wallet[] = [];
  readonly #listeners: (() => void)[] = [];
  #chosen: Wallet | undefined;
  #isUsersChoice = false;

  get count(): number {
    return this.#wallets.length;
  }

  get chosen(): Wallet | undefined {
    return this.#chosen;
  }

  /**
   * A single wallet is chosen without asking. With a second one there is a
   * choice, which is the user's.
   */
  add(wallet: Wallet): void {
    this.#wallets.push(wallet);
    if (!this.#isUsersChoice) {
      this.#chosen = this.count === 1 ? wallet : undefined;
    }
    this.#tell();
  }

  /** The user's choice. */
  choose(wallet: Wallet): void {
    this.#isUsersChoice = true;
    this.#chosen = wallet;
    this.#tell();
  }

  /** Calls after each change of what is there or chosen. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
