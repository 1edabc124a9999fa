import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, OUT } from "../cli/arguments.ts";

export const lintTask = task(
  ["alpha", "lint"],
  "Check portals' files by themselves and against the networks. Exit code 1: an error was found; 2: something could not be checked",
)
  .addVariadicArgument({
    name: "files",
    description:
      "Files of a portal: chains.config.js, .cjs, .mjs or .json, networksMetadata.config.js",
    type: ArgumentType.FILE,
  })
  .addFlag({
    name: "online",
    description: "Ask the nodes in the files for their chain id",
  })
  .addFlag({
    name: "fix",
    description:
      "Repair what is mechanical, and touch nothing else: checksums, misspelt fields, trailing slashes",
  })
  .addOption({
    ...FORMAT,
    description: "How to print it: table, json, sarif or github",
  })
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
