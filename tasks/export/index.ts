import { alphaTask, flag, NAMES, OUT, withDefault } from "../cli/arguments.ts";

export const exportTask = alphaTask(
  "export",
  "Export the networks' addresses for other programs",
  NAMES,
  {
    format: withDefault(
      "json",
      "Output format: json, address-json, typescript, solidity …",
    ),
    check: "Compare this file with the export instead of printing it",
    abis: flag("With --format typescript: ABIs of your own contracts"),
    as: "With --format address-json: the key of the entry",
    checkFormat: withDefault(
      "table",
      "Format of --check: table, json, sarif or github",
    ),
    reveal: flag("Include URLs of variables, or that contain credentials"),
    ...OUT,
  },
  () => import("./action.ts"),
);
