import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

export const initTask = task(
  ["alpha", "init"],
  "Write an example into this project: a script, a test, a CI workflow",
)
  .addPositionalArgument({
    name: "example",
    description: "script, test, solidity or ci; without one, they are listed",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .setAction(() => import("./action.ts"))
  .build();
