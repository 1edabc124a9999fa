/** How far and how long to wait; by default, as the network is configured. */
export interface WaitParameters {
  /** In blocks, the transaction's own included: 0 and 1 are "mined". */
  readonly confirmations?: number;
  /** In blocks: how many may come without the transaction. */
  readonly blockTimeout?: number;
  /** In milliseconds, for the whole wait. */
  readonly pollingTimeout?: number;
  /** In milliseconds between two polls: 1000; 50 on a simulated network. */
  readonly pollingInterval?: number;
}
