import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import { flag, NAMES, optional } from "../cli/arguments.ts";

export const sandboxTask = task(
  ["alpha", "sandbox"],
  "Serve the sandbox of a network over JSON-RPC until Ctrl-C",
)
  .addVariadicArgument({
    ...NAMES,
    description: "Networks; without any, that of --network, or the first one",
  })
  .addOption({
    name: "port",
    description: "Port of the first sandbox; others follow. 0: free ports",
    type: ArgumentType.STRING,
    defaultValue: "8545",
  })
  .addOption({
    name: "hostname",
    description: "The hostname or address to listen on",
    type: ArgumentType.STRING,
    defaultValue: "127.0.0.1",
  })
  .addOption(
    optional(
      "allowOrigin",
      "Web pages that may use it: origins, comma-separated",
    ),
  )
  .addOption(
    optional(
      "addressFile",
      "Write the addresses to this address.json; keep other entries",
    ),
  )
  .addOption(
    optional("script", "Run this script on the sandbox once it is served"),
  )
  .addFlag(flag("all", "Serve the sandboxes of all enabled networks"))
  .addFlag(
    flag("accounts", "List all accounts of the sandboxes, not only three"),
  )
  .setAction(() => import("./action.ts"))
  .build();
