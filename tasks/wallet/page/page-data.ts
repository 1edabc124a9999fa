import type { ExpectedChain } from "../../../src/connect/judge-chain.ts";
import type { FreshnessLimits } from "../../../src/connect/judge-freshness.ts";
import type {
  AddEthereumChain,
  WatchAsset,
} from "../../../src/wallet/report.ts";

/** The data of the page. Strings are shown as text, requests are sent to wallets. */
export interface PageData {
  readonly networks: readonly PageNetwork[];
}

export interface PageNetwork {
  readonly name: string;
  readonly feeToken: string | null;
  readonly explorer: string | null;
  /** The node whose status is shown; `null` if the page must not connect to it. */
  readonly node: string | null;
  /** The expected chain of the node and of the wallet. */
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
  readonly request: AddEthereumChain | null;
  /** Whether the node was proven to serve another chain when the page was created. */
  readonly wasWrongChain: boolean;
  readonly tokens: readonly PageToken[];
  /** The findings, for those who publish the page. */
  readonly problems: readonly string[];
}

export interface PageToken {
  readonly symbol: string;
  /** `null` if it is not set, or the same as the symbol. */
  readonly name: string | null;
  readonly address: string | null;
  readonly decimals: number | null;
  readonly request: WatchAsset | null;
}
