import { task } from "hardhat/config";

import { FORMAT, NAMES, OUT } from "../arguments.ts";

export const configTask = task(
  ["alpha", "config"],
  "Print the networks' portal configuration. Exit code 2: a value is unset",
)
  .addVariadicArgument(NAMES)
  .addFlag({
    name: "explain",
    description: "Say where each value comes from (table only)",
  })
  .addFlag({
    name: "reveal",
    description:
      "Print values that come from configuration variables or carry credentials",
  })
  .addOption(FORMAT)
  .addOption(OUT)
  .setAction(() => import("./action.ts"))
  .build();
