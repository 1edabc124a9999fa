import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import { FORCE, FORMAT, flag, NAMES, OUT, optional } from "../cli/arguments.ts";

export const exportTask = task(
  ["alpha", "export"],
  "Export the networks' addresses for other programs",
)
  .addVariadicArgument(NAMES)
  .addOption({
    ...FORMAT,
    description: "Output format: json, address-json, typescript, solidity …",
    defaultValue: "json",
  })
  .addOption(OUT)
  .addOption(
    optional(
      "check",
      "Compare this file with the export instead of printing it",
    ),
  )
  .addFlag(flag("abis", "With --format typescript: ABIs of your own contracts"))
  .addOption(optional("as", "With --format address-json: the key of the entry"))
  .addOption({
    name: "checkFormat",
    description: "Format of --check: table, json, sarif or github",
    type: ArgumentType.STRING,
    defaultValue: "table",
  })
  .addFlag(
    flag("reveal", "Include URLs of variables, or that contain credentials"),
  )
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
