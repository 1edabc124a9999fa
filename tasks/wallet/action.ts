import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { oneLine } from "../../src/base/text.ts";
import type { AlphaConfig } from "../../src/config/types.ts";
import type { WalletReport } from "../../src/wallet/report.ts";
import { walletOfNetworks } from "../../src/wallet/wallet-of-networks.ts";
import { type CommonArguments, selectionOf } from "../cli/arguments.ts";
import { chooseFormat, emit, prepareOutput, printJson } from "../cli/output.ts";
import type { TextStyle } from "../cli/style.ts";
import { taskResult } from "../cli/task-result.ts";
import { describeWalletFinding, distinctFindings } from "./describe-finding.ts";

type WalletFormat = (
  report: WalletReport,
  style: TextStyle,
  config: AlphaConfig,
) => string;

/** Loaded when it is used. */
const WALLET_FORMATS: Readonly<Record<string, () => Promise<WalletFormat>>> = {
  table: async () => (await import("./formats/table.ts")).walletTable,
  json: async () => printJson,
  html: async () => {
    const [{ pageNetworks, renderPage }, { readPageAssets }] =
      await Promise.all([
        import("./page/page-data.ts"),
        import("./page/page-assets.ts"),
      ]);
    const assets = await readPageAssets();
    return (report, _style, config) =>
      renderPage(pageNetworks(report, config), assets);
  },
};

interface WalletArguments extends CommonArguments {
  readonly online: boolean;
  readonly sandbox: boolean;
  readonly reveal: boolean;
}

const action: NewTaskActionFunction<WalletArguments> = async (args, hre) => {
  const { online, sandbox, reveal } = args;
  const format = await chooseFormat(WALLET_FORMATS, args.format)();
  if (online && sandbox) {
    throw alphaError(
      "--online and --sandbox cannot be used together: --online reads the tokens from the networks' nodes, and --sandbox from the sandboxes.",
    );
  }
  const output = await prepareOutput(args, hre.config, { task: "wallet" });
  const report = await walletOfNetworks(hre, selectionOf(args, hre), {
    online,
    reveal,
  });
  await emit((style) => format(report, style, hre.config.alpha), output);
  if (output !== undefined || args.format === "html") {
    printFindings(report);
  }
  return taskResult(report, report.outcome);
};

/** Without them, problems would only be visible in the file or on the page. */
function printFindings({ networks }: WalletReport): void {
  for (const { findings, notes } of networks) {
    for (const finding of distinctFindings(findings)) {
      console.error(`${finding.verdict}: ${describeWalletFinding(finding)}`);
    }
    for (const note of notes) {
      console.error(oneLine(note));
    }
  }
}

export default action;
