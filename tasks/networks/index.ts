import { alphaTask, formatOf, NAMES, OUT, SANDBOX } from "../cli/arguments.ts";

export const networksTask = alphaTask(
  "networks",
  "List the Alpha networks of this project",
  NAMES,
  { sandbox: SANDBOX, format: formatOf("table or json"), ...OUT },
  () => import("./action.ts"),
);
