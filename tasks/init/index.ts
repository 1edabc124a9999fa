import { task } from "hardhat/config";
import { optional } from "../cli/arguments.ts";

export const initTask = task(
  ["alpha", "init"],
  "Write an example into this project: a script, a test, a CI workflow",
)
  .addPositionalArgument(
    optional(
      "example",
      "script, test, solidity or ci; without one, they are listed",
    ),
  )
  .setAction(() => import("./action.ts"))
  .build();
