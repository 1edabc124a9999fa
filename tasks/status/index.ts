import {
  alphaTask,
  flag,
  formatOf,
  NAMES,
  OUT,
  REPEAT,
  SANDBOX,
} from "../cli/arguments.ts";

export const statusTask = alphaTask(
  "status",
  "Query the sync status of the networks' nodes",
  NAMES,
  {
    sandbox: SANDBOX,
    maxBlockAge:
      "Maximum age of the latest block in seconds, overriding the config",
    wait: flag("Retry until everything is ok or --timeout is reached"),
    timeout: "Maximum duration of --wait in seconds (default: 300)",
    watch: flag("Repeat until Ctrl-C, on the terminal or to --out"),
    interval:
      "Seconds between two queries of --watch (default: 2; with --out 15)",
    services: flag("Check the provider, metadata cache and subgraph, too"),
    format: formatOf("table, json or prometheus"),
    ...REPEAT,
    ...OUT,
  },
  () => import("./action.ts"),
);
