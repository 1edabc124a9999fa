import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

export const initTask = task(
  ["alpha", "init"],
  "Write an example into this project: a script, a test, a CI workflow",
)
  .addVariadicArgument({
    name: "examples",
    description: "script, test, solidity, ci; without any, they are listed",
    type: ArgumentType.STRING,
    defaultValue: [],
  })
  .setAction(() => import("./action.ts"))
  .build();
