import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import { FORCE, flag, formatOf, OUT } from "../cli/arguments.ts";

export const lintTask = task(
  ["alpha", "lint"],
  "Check portal files for mistakes, and compare them with the networks",
)
  .addVariadicArgument({
    name: "files",
    description: "Portal files and address books, such as chains.config.js",
    type: ArgumentType.FILE,
  })
  .addFlag(
    flag("fix", "Repair checksums, misspelled fields and trailing slashes"),
  )
  .addOption(formatOf("table, json, sarif or github"))
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
