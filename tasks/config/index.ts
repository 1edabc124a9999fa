import {
  alphaTask,
  flag,
  formatOf,
  NAMES,
  OUT,
  withDefault,
} from "../cli/arguments.ts";

export const configTask = alphaTask(
  "config",
  "Print the networks' portal configuration",
  NAMES,
  {
    explain: flag("Show where each value comes from (table only)"),
    reveal: flag("Print values of variables, or that contain credentials"),
    format: formatOf("table, json, yaml, env or js"),
    dialect: withDefault(
      "reference",
      "Field names: reference, or ocean (deployed portals)",
    ),
    module: "With --format js: commonjs or esm (default: by file extension)",
    default: "With --format js: the network to select first",
    check: "Compare this portal file with the configuration",
    ...OUT,
  },
  () => import("./action.ts"),
);
