import { ArgumentType } from "hardhat/types/arguments";
import { alphaTask } from "../cli/arguments.ts";

export const initTask = alphaTask(
  "init",
  "Write an example into this project: a script, a test, a CI workflow",
  {
    name: "example",
    description: "script, test, solidity or ci; without one, they are listed",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
    isVariadic: false,
  },
  {},
  () => import("./action.ts"),
);
