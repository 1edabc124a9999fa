import cliProgress from "cli-progress";
import type { StatusReport } from "../status-report.ts";
import { syncFraction } from "../sync-fraction.ts";

const NAME_WIDTH = 10;
const BAR = {
  barsize: 40,
  barCompleteString: "█".repeat(40),
  barIncompleteString: "░".repeat(40),
  barGlue: "",
};

/** A bar for each node that syncs and tells how far it is. */
export function syncBars(report: StatusReport): string {
  return report.networks
    .flatMap((status) => {
      const fraction = syncFraction(status);
      return fraction === undefined
        ? []
        : [
            `${status.network.padEnd(NAME_WIDTH)}${cliProgress.Format.BarFormat(fraction, BAR)} ${(100 * fraction).toFixed(1)} %`,
          ];
    })
    .join("\n");
}
