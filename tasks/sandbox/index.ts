import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { NAMES } from "../cli/arguments.ts";

export const sandboxTask = task(
  ["alpha", "sandbox"],
  "Serve the sandbox of a network, with its contracts, over JSON-RPC until Ctrl-C",
)
  .addVariadicArgument({
    ...NAMES,
    description:
      "Alpha networks, or Hardhat networks that are one (default: --network, else the first that is switched on)",
  })
  .addOption({
    name: "port",
    description:
      "The port to serve on, the next ones' follow; 0 takes free ones",
    type: ArgumentType.STRING,
    defaultValue: "8545",
  })
  .addOption({
    name: "hostname",
    description: "The hostname to serve on",
    type: ArgumentType.STRING,
    defaultValue: "127.0.0.1",
  })
  .addOption({
    name: "addressFile",
    description:
      "Write the contracts' addresses into this address.json, keeping its other entries",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "all",
    description: "Serve all networks that are switched on",
  })
  .setAction(() => import("./action.ts"))
  .build();
