import { alphaTask, flag, NAMES, withDefault } from "../cli/arguments.ts";

export const sandboxTask = alphaTask(
  "sandbox",
  "Serve the sandbox of a network over JSON-RPC until Ctrl-C",
  {
    ...NAMES,
    description: "Networks; without any, that of --network, or the first one",
  },
  {
    port: withDefault(
      "8545",
      "Port of the first sandbox; others follow. 0: free ports",
    ),
    hostname: withDefault("127.0.0.1", "The hostname or address to listen on"),
    allowOrigin: "Web pages that may use it: origins, comma-separated",
    addressFile: "Write the addresses to this address.json; keep other entries",
    script: "Run this script on the sandbox once it is served",
    all: flag("Serve the sandboxes of all enabled networks"),
    accounts: flag("List all accounts of the sandboxes, not only three"),
  },
  () => import("./action.ts"),
);
