import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

import { FORCE, formatOf, OUT, optional } from "../cli/arguments.ts";

export const discoverTask = task(
  ["alpha", "discover"],
  "Read the registry of a marketplace from the address of its router",
)
  .addPositionalArgument({
    name: "router",
    description: "The address of the marketplace's router",
    type: ArgumentType.STRING,
  })
  .addOption(
    optional(
      "rpcUrl",
      "A node's URL; ALPHA_DISCOVER_RPC_URL is for URLs with a key",
    ),
  )
  .addOption(
    optional("maxBlockAge", "Maximum age of the latest block in seconds"),
  )
  .addOption(formatOf("table, json, config or address-json"))
  .addOption(
    optional(
      "as",
      "Network of --format config, or entry of --format address-json",
    ),
  )
  .addOption(OUT)
  .addFlag(FORCE)
  .setAction(() => import("./action.ts"))
  .build();
