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
      "Alpha networks, or Hardhat networks that connect to one (default: --network, or the first enabled network)",
  })
  .addOption({
    name: "port",
    description:
      "The port of the first sandbox; the others use the next ones. 0 selects free ports",
    type: ArgumentType.STRING,
    defaultValue: "8545",
  })
  .addOption({
    name: "hostname",
    description: "The hostname or address to listen on",
    type: ArgumentType.STRING,
    defaultValue: "127.0.0.1",
  })
  .addOption({
    name: "addressFile",
    description:
      "Write the contract addresses to this address.json, and keep its other entries",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addFlag({
    name: "all",
    description: "Serve the sandboxes of all enabled networks",
  })
  .addFlag({
    name: "accounts",
    description: "List all accounts of the sandboxes, not only the first three",
  })
  .setAction(() => import("./action.ts"))
  .build();
