import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, OUT, VERBOSE } from "../cli/arguments.ts";

export const lintTask = task(
  ["alpha", "lint"],
  "Check portal files for mistakes, and compare them with the networks. Exit code 1: an error was found; 2: something could not be checked",
)
  .addVariadicArgument({
    name: "files",
    description:
      "Portal files: chains.config.js, .cjs, .mjs or .json, networksMetadata.config.js",
    type: ArgumentType.FILE,
  })
  .addFlag({
    name: "online",
    description: "Ask the nodes in the files which chain they serve",
  })
  .addFlag({
    name: "fix",
    description:
      "Repair the checksums of known addresses, misspelled fields and trailing slashes, and change nothing else",
  })
  .addFlag(VERBOSE)
  .addOption({
    ...FORMAT,
    description: "Output format: table, json, sarif or github",
  })
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
