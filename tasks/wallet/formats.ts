import type { AlphaConfig } from "../../src/config/types.ts";
import type { WalletReport } from "../../src/wallet/report.ts";
import type { TextStyle } from "../cli/style.ts";

export type WalletFormat = (
  report: WalletReport,
  style: TextStyle,
  config: AlphaConfig,
) => string;

/** Loaded when it is used. */
export const WALLET_FORMATS: Readonly<
  Record<string, () => Promise<WalletFormat>>
> = {
  table: async () => (await import("./formats/table.ts")).walletTable,
  json: async () => (await import("../cli/json.ts")).printJson,
  html: async () => {
    const [{ pageNetworks }, { readPageAssets }, { renderPage }] =
      await Promise.all([
        import("./page/page-data.ts"),
        import("./page/page-assets.ts"),
        import("./page/render-page.ts"),
      ]);
    const assets = await readPageAssets();
    return (report, _style, config) =>
      renderPage(pageNetworks(report, config), assets);
  },
};
