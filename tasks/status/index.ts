import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, NAMES, OUT, SANDBOX } from "../cli/arguments.ts";

export const statusTask = task(
  ["alpha", "status"],
  "Query the sync status of the networks' nodes. Exit code 1: a node is syncing, stale or on another chain, or a service is proven not in order; 2: it could not be determined",
)
  .addVariadicArgument(NAMES)
  .addFlag(SANDBOX)
  .addOption({
    name: "maxBlockAge",
    description:
      "Seconds after which a head is stale, in place of the config's",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "wait",
    description: "Ask again until all is ok, or --timeout is over",
  })
  .addOption({
    name: "timeout",
    description: "Seconds that --wait waits at most (default: 300)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "watch",
    description: "Show the status on the terminal until Ctrl-C",
  })
  .addFlag({
    name: "services",
    description:
      "Ask provider, metadata cache and subgraph too: whether they answer, the subgraph's lag, the provider's address",
  })
  .addOption({
    ...FORMAT,
    description: "Output format: table, json or prometheus",
  })
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
