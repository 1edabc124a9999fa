import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, NAMES, OUT, SANDBOX } from "../cli/arguments.ts";

export const statusTask = task(
  ["alpha", "status"],
  "Query the sync status of the networks' nodes",
)
  .addVariadicArgument(NAMES)
  .addFlag(SANDBOX)
  .addOption({
    name: "maxBlockAge",
    description:
      "Maximum age of the latest block in seconds, overriding the config",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "wait",
    description: "Retry until everything is ok or --timeout is reached",
  })
  .addOption({
    name: "timeout",
    description: "Maximum duration of --wait in seconds (default: 300)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "watch",
    description: "Keep showing the status on the terminal until Ctrl-C",
  })
  .addFlag({
    name: "services",
    description: "Check the provider, metadata cache and subgraph, too",
  })
  .addOption({
    ...FORMAT,
    description: "Output format: table, json or prometheus",
  })
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
