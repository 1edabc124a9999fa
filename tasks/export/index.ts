import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, NAMES, OUT, VERBOSE } from "../cli/arguments.ts";

export const exportTask = task(
  ["alpha", "export"],
  "Export the networks' addresses for other programs. Exit code 1: --check found a difference; 2: a value is not set, or the file cannot be read",
)
  .addVariadicArgument(NAMES)
  .addOption({
    ...FORMAT,
    description:
      "Output format: json, address-json, typescript, solidity, chain-metadata, ignition-parameters, allocs or genesis",
    defaultValue: "json",
  })
  .addOption(OUT)
  .addOption({
    name: "check",
    description:
      "Check this file like alpha lint, and compare it with the export instead of printing it",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "checkFormat",
    description:
      "With --check of chain-metadata or address-json: table, json, sarif or github",
    type: ArgumentType.STRING,
    defaultValue: "table",
  })
  .addFlag(VERBOSE)
  .addFlag({
    name: "reveal",
    description:
      "Include URLs that come from configuration variables or contain credentials (chain-metadata)",
  })
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
