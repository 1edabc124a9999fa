import type { AlphaConfig } from "../../src/config/types.ts";
import { parseJson } from "../../src/files/parse-json.ts";
import { isGenerated } from "../../src/report/generated-by.ts";
import type { TextStyle } from "../../src/report/text-style.ts";
import { isRecord } from "../../src/rpc/is-record.ts";
import type { WalletReport } from "../../src/wallet/wallet-report.ts";
import { beginsWithNetwork } from "../begins-with-network.ts";

/** One way to print the report of `alpha wallet`. */
export interface WalletFormat {
  readonly render: (
    report: WalletReport,
    config: AlphaConfig,
    style: TextStyle,
  ) => string;
  /** Whether a file holds what this format has printed before. */
  readonly isOurs: (text: string) => boolean;
}

/** Each format's code is loaded if it is chosen. */
export const WALLET_FORMATS: Readonly<
  Record<string, () => Promise<WalletFormat>>
> = {
  table: async () => {
    const { walletTable } = await import("../../src/wallet/wallet-table.ts");
    return {
      render: (report, _config, style) => walletTable(report, style),
      isOurs: (text) => beginsWithNetwork(text) && /^.*chain id \d/.test(text),
    };
  },
  json: async () => {
    const { walletJson } = await import("../../src/wallet/wallet-json.ts");
    return { render: walletJson, isOurs: isWalletReport };
  },
  html: async () => {
    const [
      { buildPageData },
      { readPageAssets },
      { PAGE_COMMAND, renderPage },
    ] = await Promise.all([
      import("../../src/wallet/page/build-page-data.ts"),
      import("../../src/wallet/page/page-assets.ts"),
      import("../../src/wallet/page/render-page.ts"),
    ]);
    const assets = await readPageAssets();
    return {
      render: (report, config) =>
        renderPage(buildPageData(report, config), assets),
      isOurs: (text) => isGenerated(text, PAGE_COMMAND),
    };
  },
};

function isWalletReport(text: string): boolean {
  const report = parseJson(text);
  return isRecord(report) && report["task"] === "wallet";
}
