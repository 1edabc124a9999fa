import { ArgumentType } from "hardhat/types/arguments";
import { alphaTask, flag, formatOf, OUT } from "../cli/arguments.ts";

export const lintTask = alphaTask(
  "lint",
  "Check portal files for mistakes, and compare them with the networks",
  {
    name: "files",
    description: "Portal files and address books, such as chains.config.js",
    type: ArgumentType.FILE,
    isVariadic: true,
  },
  {
    fix: flag("Repair checksums, misspelled fields and trailing slashes"),
    format: formatOf("table, json, sarif or github"),
    ...OUT,
  },
  () => import("./action.ts"),
);
