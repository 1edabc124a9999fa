import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import {
  FORCE,
  flag,
  formatOf,
  NAMES,
  OUT,
  optional,
} from "../cli/arguments.ts";

export const configTask = task(
  ["alpha", "config"],
  "Print the networks' portal configuration",
)
  .addVariadicArgument(NAMES)
  .addFlag(flag("explain", "Show where each value comes from (table only)"))
  .addFlag(
    flag("reveal", "Print values of variables, or that contain credentials"),
  )
  .addOption(formatOf("table, json, yaml, env or js"))
  .addOption({
    name: "dialect",
    description: "Field names: reference, or ocean (deployed portals)",
    type: ArgumentType.STRING,
    defaultValue: "reference",
  })
  .addOption(
    optional(
      "module",
      "With --format js: commonjs or esm (default: by file extension)",
    ),
  )
  .addOption(
    optional("default", "With --format js: the network to select first"),
  )
  .addOption(OUT)
  .addOption(
    optional("check", "Compare this portal file with the configuration"),
  )
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
