import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { alphaError } from "../../src/base/errors.ts";
import { oneLine } from "../../src/base/text.ts";
import { checkOut } from "../../src/files/output-files.ts";
import type { WalletReport } from "../../src/wallet/report.ts";
import { walletOfNetworks } from "../../src/wallet/wallet-of-networks.ts";
import type { CommonArguments } from "../cli/arguments.ts";
import { chooseFormat, emit } from "../cli/output.ts";
import { selectionOf } from "../cli/selection.ts";
import { taskResult } from "../cli/task-result.ts";
import { WALLET_FORMATS } from "./formats.ts";

interface WalletArguments extends CommonArguments {
  readonly online: boolean;
  readonly sandbox: boolean;
  readonly reveal: boolean;
  readonly force: boolean;
}

const action: NewTaskActionFunction<WalletArguments> = async (args, hre) => {
  const { out, online, sandbox, reveal, force } = args;
  const format = await chooseFormat(WALLET_FORMATS, args.format)();
  if (online && sandbox) {
    throw alphaError(
      "--online asks the networks' nodes and --sandbox their stand-ins: leave one of them away.",
    );
  }
  await checkOut(out, { isOurs: format.isOurs, force });
  const report = await walletOfNetworks(hre, selectionOf(args, hre), {
    online,
    reveal,
  });
  await emit((style) => format.render(report, hre.config.alpha, style), out);
  if (out !== undefined || args.format === "html") {
    tell(report);
  }
  return taskResult(report, report.outcome);
};

/** What else would be seen in a file, or by clicking, only. */
function tell({ networks }: WalletReport): void {
  for (const { findings, notes } of networks) {
    for (const { rule, verdict, message } of findings) {
      console.error(`${verdict}: ${rule}: ${oneLine(message)}`);
    }
    for (const note of notes) {
      console.error(oneLine(note));
    }
  }
}

export default action;
