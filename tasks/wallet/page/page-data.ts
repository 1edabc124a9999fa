import type {
  AddEthereumChain,
  WatchAsset,
} from "../../../src/wallet/report.ts";

/** What the page is filled with. All of it is shown as text, or sent as JSON. */
export interface PageData {
  readonly networks: readonly PageNetwork[];
}

export interface PageNetwork {
  readonly name: string;
  readonly chainId: number;
  readonly feeToken: string | null;
  readonly explorer: string | null;
  /** The node whose state is shown; `null` where the page may ask none. */
  readonly node: string | null;
  /** A head below it is another chain's, or of a node that has not synced. */
  readonly startBlock: number;
  /** In seconds; `false` for chains that idle. */
  readonly maxBlockAge: number | false;
  /** Block 0's hash, where it is pinned. */
  readonly genesisHash: string | null;
  readonly namesakes: readonly {
    readonly name: string;
    readonly genesisHash: string;
  }[];
  readonly request: AddEthereumChain | null;
  readonly tokens: readonly PageToken[];
  readonly problems: readonly string[];
}

export interface PageToken {
  readonly label: string;
  readonly address: string | null;
  readonly facts: string;
  readonly request: WatchAsset | null;
}
