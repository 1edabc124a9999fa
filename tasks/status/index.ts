import { task } from "hardhat/config";
import {
  CHANGES_SINCE,
  FORCE,
  flag,
  formatOf,
  NAMES,
  OUT,
  optional,
  QUIET,
  SANDBOX,
} from "../cli/arguments.ts";

export const statusTask = task(
  ["alpha", "status"],
  "Query the sync status of the networks' nodes",
)
  .addVariadicArgument(NAMES)
  .addFlag(SANDBOX)
  .addOption(
    optional(
      "maxBlockAge",
      "Maximum age of the latest block in seconds, overriding the config",
    ),
  )
  .addFlag(flag("wait", "Retry until everything is ok or --timeout is reached"))
  .addOption(
    optional("timeout", "Maximum duration of --wait in seconds (default: 300)"),
  )
  .addFlag(flag("watch", "Repeat until Ctrl-C, on the terminal or to --out"))
  .addOption(
    optional(
      "interval",
      "Seconds between two queries of --watch (default: 2; with --out 15)",
    ),
  )
  .addFlag(
    flag("services", "Check the provider, metadata cache and subgraph, too"),
  )
  .addOption(formatOf("table, json or prometheus"))
  .addFlag(QUIET)
  .addOption(CHANGES_SINCE)
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
