import { task } from "hardhat/config";

import { FORCE, FORMAT, NAMES, OUT, SANDBOX } from "../cli/arguments.ts";

export const networksTask = task(
  ["alpha", "networks"],
  "List the Alpha networks of this project",
)
  .addVariadicArgument(NAMES)
  .addFlag(SANDBOX)
  .addOption(FORMAT)
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
