import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, NAMES, OUT } from "../cli/arguments.ts";

export const configTask = task(
  ["alpha", "config"],
  "Print the networks' portal configuration",
)
  .addVariadicArgument(NAMES)
  .addFlag({
    name: "explain",
    description: "Show where each value comes from (table only)",
  })
  .addFlag({
    name: "reveal",
    description: "Print values of variables, or that contain credentials",
  })
  .addOption({
    ...FORMAT,
    description: "Output format: table, json, yaml, env or js",
  })
  .addOption({
    name: "dialect",
    description: "Field names: reference, or ocean (deployed portals)",
    type: ArgumentType.STRING,
    defaultValue: "reference",
  })
  .addOption({
    name: "module",
    description:
      "With --format js: commonjs or esm (default: by file extension)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption(OUT)
  .addOption({
    name: "check",
    description: "Compare this portal file with the configuration",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
