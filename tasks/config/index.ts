import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, NAMES, OUT } from "../cli/arguments.ts";

export const configTask = task(
  ["alpha", "config"],
  "Print the networks' portal configuration. Exit code 2: a value is unset",
)
  .addVariadicArgument(NAMES)
  .addFlag({
    name: "explain",
    description: "Say where each value comes from (table only)",
  })
  .addFlag({
    name: "reveal",
    description:
      "Print values that come from configuration variables or carry credentials",
  })
  .addOption({
    ...FORMAT,
    description: "Output format: table, json, yaml, env or js",
  })
  .addOption({
    name: "dialect",
    description:
      "How the fields are called: reference, or ocean as deployed portals read them",
    type: ArgumentType.STRING,
    defaultValue: "reference",
  })
  .addOption({
    name: "module",
    description:
      "With --format js: commonjs or esm (default: by the file's extension, else commonjs)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption(OUT)
  .addOption({
    name: "check",
    description:
      "Compare this portal's file with it instead (format table, json, sarif or github). Exit code 1: it differs",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
