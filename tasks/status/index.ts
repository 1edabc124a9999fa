import { task } from "hardhat/config";

import { FORMAT, NAMES, OUT, SANDBOX } from "../arguments.ts";

export const statusTask = task(
  ["alpha", "status"],
  "Query the sync status of the networks' nodes. Exit code 1: a node is syncing, stale or on another chain; 2: it could not be determined",
)
  .addVariadicArgument(NAMES)
  .addFlag(SANDBOX)
  .addOption(FORMAT)
  .addOption(OUT)
  .setAction(() => import("./action.ts"))
  .build();
