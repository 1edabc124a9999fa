import { task } from "hardhat/config";

import {
  FORCE,
  formatOf,
  NAMES,
  OUT,
  optional,
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
  .addFlag({
    name: "wait",
    description: "Retry until everything is ok or --timeout is reached",
  })
  .addOption(
    optional("timeout", "Maximum duration of --wait in seconds (default: 300)"),
  )
  .addFlag({
    name: "watch",
    description: "Keep showing the status on the terminal until Ctrl-C",
  })
  .addFlag({
    name: "services",
    description: "Check the provider, metadata cache and subgraph, too",
  })
  .addOption(formatOf("table, json or prometheus"))
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
