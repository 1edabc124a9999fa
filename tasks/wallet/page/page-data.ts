import type { ExpectedChain } from "../../../src/connect/judge-chain.ts";
import type { FreshnessLimits } from "../../../src/connect/judge-freshness.ts";
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
  readonly feeToken: string | null;
  readonly explorer: string | null;
  /** The node whose state is shown; `null` where the page may ask none. */
  readonly node: string | null;
  /** What the node's chain, and the wallet's, must be. */
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
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
