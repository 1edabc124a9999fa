import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, NAMES, OUT } from "../cli/arguments.ts";

export const exportTask = task(
  ["alpha", "export"],
  "Write the networks' addresses down for other programs. Exit code 1: --check found a difference; 2: a value is unset, or the file cannot be read",
)
  .addVariadicArgument(NAMES)
  .addOption({
    ...FORMAT,
    description:
      "What to write: json, address-json, typescript, solidity, token-list or chain-metadata",
    defaultValue: "json",
  })
  .addOption(OUT)
  .addOption({
    name: "check",
    description: "Compare this file with what would be written instead",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "reveal",
    description:
      "Write URLs that come from configuration variables or carry credentials (chain-metadata)",
  })
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
