import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, FORMAT, OUT } from "../cli/arguments.ts";

export const discoverTask = task(
  ["alpha", "discover"],
  "Read the registry of a marketplace from the address of its router",
)
  .addPositionalArgument({
    name: "router",
    description: "The address of the marketplace's router",
    type: ArgumentType.STRING,
  })
  .addOption({
    name: "rpcUrl",
    description: "A node's URL; ALPHA_DISCOVER_RPC_URL is for URLs with a key",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption({
    name: "maxBlockAge",
    description: "Maximum age of the latest block in seconds",
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
      "Network of --format config, or entry of --format address-json",
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  })
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
