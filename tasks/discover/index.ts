import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, OUT } from "../cli/arguments.ts";

export const discoverTask = task(
  ["alpha", "discover"],
  "Read a marketplace's contract registry from the address of its router, on the chain of --network or --rpc-url. Exit code 1: a contract or the file of --check is proven wrong; 2: something could not be determined",
)
  .addPositionalArgument({
    name: "router",
    description: "The address of the marketplace's router",
    type: ArgumentType.STRING,
  })
  .addOption({
    name: "rpcUrl",
    description:
      "The URL of a node of the chain. Set ALPHA_DISCOVER_RPC_URL instead if it contains a key",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "maxBlockAge",
    description:
      "Maximum age of the latest block in seconds, overriding the config",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    ...FORMAT,
    description: "Output format: table, json, config or address-json",
  })
  .addOption({
    name: "as",
    description:
      "The name to print the registry under: an Alpha network with --format config, an entry's name with --format address-json (default: by the chain)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "check",
    description:
      "Compare this address.json with the registry (format table or json)",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
