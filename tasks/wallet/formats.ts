import { isRecord } from "../../src/base/records.ts";
import type { AlphaConfig } from "../../src/config/types.ts";
import { parseJson } from "../../src/files/json.ts";
import { isGenerated } from "../../src/files/output-files.ts";
import type { WalletReport } from "../../src/wallet/report.ts";
import { beginsWithNetwork } from "../cli/labels.ts";
import type { TextStyle } from "../cli/style.ts";

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
    const { walletTable } = await import("./formats/table.ts");
    return {
      render: (report, _config, style) => walletTable(report, style),
      isOurs: (text) => beginsWithNetwork(text) && /^.*chain id \d/.test(text),
    };
  },
  json: async () => {
    const { printJson } = await import("../cli/json.ts");
    return { render: printJson, isOurs: isWalletReport };
  },
  html: async () => {
    const [
      { buildPageData },
      { readPageAssets },
      { PAGE_COMMAND, renderPage },
    ] = await Promise.all([
      import("./page/build-page-data.ts"),
      import("./page/page-assets.ts"),
      import("./page/render-page.ts"),
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
